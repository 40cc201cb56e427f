// __syncwarp orders a warp; the value crosses to another one.
// expect: Race on __shared__ memory: read after write
// expect: put __syncthreads()
#include "planted.h"

__global__ void exchange(const int* in, int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = in[threadIdx.x];  // BUG: written by one warp
#ifdef FIXED
  __syncthreads();
#else
  __syncwarp();
#endif
  out[threadIdx.x] = tile[threadIdx.x ^ 32];  // BUG: read by the other
}

static void run() {
  Array<int> in(64, 1), out(64);
  exchange<<<1, 64>>>(in, out);
  wait();
}
