// Two of the block's four warps never come to the barrier.
// expect: Barrier warning: divergent threads in the block
// expect: 64 of the block's 128 threads
#include "planted.h"

__global__ void add(const int* in, int* out) {
  __shared__ int tile[64];
  if (threadIdx.x < 64) {
    tile[threadIdx.x] = in[threadIdx.x];
#ifndef FIXED
    __syncthreads();  // BUG: for the first 64 threads only
    out[threadIdx.x] = tile[63 - threadIdx.x];
  }
#else
  }
  __syncthreads();
  if (threadIdx.x < 64) out[threadIdx.x] = tile[63 - threadIdx.x];
#endif
}

static void run() {
  Array<int> in(64, 1), out(64);
  add<<<1, 128>>>(in, out);
  wait();
}
