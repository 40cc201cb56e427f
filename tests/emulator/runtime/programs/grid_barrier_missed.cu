// A block that returns before the grid meets: the others would wait for ever, which is found at once.
// status: 1
// out: cudaErrorLaunchTimeout
// err: Deadlock: every thread that is left waits for something that none of them will do
// err: in block (0,0,0)
// err: wait at
// err: grid_barrier_missed.cu:20 for barrier 0
// err: 14 more blocks are at meet(unsigned int*) in
// err: grid_barrier_missed.cu:20
// err: What to do: look for a flag that nobody sets any more, for a block that returns before the others meet
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void meet(unsigned* counts) {
  if (blockIdx.x == 7) return;
  if (threadIdx.x == 0) counts[blockIdx.x] = blockIdx.x;
  cg::this_grid().sync();
  if (threadIdx.x == 0) counts[blockIdx.x] += counts[(blockIdx.x + 1) % gridDim.x];
}

int main() {
  unsigned* counts;
  cudaMalloc(&counts, 16 * sizeof(unsigned));
  void* arguments[] = {&counts};
  cudaLaunchCooperativeKernel(meet, dim3(16), dim3(96), arguments);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
