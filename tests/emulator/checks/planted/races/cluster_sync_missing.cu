// A block reads its neighbour's shared memory and does not wait until it is written.
// expect: Race on __shared__ memory
#include "planted.h"

__global__ void __cluster_dims__(2, 1, 1) exchange(const int* in, int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  cluster.sync();                     // Both have started.
  tile[t] = in[blockIdx.x * 32 + t];  // BUG: written
#ifdef FIXED
  cluster.sync();
#else
  __syncthreads();
#endif
  const int* theirs = cluster.map_shared_rank(tile, 1 - cluster.block_rank());
  out[blockIdx.x * 32 + t] = theirs[t];  // BUG: read
  cluster.sync();                        // Neither leaves before the other has read.
}

static void run() {
  Array<int> in(64, 1), out(64);
  exchange<<<2, 32>>>(in, out);
  wait();
}
