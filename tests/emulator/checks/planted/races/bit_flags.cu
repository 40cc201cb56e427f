// Eight flags share a byte: setting one reads and writes the other seven.
// expect: Race on __shared__ memory
#include "planted.h"

__global__ void set_flags(const int* in, int* out) {
  __shared__ unsigned flags[4];
  if (threadIdx.x < 4) flags[threadIdx.x] = 0;
  __syncthreads();
#ifdef FIXED
  if (in[threadIdx.x] > 0) atomicOr(&flags[threadIdx.x / 32], 1u << threadIdx.x % 32);
#else
  if (in[threadIdx.x] > 0) flags[threadIdx.x / 32] |= 1u << threadIdx.x % 32;  // BUG: not atomic
#endif
  __syncthreads();
  if (threadIdx.x < 4) out[threadIdx.x] = flags[threadIdx.x];
}

static void run() {
  Array<int> in(128, 1), out(4);
  set_flags<<<1, 128>>>(in, out);
  wait();
}
