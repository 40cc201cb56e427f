// Every block counts itself, without an atomic.
// expect: Race on __global__ memory
// expect: in different blocks
#include "planted.h"

__global__ void count_blocks(int* count) {
  if (threadIdx.x == 0) {
#ifdef FIXED
    atomicAdd(count, 1);
#else
    *count = *count + 1;  // BUG: read and written by every block
#endif
  }
}

static void run() {
  Array<int> count(1, 0);
  count_blocks<<<16, 32>>>(count);
  wait();
}
