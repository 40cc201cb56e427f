// An assertion fails in the kernel.
// expect: assertion.cu:
// expect: block: [0,0,0], thread: [7,0,0] Assertion `in[threadIdx.x] > 0` failed.
#include "planted.h"

__global__ void check(const int* in, int* out) {
  assert(in[threadIdx.x] > 0);  // BUG (its own words): in[7] is 0
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
