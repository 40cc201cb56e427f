// More than 48 KB of dynamic shared memory need a word before the launch.
// expect: 65536 bytes of dynamic shared memory were asked for
// expect: cudaFuncAttributeMaxDynamicSharedMemorySize
#include "planted.h"

__global__ void fill(int* out) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = buffer[31 - threadIdx.x];
}

static void run() {
  Array<int> out(32);
#ifdef FIXED
  cudaFuncSetAttribute(fill, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
#endif
  fill<<<1, 32, 65536>>>(out);  // BUG (host): 64 KB without the attribute
  wait();
}
