// Hillis and Steele's scan, with one barrier where two are needed.
// expect: Race on __shared__ memory
#include "planted.h"

__global__ void scan(const int* in, int* out) {
  __shared__ int sums[128];
  const int t = threadIdx.x;
  sums[t] = in[t];
  for (int distance = 1; distance < 128; distance *= 2) {
    __syncthreads();
    const int left = t >= distance ? sums[t - distance] : 0;  // BUG: read by a neighbour's right
#ifdef FIXED
    __syncthreads();
#endif
    sums[t] += left;  // BUG: written before everyone has read
  }
  out[t] = sums[t];
}

static void run() {
  Array<int> in(128, 1), out(128);
  scan<<<1, 128>>>(in, out);
  wait();
}
