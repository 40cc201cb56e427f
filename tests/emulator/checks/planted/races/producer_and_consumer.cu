// A warp fills a buffer, another empties it, turn by turn. It says that the buffer is empty when it has read it, and not before.
// expect: Race on __shared__ memory: write after read
#include "planted.h"

__global__ void pass_on(const int* in, int* out, int turns) {
  __shared__ int buffer[32];
  const int lane = threadIdx.x % 32;
  if (threadIdx.x < 32) {
    for (int turn = 0; turn < turns; ++turn) {
      buffer[lane] = in[32 * turn + lane];             // BUG: it may still be read
      asm volatile("bar.arrive 1, 64;" ::: "memory");  // Full.
      asm volatile("bar.sync 2, 64;" ::: "memory");    // Empty?
    }
  } else {
    for (int turn = 0; turn < turns; ++turn) {
      asm volatile("bar.sync 1, 64;" ::: "memory");  // Full?
#ifndef FIXED
      asm volatile("bar.arrive 2, 64;" ::: "memory");
#endif
      out[32 * turn + lane] = buffer[31 - lane];  // BUG: it may be filled again
#ifdef FIXED
      asm volatile("bar.arrive 2, 64;" ::: "memory");  // Empty.
#endif
    }
  }
}

static void run() {
  Array<int> in(128, 1), out(128);
  pass_on<<<1, 64>>>(in, out, 4);
  wait();
}
