// The guard lets one thread too many pass.
// expect: Invalid __global__ read of size 4 bytes
// expect: by thread (100,0,0) in block (0,0,0)
// expect: is 1 byte after the nearest allocation
#include "planted.h"

__global__ void scale(const float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
#ifdef FIXED
  if (i < n)
#else
  if (i <= n)
#endif
    out[i] = 2 * in[i];  // BUG: in[n] does not exist
}

static void run() {
  Array<float> in(100, 1), out(101);
  scale<<<1, 128>>>(in, out, 100);
  wait();
}
