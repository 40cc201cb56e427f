// The input is freed before the second launch.
// expect: Invalid __global__ read of size 4 bytes
// expect: lies in memory that was freed
#include "planted.h"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // BUG: `in` is gone in the second launch
}

static void run() {
  Array<int> out(32);
  int* in;
  cudaMalloc(&in, 32 * sizeof(int));
  cudaMemset(in, 0, 32 * sizeof(int));
  copy<<<1, 32>>>(in, out);
#ifdef FIXED
  copy<<<1, 32>>>(in, out);
  cudaFree(in);
#else
  cudaFree(in);
  copy<<<1, 32>>>(in, out);
#endif
  wait();
}
