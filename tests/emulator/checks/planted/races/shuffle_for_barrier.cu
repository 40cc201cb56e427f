// A shuffle makes the lanes of a warp meet, but their writes to memory need not have arrived by then.
// expect: Race on __shared__ memory: read after write
// expect: __syncwarp()
#include "planted.h"

__global__ void reverse(const int* in, int* out) {
  __shared__ int part[32];
  const int t = threadIdx.x;
  part[t] = in[t];  // BUG: not yet there for the others
  const int first = __shfl_sync(~0u, in[t], 0);
#ifdef FIXED
  __syncwarp();
#endif
  out[t] = part[31 - t] - first;  // BUG: written by another lane
}

static void run() {
  Array<int> in(32, 1), out(32);
  reverse<<<1, 32>>>(in, out);
  wait();
}
