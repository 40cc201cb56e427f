// Threads beyond the end return before the barrier.
// expect: Barrier warning: divergent threads in the block
// expect: ended before
#include "planted.h"

__global__ void shift(const int* in, int* out, int n) {
  __shared__ int tile[128];
  const int i = threadIdx.x;
#ifdef FIXED
  if (i < n) tile[i] = in[i];
  __syncthreads();
  if (i < n) out[i] = tile[(i + 1) % n];
#else
  if (i >= n) return;
  tile[i] = in[i];
  __syncthreads();  // BUG: threads 96 to 127 have returned
  out[i] = tile[(i + 1) % n];
#endif
}

static void run() {
  Array<int> in(128, 1), out(128);
  shift<<<1, 128>>>(in, out, 96);
  wait();
}
