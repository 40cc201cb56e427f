// The first thread looks at its left neighbour.
// expect: Invalid __global__ read of size 4 bytes
// expect: by thread (0,0,0) in block (0,0,0)
// expect: is 4 bytes before the nearest allocation
// expect: index below zero
#include "planted.h"

__global__ void difference(const float* in, float* out) {
  const int i = threadIdx.x;
#ifdef FIXED
  out[i] = i > 0 ? in[i] - in[i - 1] : 0;
#else
  out[i] = in[i] - in[i - 1];  // BUG: in[-1]
#endif
}

static void run() {
  Array<float> in(64, 1), out(64);
  difference<<<1, 64>>>(in, out);
  wait();
}
