// The mask names all 32 lanes, and half of them go past the branch.
// expect: Barrier error: lanes that the mask names never come
// expect: waited for lanes 16-31 of its warp
#include "planted.h"

__global__ void lower_half(const int* in, int* out) {
  const int t = threadIdx.x;
  int value = in[t];
  if (t < 16) {
#ifdef FIXED
    value += __shfl_xor_sync(0x0000FFFF, value, 8);
#else
    value += __shfl_xor_sync(0xFFFFFFFF, value, 8);  // BUG: lanes 16 to 31 are not here
#endif
  }
  out[t] = value;
}

static void run() {
  Array<int> in(32, 1), out(32);
  lower_half<<<1, 32>>>(in, out);
  wait();
}
