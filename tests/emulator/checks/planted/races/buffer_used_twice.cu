// A block reduction that returns without a barrier is called twice on one buffer.
// expect: Race on __shared__ memory: write after read
#include "planted.h"

__device__ int block_sum(int value, int* part) {
  const int t = threadIdx.x;
  part[t] = value;  // BUG: the second call overwrites what others still read
  __syncthreads();
  for (int width = 64; width > 0; width /= 2) {
    if (t < width) part[t] += part[t + width];
    __syncthreads();
  }
  const int sum = part[0];  // BUG: read at the end of the first call
#ifdef FIXED
  __syncthreads();
#endif
  return sum;
}

__global__ void normalise(const int* in, int* out) {
  __shared__ int part[128];
  const int sum = block_sum(in[threadIdx.x], part);
  const int squares = block_sum(in[threadIdx.x] * in[threadIdx.x] - sum, part);
  out[threadIdx.x] = squares;
}

static void run() {
  Array<int> in(128, 1), out(128);
  normalise<<<1, 128>>>(in, out);
  wait();
}
