// One warp of each block takes part in cluster.sync(), the other waits for it at __syncthreads().
// expect: Deadlock
// expect: for the barrier of the cluster (64 of 128 threads have arrived)
// expect: reach the same cluster.sync()
#include "planted.h"

__global__ void __cluster_dims__(2, 1, 1) exchange(const int* in, int* out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  tile[t] = in[t];
#ifdef FIXED
  cluster.sync();
#else
  if (t < 32) cluster.sync();  // BUG: threads 32 to 63 do not come
#endif
  __syncthreads();
  out[blockIdx.x * 64 + t] = cluster.map_shared_rank(tile, 1 - cluster.block_rank())[t];
  cluster.sync();
}

static void run() {
  Array<int> in(64, 1), out(128);
  exchange<<<2, 64>>>(in, out);
  wait();
}
