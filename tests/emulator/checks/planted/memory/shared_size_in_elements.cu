// The third launch argument counts bytes; the host passes elements.
// expect: Invalid __shared__ write of size 4 bytes
// expect: of which the block has 128 bytes
// expect: size in bytes as the third launch argument
#include "planted.h"

__global__ void reverse(const int* in, int* out) {
  extern __shared__ int buffer[];
  buffer[threadIdx.x] = in[threadIdx.x];  // BUG: 128 bytes hold 32 of the 128 elements
  __syncthreads();
  out[threadIdx.x] = buffer[blockDim.x - 1 - threadIdx.x];
}

static void run() {
  Array<int> in(128, 1), out(128);
#ifdef FIXED
  reverse<<<1, 128, 128 * sizeof(int)>>>(in, out);
#else
  reverse<<<1, 128, 128>>>(in, out);
#endif
  wait();
}
