// n / 256 blocks are none at all for 100 elements.
// expect: the grid (0, 1, 1) is empty
// expect: (n + block - 1) / block
#include "planted.h"

__global__ void fill(int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = i;
}

static void run() {
  const int n = 100;
  Array<int> out(n);
#ifdef FIXED
  fill<<<(n + 255) / 256, 256>>>(out, n);
#else
  fill<<<n / 256, 256>>>(out, n);  // BUG (host): rounded down
#endif
  wait();
}
