// Two warps enter one barrier with different counts.
// expect: Barrier error
// expect: was entered for
#include "planted.h"

__global__ void pause(int* out) {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 96;" ::: "memory");
  } else {
#ifdef FIXED
    asm volatile("bar.sync 1, 96;" ::: "memory");
#else
    asm volatile("bar.sync 1, 64;" ::: "memory");  // BUG: 96 before, 64 here
#endif
  }
  out[threadIdx.x] = 1;
}

static void run() {
  Array<int> out(96);
  pause<<<1, 96>>>(out);
  wait();
}
