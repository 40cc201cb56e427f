// Every thread that finds the value writes the same 1. The memory model calls that a race all the same.
// expect: Race on __global__ memory: write against write
// expect: atomic
#include "planted.h"

__global__ void contains(const int* in, int value, int* found) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (in[i] == value) atomicExch(found, 1);
#else
  if (in[i] == value) *found = 1;  // BUG: several threads write
#endif
}

static void run() {
  Array<int> in(256, 7), found(1, 0);
  contains<<<2, 128>>>(in, 7, found);
  wait();
}
