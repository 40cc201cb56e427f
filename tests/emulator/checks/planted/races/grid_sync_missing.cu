// Blocks read what neighbours wrote a step before, and the grid does not meet in between.
// expect: Race on __global__ memory
#include "planted.h"

__global__ void step_twice(const int* in, int* middle, int* out) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x, n = gridDim.x * blockDim.x;
  middle[i] = in[i];  // BUG: written
#ifdef FIXED
  cooperative_groups::this_grid().sync();
#else
  __syncthreads();
#endif
  out[i] = middle[(i + 32) % n];  // BUG: read by another block
}

static void run() {
  Array<int> in(128, 1), middle(128), out(128);
  int* arrays[] = {in, middle, out};
  void* arguments[] = {&arrays[0], &arrays[1], &arrays[2]};
  cudaLaunchCooperativeKernel(step_twice, dim3(2), dim3(64), arguments);
  wait();
}
