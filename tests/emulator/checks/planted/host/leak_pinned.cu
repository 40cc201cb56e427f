// Pinned and managed memory leak, too.
// expect: Leaked 1000 bytes of pinned host memory
// expect: Leaked 2000 bytes of managed memory (cudaMallocManaged)
#include "planted.h"

static void run() {
  char *pinned, *managed;
  cudaMallocHost(&pinned, 1000);      // BUG (host): no cudaFreeHost
  cudaMallocManaged(&managed, 2000);  // BUG (host): no cudaFree
#ifdef FIXED
  cudaFreeHost(pinned);
  cudaFree(managed);
#endif
  wait();
}
