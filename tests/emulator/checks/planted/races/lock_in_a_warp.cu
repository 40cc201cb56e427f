// The lanes of a warp take turns with a lock in shared memory.
// expect: Race on __shared__ memory: write after read
#include "planted.h"

__global__ void count(int* out) {
  __shared__ int counter;
  if (threadIdx.x == 0) counter = 0;
#ifdef FIXED
  __shared__ int lock;
  if (threadIdx.x == 0) lock = 0;
#endif
  __syncthreads();
  for (bool is_done = false; !is_done;) {
#ifdef FIXED
    if (atomicCAS(&lock, 0, 1) != 0) continue;
    __threadfence_block();
#endif
    counter += 1;  // BUG: all lanes at once
#ifdef FIXED
    __threadfence_block();
    atomicExch(&lock, 0);
#endif
    is_done = true;
  }
  __syncthreads();
  if (threadIdx.x == 0) out[0] = counter;
}

static void run() {
  Array<int> out(1);
  count<<<1, 64>>>(out);
  wait();
}
