// A tile without room for its halo.
// expect: Invalid __shared__ write of size 4 bytes
// expect: by thread (127,0,0) in block (0,0,0)
// expect: of which the block has 512 bytes
#include "planted.h"

__global__ void shift(const int* in, int* out) {
#ifdef FIXED
  __shared__ int tile[129];
#else
  __shared__ int tile[128];
#endif
  if (threadIdx.x == 0) tile[0] = 0;
  tile[threadIdx.x + 1] = in[threadIdx.x];  // BUG: tile[128]
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

static void run() {
  Array<int> in(128, 1), out(128);
  shift<<<1, 128>>>(in, out);
  wait();
}
