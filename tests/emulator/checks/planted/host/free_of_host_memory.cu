// Pinned host memory, given back with the device's call.
// expect: cudaFree
// expect: cudaFreeHost
#include "planted.h"

static void run() {
  int* data;
  cudaMallocHost(&data, 64);
#ifndef FIXED
  cudaFree(data);  // BUG (host): cudaFreeHost
#endif
  cudaFreeHost(data);
  wait();
}
