// Managed memory has an end, too.
// expect: Invalid __global__ write of size 8 bytes
// expect: cudaMallocManaged
#include "planted.h"

__global__ void fill(double* out, int n) {
#ifdef FIXED
  if (threadIdx.x >= n) return;
#endif
  out[threadIdx.x] = 1;  // BUG: out[20]
}

static void run() {
  double* out;
  cudaMallocManaged(&out, 20 * sizeof(double));
  fill<<<1, 32>>>(out, 20);
  wait();
  cudaFree(out);
}
