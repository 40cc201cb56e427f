// A stencil that looks one row down, also in the last row.
// expect: Invalid __global__ read of size 4 bytes
#include "planted.h"

__global__ void blur(const float* in, float* out, int width, int height) {
  const int x = threadIdx.x, y = blockIdx.x;
#ifdef FIXED
  const int below = y + 1 < height ? y + 1 : y;
#else
  const int below = y + 1;
#endif
  out[y * width + x] = in[y * width + x] + in[below * width + x];  // BUG: row `height`
}

static void run() {
  Array<float> in(32 * 16, 1), out(32 * 16);
  blur<<<16, 32>>>(in, out, 32, 16);
  wait();
}
