// The grid is rounded up, and nothing keeps its last threads from writing.
// expect: Invalid __global__ write of size 4 bytes
// expect: by thread (232,0,0) in block (3,0,0)
// expect: if (i < n)
#include "planted.h"

__global__ void fill(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (i >= n) return;
#endif
  out[i] = i;  // BUG: blocks of 256 threads, 1000 elements
}

static void run() {
  Array<int> out(1000);
  fill<<<4, 256>>>(out, 1000);
  wait();
}
