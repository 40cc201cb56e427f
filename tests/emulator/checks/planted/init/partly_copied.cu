// cudaMemcpy counts bytes; the host passes elements.
// expect: Uninitialized __global__ memory read of size 4 bytes
// expect: first by thread (16,0,0) in block (0,0,0)
// expect: byte 64 of allocation
#include "planted.h"

__global__ void copy(const float* in, float* out) {
  out[threadIdx.x] = in[threadIdx.x];  // BUG: a quarter of `in` was copied
}

static void run() {
  const std::vector<float> host(64, 1);
  Array<float> in(64), out(64);
#ifdef FIXED
  cudaMemcpy(in, host.data(), 64 * sizeof(float), cudaMemcpyHostToDevice);
#else
  cudaMemcpy(in, host.data(), 64, cudaMemcpyHostToDevice);
#endif
  copy<<<1, 64>>>(in, out);
  wait();
}
