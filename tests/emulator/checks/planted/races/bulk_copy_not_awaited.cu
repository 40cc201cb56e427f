// The bulk copy is under way, and its destination is read without waiting for the mbarrier.
// expect: Race on __shared__ memory
#include "planted.h"

__global__ void fetch(const int* in, int* out) {
  __shared__ __align__(16) int tile[32];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
  tile[t] = 0;
  __syncwarp();
  if (t == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                   sizeof tile);
    const int bytes = sizeof tile;
    const auto shared = ptx::space_cluster;
    ptx::cp_async_bulk(shared, ptx::space_global, tile, in, bytes, &barrier);  // BUG: written
  }
  __syncwarp();
#ifndef FIXED
  out[t] = tile[31 - t];  // BUG: read before it has arrived
#endif
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
#ifdef FIXED
  out[t] = tile[31 - t];
#endif
}

static void run() {
  Array<int> in(32, 1), out(32);
  fetch<<<1, 32>>>(in, out);
  wait();
}
