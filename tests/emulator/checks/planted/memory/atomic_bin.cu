// 256 bins, and a value of 256.
// expect: Invalid __global__ atomic of size 4 bytes
#include "planted.h"

__global__ void histogram(const int* values, unsigned* bins) {
#ifdef FIXED
  if (values[threadIdx.x] >= 256) return;
#endif
  atomicAdd(&bins[values[threadIdx.x]], 1u);  // BUG: bins[256]
}

static void run() {
  Array<int> values(64, 256);
  Array<unsigned> bins(256, 0);
  histogram<<<1, 64>>>(values, bins);
  wait();
}
