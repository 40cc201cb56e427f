// Bins in global memory, counted up without atomics.
// expect: Race on __global__ memory
// expect: in different blocks
#include "planted.h"

__global__ void histogram(const int* values, int* bins) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  atomicAdd(&bins[values[i]], 1);
#else
  ++bins[values[i]];  // BUG: not atomic
#endif
}

static void run() {
  Array<int> values(256, 3), bins(16, 0);
  histogram<<<8, 32>>>(values, bins);
  wait();
}
