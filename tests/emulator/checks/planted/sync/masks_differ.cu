// Lanes that run one shuffle together name different sets of lanes.
// expect: Barrier error: the lanes name different masks
#include "planted.h"

__global__ void exchange(const int* in, int* out) {
  const int t = threadIdx.x;
#ifdef FIXED
  const unsigned mask = 0xFFFFFFFF;
#else
  const unsigned mask = t < 16 ? 0xFFFFFFFF : 0xFFFF0000;
#endif
  out[t] = __shfl_sync(mask, in[t], t ^ 1);  // BUG: lane 0 names lane 16, lane 16 not lane 0
}

static void run() {
  Array<int> in(32, 1), out(32);
  exchange<<<1, 32>>>(in, out);
  wait();
}
