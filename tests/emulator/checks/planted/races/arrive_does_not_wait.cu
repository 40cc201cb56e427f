// bar.arrive says that a warp has come, and does not wait: what others wrote before the barrier need not be there.
// expect: Race on __shared__ memory: read after write
#include "planted.h"

__global__ void hand_over(const int* in, int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  if (t < 32) {
    tile[t] = in[t];  // BUG: nobody waits for it
    asm volatile("bar.sync 1, 64;" ::: "memory");
  } else {
#ifdef FIXED
    asm volatile("bar.sync 1, 64;" ::: "memory");
#else
    asm volatile("bar.arrive 1, 64;" ::: "memory");
#endif
    out[t - 32] = tile[t - 32];  // BUG: read without having waited
  }
}

static void run() {
  Array<int> in(32, 1), out(32);
  hand_over<<<1, 64>>>(in, out);
  wait();
}
