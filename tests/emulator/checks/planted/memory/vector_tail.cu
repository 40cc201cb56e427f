// float4 loads of 30 floats: the last one reaches past the end.
// expect: Invalid __global__ read of size 16 bytes
// expect: ends 8 bytes past its end
#include "planted.h"

__global__ void sum_fours(const float* in, float* out, int n) {
  const int i = threadIdx.x;
#ifdef FIXED
  if (4 * i + 3 < n) {
#else
  if (4 * i < n) {
#endif
    const float4 four = reinterpret_cast<const float4*>(in)[i];  // BUG: elements 28 to 31 of 30
    out[i] = four.x + four.y + four.z + four.w;
  }
}

static void run() {
  Array<float> in(30, 1), out(8);
  sum_fours<<<1, 8>>>(in, out, 30);
  wait();
}
