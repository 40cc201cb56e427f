// Blocks of 128 threads whose pieces start 120 elements apart.
// expect: Race on __global__ memory: write against write
// expect: in different blocks
#include "planted.h"

__global__ void fill(int* out) {
#ifdef FIXED
  const int start = blockIdx.x * blockDim.x;
#else
  const int start = blockIdx.x * 120;
#endif
  out[start + threadIdx.x] = blockIdx.x;  // BUG: eight elements belong to two blocks
}

static void run() {
  Array<int> out(512);
  fill<<<4, 128>>>(out);
  wait();
}
