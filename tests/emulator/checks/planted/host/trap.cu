// The kernel stops itself on bad input.
// expect: The kernel stopped itself (trap)
// expect: by thread (7,0,0) in block (0,0,0)
#include "planted.h"

__global__ void check(const int* in, int* out) {
  if (in[threadIdx.x] == 0) __trap();  // BUG: in[7] is 0
  out[threadIdx.x] = 1;
}

static void run() {
  Array<int> in(32, 1), out(32);
#ifndef FIXED
  cudaMemset(in + 7, 0, sizeof(int));
#endif
  check<<<1, 32>>>(in, out);
  wait();
}
