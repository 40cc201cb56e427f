// A list is freed before its last value is read.
// expect: Invalid __global__ read of size 4 bytes
// expect: was freed
#include "planted.h"

__global__ void use_heap(int n, int* out) {
  volatile int* buffer = static_cast<volatile int*>(malloc(64));
  buffer[n] = threadIdx.x;
#ifdef FIXED
  out[threadIdx.x] = buffer[n];
  free(const_cast<int*>(buffer));
#else
  free(const_cast<int*>(buffer));
  out[threadIdx.x] = buffer[n];  // BUG: freed in the line before
#endif
}

static void run() {
  Array<int> out(32);
  use_heap<<<1, 32>>>(3, out);
  wait();
}
