// A block without work returns, and the others wait for it at grid.sync() for ever.
// expect: Deadlock: every thread that is left waits
// expect: for a block that returns before the others meet
#include "planted.h"

__global__ void step_twice(const int* in, int* middle, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifndef FIXED
  if (i >= n) return;
#endif
  if (i < n) middle[i] = in[i];
  cooperative_groups::this_grid().sync();  // BUG: the last block has returned
  if (i < n) out[i] = middle[(i + 32) % n];
}

static void run() {
  Array<int> in(128, 1), middle(128), out(128);
  int *arrays[] = {in, middle, out}, n = 128;
  void* arguments[] = {&arrays[0], &arrays[1], &arrays[2], &n};
  cudaLaunchCooperativeKernel(step_twice, dim3(3), dim3(64), arguments);
  wait();
}
