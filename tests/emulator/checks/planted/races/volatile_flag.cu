// A volatile flag says that the data is there; nothing says that the data comes first.
// expect: Race on __global__ memory: write against read
// expect: __threadfence()
#include "planted.h"

__global__ void hand_over(int* data, volatile int* flag, int* out) {
  if (threadIdx.x != 0) return;
  if (blockIdx.x == 0) {
    *data = 42;  // BUG: written
#ifdef FIXED
    __threadfence();
#endif
    *flag = 1;
  } else {
    while (*flag == 0) {
    }
#ifdef FIXED
    __threadfence();
#endif
    *out = *data;  // BUG: read
  }
}

static void run() {
  Array<int> data(1, 0), flag(1, 0), out(1);
  hand_over<<<2, 32>>>(data, flag, out);
  wait();
}
