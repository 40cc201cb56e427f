// A bulk copy brings fewer bytes than were announced: the phase never ends.
// expect: Deadlock
// expect: its phase of parity 0 still waits for 0 of 1 arrivals and 128 bytes
// expect: announce exactly the bytes
#include "planted.h"

__global__ void fetch(const int* in, int* out) {
  __shared__ __align__(16) int tile[32];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
  if (t == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
#ifdef FIXED
    const int bytes = sizeof tile;
#else
    const int bytes = 2 * sizeof tile;
#endif
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                   bytes);
    ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, tile, in, sizeof tile, &barrier);
  }
  __syncwarp();
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {  // BUG: 128 of 256 bytes come
  }
  out[t] = tile[31 - t];
}

static void run() {
  Array<int> in(32, 1), out(32);
  fetch<<<1, 32>>>(in, out);
  wait();
}
