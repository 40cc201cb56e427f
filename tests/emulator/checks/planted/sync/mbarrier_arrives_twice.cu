// Two warps arrive where one is expected: two phases end, and who waits for the first
// finds the third.
// expect: Deadlock
// expect: its phase of parity 0 still waits for 32 of 32 arrivals, after 2 phases that have ended
#include "planted.h"

__global__ void exchange(const int* in, int* out) {
  __shared__ int tile[64];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
#ifdef FIXED
  if (t == 0) ptx::mbarrier_init(&barrier, 64);
#else
  if (t == 0) ptx::mbarrier_init(&barrier, 32);
#endif
  __syncthreads();
  tile[t] = in[t];
  ptx::mbarrier_arrive(&barrier);
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {  // BUG: 64 have arrived
  }
  out[t] = tile[63 - t];
}

static void run() {
  Array<int> in(64, 1), out(64);
  exchange<<<1, 64>>>(in, out);
  wait();
}
