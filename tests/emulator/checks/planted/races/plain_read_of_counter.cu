// One block adds atomically, another reads plainly.
// expect: Race on __global__ memory
// expect: in different blocks
#include "planted.h"

__global__ void progress(int* done, int* seen) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x != 3) {
    atomicAdd(done, 1);  // BUG: atomic
  } else {
#ifdef FIXED
    *seen = atomicAdd(done, 0);
#else
    *seen = *done;  // BUG: not atomic
#endif
  }
}

static void run() {
  Array<int> done(1, 0), seen(1);
  progress<<<4, 32>>>(done, seen);
  wait();
}
