// A spin lock keeps others out, but without fences it does not order what it guards.
// expect: Race on __global__ memory
// expect: __threadfence()
#include "planted.h"

__global__ void add_up(int* lock, int* total) {
  if (threadIdx.x != 0) return;
  while (atomicCAS(lock, 0, 1) != 0) {
  }
#ifdef FIXED
  __threadfence();
#endif
  *total += blockIdx.x;  // BUG: guarded by the lock alone
#ifdef FIXED
  __threadfence();
#endif
  atomicExch(lock, 0);
}

static void run() {
  Array<int> lock(1, 0), total(1, 0);
  add_up<<<8, 32>>>(lock, total);
  wait();
}
