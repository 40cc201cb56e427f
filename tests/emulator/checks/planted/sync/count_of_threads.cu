// A barrier counts whole warps; 48 threads are one and a half.
// expect: Barrier error
// expect: no multiple of 32
#include "planted.h"

__global__ void pause(int count, int* out) {
  asm volatile("bar.sync 1, %0;" ::"r"(count) : "memory");  // BUG: the host asks for 48
  out[threadIdx.x] = 1;
}

static void run() {
  Array<int> out(64);
#ifdef FIXED
  pause<<<1, 64>>>(64, out);
#else
  pause<<<1, 64>>>(48, out);
#endif
  wait();
}
