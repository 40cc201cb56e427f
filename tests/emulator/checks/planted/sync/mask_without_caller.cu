// The upper half of the warp calls __syncwarp with the lower half's mask.
// expect: Barrier error: the mask does not name its caller
// expect: by thread (16,0,0) in block (0,0,0)
#include "planted.h"

__global__ void halves(const int* in, int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  tile[t] = in[t];
#ifdef FIXED
  __syncwarp();
#else
  __syncwarp(0x0000FFFF);  // BUG: lanes 16 to 31 are not in it
#endif
  out[t] = tile[t];
}

static void run() {
  Array<int> in(32, 1), out(32);
  halves<<<1, 32>>>(in, out);
  wait();
}
