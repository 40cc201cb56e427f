// Blocks of a cluster of two dimensions pass values on: by stores, by pointers that a neighbour left,
// by a barrier that is split into arriving and waiting. The numbers follow from the comments.
// out: cluster 3x2: 6 blocks, 2 clusters
// out: rotate: 1 2 3 4 5 0 7 8 9 10 11 6
// out: pointers: 5 0 1 2 3 4 11 6 7 8 9 10
// out: sum of ranks: 15 15 15 15 15 15 15 15 15 15 15 15
// out: explicit cluster: 1, without: 0
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

/// Linear index of the block as its cluster counts: 6 blocks a cluster.
__device__ unsigned name_of_block() {
  cg::cluster_group cluster = cg::this_cluster();
  return (blockIdx.x / 3) * 6 + cluster.block_rank();
}

__global__ void __cluster_dims__(3, 2, 1) exchange(unsigned* rotated, unsigned* by_pointer,
                                                   unsigned* sums, unsigned* shape) {
  __shared__ unsigned inbox, value;
  __shared__ unsigned* neighbour;
  __shared__ unsigned sum;
  cg::cluster_group cluster = cg::this_cluster();
  const unsigned rank = cluster.block_rank(), blocks = cluster.num_blocks();
  const unsigned next = (rank + 1) % blocks, before = (rank + blocks - 1) % blocks;
  if (threadIdx.x == 0) {
    value = name_of_block();
    sum = 0;
  }
  cluster.sync();

  // Every block leaves its name in the block before it.
  if (threadIdx.x == 0) {
    *cluster.map_shared_rank(&inbox, before) = value;
    // And the address of its own variable in the block behind it: generic addresses hold in the
    // whole cluster.
    *cluster.map_shared_rank(&neighbour, next) = &value;
  }
  cg::cluster_group::arrival_token token = cluster.barrier_arrive();
  const bool is_first = cluster.thread_rank() == 0;
  cluster.barrier_wait(std::move(token));
  if (threadIdx.x == 0) {
    rotated[name_of_block()] = inbox;
    by_pointer[name_of_block()] = *neighbour;
    if (cluster.query_shared_rank(neighbour) != before) rotated[name_of_block()] = 1000;
  }

  // Each thread adds its block's rank to one other block: 6 threads a block.
  if (threadIdx.x < blocks) atomicAdd(cluster.map_shared_rank(&sum, threadIdx.x), rank);
  cluster.sync();
  if (threadIdx.x == 0) sums[name_of_block()] = sum;
  if (is_first && name_of_block() == 0) {
    shape[0] = cluster.dim_blocks().x;
    shape[1] = cluster.dim_blocks().y;
    shape[2] = blocks;
    shape[3] = gridDim.x * gridDim.y / blocks;
    shape[4] = __clusterDimIsSpecified();
  }
}

__global__ void without(unsigned* shape) { *shape = __clusterDimIsSpecified(); }

int main() {
  unsigned* out;
  cudaMallocManaged(&out, 4 * 12 * sizeof(unsigned));
  unsigned *rotated = out, *by_pointer = out + 12, *sums = out + 24, *shape = out + 36;
  exchange<<<dim3(6, 2), 64>>>(rotated, by_pointer, sums, shape);
  without<<<1, 1>>>(shape + 5);
  const cudaError_t error = cudaDeviceSynchronize();
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
  std::printf("cluster %ux%u: %u blocks, %u clusters\n", shape[0], shape[1], shape[2], shape[3]);
  const char* names[] = {"rotate:", "pointers:", "sum of ranks:"};
  for (int row = 0; row < 3; ++row) {
    std::printf("%s", names[row]);
    for (int i = 0; i < 12; ++i) std::printf(" %u", out[12 * row + i]);
    std::printf("\n");
  }
  std::printf("explicit cluster: %u, without: %u\n", shape[4], shape[5]);
}
