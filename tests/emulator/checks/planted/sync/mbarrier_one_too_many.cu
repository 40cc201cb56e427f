// One lane arrives for the whole warp after another has arrived for itself.
// expect: Barrier error
// expect: 32 arrivals at the mbarrier at offset
// expect: still waits for 31 of 32 arrivals
#include "planted.h"

__global__ void announce(int* out) {
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
  if (t == 0) ptx::mbarrier_init(&barrier, 32);
  __syncwarp();
#ifdef FIXED
  ptx::mbarrier_arrive(&barrier);
#else
  if (t == 31) ptx::mbarrier_arrive(&barrier);
  __syncwarp();
  if (t == 0) {
    const auto release = ptx::sem_release;
    const auto block = ptx::scope_cta;
    ptx::mbarrier_arrive(release, block, ptx::space_shared, &barrier, 32);  // BUG: 31 left
  }
  __syncwarp();
#endif
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
  out[t] = t;
}

static void run() {
  Array<int> out(32);
  announce<<<1, 32>>>(out);
  wait();
}
