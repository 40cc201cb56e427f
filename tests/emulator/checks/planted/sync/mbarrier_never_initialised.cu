// The second mbarrier is used as it lay in memory: only the first has been initialised.
// expect: Barrier error
// expect: there is no mbarrier at offset
// expect: initialise an mbarrier before any thread uses it
#include "planted.h"

__global__ void meet(int* out) {
  __shared__ uint64_t barriers[2];
  const int t = threadIdx.x;
#ifdef FIXED
  if (t % 32 == 0) ptx::mbarrier_init(&barriers[t / 32], 32);
#else
  if (t == 0) ptx::mbarrier_init(&barriers[0], 32);
#endif
  __syncthreads();
  ptx::mbarrier_arrive(&barriers[t / 32]);  // BUG: barriers[1], too
  while (!ptx::mbarrier_try_wait_parity(&barriers[t / 32], 0)) {
  }
  out[t] = t;
}

static void run() {
  Array<int> out(64);
  meet<<<1, 64>>>(out);
  wait();
}
