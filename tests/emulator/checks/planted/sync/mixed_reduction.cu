// Some threads wait at a plain barrier, others at one that counts.
// expect: Barrier error: different barriers meet
#include "planted.h"

__global__ void count(const int* in, int* out) {
#ifdef FIXED
  out[threadIdx.x] = __syncthreads_count(in[threadIdx.x]);
#else
  if (threadIdx.x < 32) {
    out[threadIdx.x] = __syncthreads_count(in[threadIdx.x]);  // BUG: counts
  } else {
    __syncthreads();  // BUG: does not
    out[threadIdx.x] = 0;
  }
#endif
}

static void run() {
  Array<int> in(64, 1), out(64);
  count<<<1, 64>>>(in, out);
  wait();
}
