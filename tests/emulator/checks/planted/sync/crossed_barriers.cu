// Each warp waits where the other does not: nobody goes on.
// expect: Deadlock
// expect: wait at
#include "planted.h"

__global__ void cross(int* out) {
  if (threadIdx.x < 32) {
    asm volatile("bar.sync 1, 64;" ::: "memory");  // BUG: here the one
    asm volatile("bar.sync 2, 64;" ::: "memory");
  } else {
#ifdef FIXED
    asm volatile("bar.sync 1, 64;" ::: "memory");
    asm volatile("bar.sync 2, 64;" ::: "memory");
#else
    asm volatile("bar.sync 2, 64;" ::: "memory");  // BUG: there the other
    asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
  }
  out[threadIdx.x] = 1;
}

static void run() {
  Array<int> out(64);
  cross<<<1, 64>>>(out);
  wait();
}
