// All 32 lanes shuffle, and the mask names 16.
// expect: Barrier error: the mask does not name its caller
#include "planted.h"

__global__ void rotate(const int* in, int* out) {
  const int value = in[threadIdx.x];
#ifdef FIXED
  out[threadIdx.x] = __shfl_sync(0xFFFFFFFF, value, threadIdx.x ^ 1);
#else
  out[threadIdx.x] = __shfl_sync(0x0000FFFF, value, threadIdx.x ^ 1);  // BUG: 0x0000FFFF
#endif
}

static void run() {
  Array<int> in(32, 1), out(32);
  rotate<<<1, 32>>>(in, out);
  wait();
}
