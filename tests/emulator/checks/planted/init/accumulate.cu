// The sum starts with whatever cudaMalloc left.
// expect: Uninitialized __global__ memory read of size 4 bytes
// expect: cudaMalloc leaves what was there
#include "planted.h"

__global__ void accumulate(const float* in, float* sum) {
  sum[threadIdx.x] += in[threadIdx.x];  // BUG: sum was never set
}

static void run() {
  Array<float> in(64, 1), sum(64);
#ifdef FIXED
  cudaMemset(sum, 0, 64 * sizeof(float));
#endif
  accumulate<<<1, 64>>>(in, sum);
  wait();
}
