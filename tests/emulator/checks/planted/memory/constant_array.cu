// A table of eight weights, and a ninth neighbour.
// expect: Invalid __constant__ read of size 4 bytes
// expect: variable
#include "planted.h"

__constant__ float weights[8] = {1, 2, 3, 4, 5, 6, 7, 8};

__global__ void apply(const int* neighbour, float* out) {
  out[threadIdx.x] = weights[neighbour[threadIdx.x]];  // BUG: weights[8]
}

static void run() {
#ifdef FIXED
  Array<int> neighbour(32, 7);
#else
  Array<int> neighbour(32, 8);
#endif
  Array<float> out(32);
  apply<<<1, 32>>>(neighbour, out);
  wait();
}
