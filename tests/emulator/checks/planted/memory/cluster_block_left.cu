// A block returns while its neighbour in the cluster still reads its shared memory.
// expect: Invalid __shared__ read of size 4 bytes
// expect: has ended, and its shared memory with it
#include "planted.h"

__global__ void __cluster_dims__(2, 1, 1) read_slowly(int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  tile[t] = t;
  cluster.sync();
  if (cluster.block_rank() == 0) {
    for (int i = 0; i < 1000; ++i) __nanosleep(1000);
    out[t] = cluster.map_shared_rank(tile, 1)[t];  // BUG: block 1 has returned
  }
#ifdef FIXED
  cluster.sync();
#endif
}

static void run() {
  Array<int> out(32);
  read_slowly<<<2, 32>>>(out);
  wait();
}
