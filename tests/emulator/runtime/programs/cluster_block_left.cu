// A block reads the shared memory of another block of its cluster that has returned.
// status: 1
// out: cudaErrorLaunchFailure
// err: Invalid __shared__ read of size 4 bytes
// err: cluster_block_left.cu:22
// err: in block (1,0,0)
// err: The block of rank 0 in the cluster has ended, and its shared memory with it: let all blocks meet at cluster.sync() before they return
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void __cluster_dims__(2, 1, 1) read_too_late(unsigned* out) {
  __shared__ unsigned word;
  cg::cluster_group cluster = cg::this_cluster();
  if (threadIdx.x == 0) word = cluster.block_rank();
  cluster.sync();
  if (cluster.block_rank() == 0) return;
  for (int i = 0; i < 1000; ++i) __nanosleep(1000);
  const unsigned* theirs = cluster.map_shared_rank(&word, 0);
  out[threadIdx.x] = *theirs;
}

int main() {
  unsigned* out;
  cudaMalloc(&out, 32 * sizeof(unsigned));
  read_too_late<<<2, 32>>>(out);
  std::printf("%s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
