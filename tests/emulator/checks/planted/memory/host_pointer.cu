// The host's own array, passed to a kernel.
// expect: Invalid __global__ read of size 4 bytes
// expect: this address belongs to the host
#include "planted.h"

__global__ void copy(const int* in, int* out) {
  out[threadIdx.x] = in[threadIdx.x];  // BUG: `in` is a host pointer
}

static void run() {
  const std::vector<int> host(32, 1);
  Array<int> in(32, 1), out(32);
#ifdef FIXED
  copy<<<1, 32>>>(in, out);
#else
  copy<<<1, 32>>>(host.data(), out);
#endif
  wait();
}
