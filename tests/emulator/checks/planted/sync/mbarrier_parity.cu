// An mbarrier's first phase has parity 0. The second wait names it again, and finds the third.
// expect: Deadlock
// expect: its phase of parity 0 still waits for 32 of 32 arrivals, after 2 phases that have ended
// expect: 0 for the first, 1 for the second
#include "planted.h"

__global__ void two_rounds(const int* in, int* out) {
  __shared__ int tile[32];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x;
  if (t == 0) ptx::mbarrier_init(&barrier, 32);
  __syncthreads();
  int sum = 0;
  for (int round = 0; round < 2; ++round) {
    tile[t] = in[t] + round;
    __syncwarp();
    ptx::mbarrier_arrive(&barrier);
#ifdef FIXED
    const int parity = round % 2;
#else
    const int parity = 0;
#endif
    while (!ptx::mbarrier_try_wait_parity(&barrier, parity)) {  // BUG: 1 the second time
    }
    sum += tile[31 - t];
    __syncwarp();
  }
  out[t] = sum;
}

static void run() {
  Array<int> in(32, 1), out(32);
  two_rounds<<<1, 32>>>(in, out);
  wait();
}
