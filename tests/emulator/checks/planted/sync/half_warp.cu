// Half of a warp comes to the barrier.
// expect: Barrier error: divergent threads in the warp
#include "planted.h"

__global__ void add(const int* in, int* out) {
  __shared__ int tile[16];
  if (threadIdx.x < 16) {
    tile[threadIdx.x] = in[threadIdx.x];
#ifndef FIXED
    __syncthreads();  // BUG: for 16 threads of 32
    out[threadIdx.x] = tile[15 - threadIdx.x];
  }
#else
  }
  __syncthreads();
  if (threadIdx.x < 16) out[threadIdx.x] = tile[15 - threadIdx.x];
#endif
}

static void run() {
  Array<int> in(16, 1), out(16);
  add<<<1, 32>>>(in, out);
  wait();
}
