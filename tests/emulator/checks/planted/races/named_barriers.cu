// Producers and consumers meet at barriers of different numbers.
// expect: Race on __shared__ memory: read after write
#include "planted.h"

__global__ void hand_over(const int* in, int* out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
  if (t < 64) {
    tile[t] = in[t];  // BUG: written before barrier 1
    asm volatile("bar.sync 1, 64;" ::: "memory");
#ifdef FIXED
    asm volatile("bar.sync 2, 128;" ::: "memory");
#endif
  } else {
#ifdef FIXED
    asm volatile("bar.sync 2, 128;" ::: "memory");
#else
    asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
    out[t - 64] = tile[t - 64];  // BUG: read after barrier 2
  }
}

static void run() {
  Array<int> in(64, 1), out(64);
  hand_over<<<1, 128>>>(in, out);
  wait();
}
