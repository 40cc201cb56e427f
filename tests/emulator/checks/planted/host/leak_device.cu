// A buffer from cudaMalloc that nobody frees.
// expect: Leaked 4096 bytes of device memory (cudaMalloc)
// expect: run()
// expect: What to do
#include "planted.h"

static void run() {
  int* data;
  cudaMalloc(&data, 4096);  // BUG (host): no cudaFree
  cudaMemset(data, 0, 4096);
#ifdef FIXED
  cudaFree(data);
#endif
  wait();
}
