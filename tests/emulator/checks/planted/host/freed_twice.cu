// Two owners of one pointer, and both free it.
// expect: cudaFree
// expect: was freed before
#include "planted.h"

static void run() {
  int* data;
  cudaMalloc(&data, 64);
  cudaFree(data);
#ifndef FIXED
  cudaFree(data);  // BUG (host): once more
#endif
  wait();
}
