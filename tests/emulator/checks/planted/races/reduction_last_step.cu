// The loop synchronises at its start, so the sum is read before its last step is sure to be done.
// expect: Race on __shared__ memory: read after write
#include "planted.h"

__global__ void reduce(const int* in, int* out) {
  __shared__ int part[128];
  const int t = threadIdx.x;
  part[t] = in[t];
  for (int width = 64; width > 0; width /= 2) {
    __syncthreads();
    if (t < width) part[t] += part[t + width];  // BUG: the last step
  }
#ifdef FIXED
  __syncthreads();
#endif
  out[t] = in[t] - part[0];  // BUG: every thread reads the sum
}

static void run() {
  Array<int> in(128, 1), out(128);
  reduce<<<1, 128>>>(in, out);
  wait();
}
