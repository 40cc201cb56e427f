// Both ways through the kernel free the buffer.
// expect: Invalid free
// expect: freed before
#include "planted.h"

__global__ void use_heap(int n, int* out) {
  int* buffer = static_cast<int*>(malloc(64));
  buffer[n] = threadIdx.x;
  out[threadIdx.x] = buffer[n];
#ifndef FIXED
  if (out[threadIdx.x] == threadIdx.x) free(buffer);
#endif
  free(buffer);  // BUG: the second time
}

static void run() {
  Array<int> out(32);
  use_heap<<<1, 32>>>(3, out);
  wait();
}
