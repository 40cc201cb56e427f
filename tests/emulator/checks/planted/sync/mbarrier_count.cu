// An mbarrier that expects 64 arrivals, and a block of 32 threads: the phase never ends.
// expect: Deadlock
// expect: for the mbarrier at offset
// expect: its phase of parity 0 still waits for 32 of 64 arrivals
// expect: for as many arrivals as a phase has
#include "planted.h"

__global__ void pass_on(const int* in, int* out) {
  __shared__ int tile[32];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
#ifdef FIXED
  if (t == 0) ptx::mbarrier_init(&barrier, 32);
#else
  if (t == 0) ptx::mbarrier_init(&barrier, 64);
#endif
  __syncthreads();
  tile[t] = in[t];
  ptx::mbarrier_arrive(&barrier);
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {  // BUG: only 32 come
  }
  out[t] = tile[31 - t];
}

static void run() {
  Array<int> in(32, 1), out(32);
  pass_on<<<1, 32>>>(in, out);
  wait();
}
