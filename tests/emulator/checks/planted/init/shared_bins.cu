// Bins in shared memory that nobody set to zero.
// expect: Uninitialized __shared__ memory read of size 4 bytes
// expect: write every element of the __shared__ array
#include "planted.h"

__global__ void histogram(const int* values, int* out) {
  __shared__ int bins[16];
#ifdef FIXED
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
#endif
  atomicAdd(&bins[values[threadIdx.x]], 1);  // BUG: adds to what was there
  __syncthreads();
  if (threadIdx.x < 1) out[threadIdx.x] = bins[values[threadIdx.x]];
}

static void run() {
  Array<int> values(128, 3), out(16);
  histogram<<<1, 128>>>(values, out);
  wait();
}
