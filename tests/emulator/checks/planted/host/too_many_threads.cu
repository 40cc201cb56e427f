// A block of 2048 threads never starts, and the host does not look.
// expect: has 2048 threads, and a block has at most 1024
#include "planted.h"

__global__ void fill(int* out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }

static void run() {
  Array<int> out(2048);
#ifdef FIXED
  fill<<<2, 1024>>>(out);
#else
  fill<<<1, 2048>>>(out);  // BUG (host): a block is too large
#endif
  wait();
}
