// One thread initialises the mbarrier, and nothing makes the other warp wait for that.
// expect: Race on __shared__ memory
#include "planted.h"

__global__ void hand_over(const int* in, int* out) {
  __shared__ int tile[32];
  __shared__ uint64_t barrier;
  const int t = threadIdx.x % 32;
  if (threadIdx.x == 0) ptx::mbarrier_init(&barrier, 32);  // BUG: initialised
#ifdef FIXED
  __syncthreads();
#endif
  if (threadIdx.x >= 32) {
    tile[t] = in[t];
    ptx::mbarrier_arrive(&barrier);  // BUG: used
  } else {
    while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
    }
    out[t] = tile[31 - t];
  }
}

static void run() {
  Array<int> in(32, 1), out(32);
  hand_over<<<1, 64>>>(in, out);
  wait();
}
