// A __device__ array smaller than the block.
// expect: Invalid __global__ write of size 4 bytes
// expect: variable
#include "planted.h"

__device__ int results[32];

__global__ void fill() {
#ifdef FIXED
  if (threadIdx.x >= 32) return;
#endif
  results[threadIdx.x] = threadIdx.x;  // BUG: results[32]
}

static void run() {
  fill<<<1, 64>>>();
  wait();
}
