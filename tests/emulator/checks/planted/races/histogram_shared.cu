// Bins in shared memory, counted up without atomics.
// expect: Race on __shared__ memory
// expect: atomic
#include "planted.h"

__global__ void histogram(const int* values, int* out) {
  __shared__ int bins[16];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  __syncthreads();
#ifdef FIXED
  atomicAdd(&bins[values[threadIdx.x]], 1);
#else
  bins[values[threadIdx.x]] += 1;  // BUG: threads of equal values meet
#endif
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = bins[threadIdx.x];
}

static void run() {
  Array<int> values(128, 3), out(16);
  histogram<<<1, 128>>>(values, out);
  wait();
}
