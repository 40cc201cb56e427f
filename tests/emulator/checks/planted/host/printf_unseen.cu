// What the kernel prints is shown when the host waits. This host does not.
// expect: a kernel printed 32 lines that were never shown
// expect: cudaDeviceSynchronize()
#include "planted.h"

__global__ void greet() { printf("thread %d\n", threadIdx.x); }

static void run() {
  greet<<<1, 32>>>();  // BUG (host): nobody waits
#ifdef FIXED
  cudaDeviceSynchronize();
#endif
}
