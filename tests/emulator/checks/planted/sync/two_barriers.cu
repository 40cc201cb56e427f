// Both ways have a barrier, but not the same one.
// expect: Barrier error: different barriers meet
#include "planted.h"

__global__ void both_ways(const int* in, int* out) {
  __shared__ int tile[64];
  const int t = threadIdx.x;
#ifdef FIXED
  tile[t] = t < 32 ? in[t] : -in[t];
  __syncthreads();
  out[t] = tile[63 - t];
#else
  if (t < 32) {
    tile[t] = in[t];
    __syncthreads();  // BUG: this barrier
    out[t] = tile[63 - t];
  } else {
    tile[t] = -in[t];
    __syncthreads();  // BUG: and this one
    out[t] = 2 * tile[63 - t];
  }
#endif
}

static void run() {
  Array<int> in(64, 1), out(64);
  both_ways<<<1, 64>>>(in, out);
  wait();
}
