// The first thread of every warp writes the block's one result.
// expect: Race on __shared__ memory: write after write
#include "planted.h"

__global__ void last_value(const int* in, int* out) {
  __shared__ int result;
#ifdef FIXED
  if (threadIdx.x == 0) result = in[threadIdx.x];
#else
  if (threadIdx.x % 32 == 0) result = in[threadIdx.x];  // BUG: four writers
#endif
  __syncthreads();
  out[threadIdx.x] = result;
}

static void run() {
  Array<int> in(128, 1), out(128);
  last_value<<<1, 128>>>(in, out);
  wait();
}
