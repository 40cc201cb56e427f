// atomicAdd_block is atomic among the threads of one block only.
// expect: Race on __global__ memory
// expect: of its block only
#include "planted.h"

__global__ void count(int* total) {
#ifdef FIXED
  atomicAdd(total, 1);
#else
  atomicAdd_block(total, 1);  // BUG: two blocks add
#endif
}

static void run() {
  Array<int> total(1, 0);
  count<<<4, 64>>>(total);
  wait();
}
