// A float4 that starts at the second float.
// expect: Misaligned __global__ read of size 16 bytes
// expect: is 4 bytes past a multiple of 16
#include "planted.h"

__global__ void sum(const float* in, float* out) {
#ifdef FIXED
  const float4 four = *reinterpret_cast<const float4*>(in + 4 * threadIdx.x);
#else
  const float4 four = *reinterpret_cast<const float4*>(in + 1 + 4 * threadIdx.x);  // BUG: in + 1
#endif
  out[threadIdx.x] = four.x + four.y + four.z + four.w;
}

static void run() {
  Array<float> in(132, 1), out(32);
  sum<<<1, 32>>>(in, out);
  wait();
}
