// The barrier waits for 128 threads, and the block has 64.
// expect: Barrier error
// expect: 128 threads, and the block has only 64
#include "planted.h"

__global__ void pause(int* out) {
#ifdef FIXED
  asm volatile("bar.sync 1, 64;" ::: "memory");
#else
  asm volatile("bar.sync 1, 128;" ::: "memory");  // BUG: 128
#endif
  out[threadIdx.x] = 1;
}

static void run() {
  Array<int> out(64);
  pause<<<1, 64>>>(out);
  wait();
}
