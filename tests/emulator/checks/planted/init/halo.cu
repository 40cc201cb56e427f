// The tile has a halo on both sides, and the right one is never loaded.
// expect: Uninitialized __shared__ memory read of size 4 bytes
// expect: first by thread (127,0,0) in block (0,0,0)
#include "planted.h"

__global__ void smooth(const float* in, float* out, int n) {
  __shared__ float tile[130];
  const int i = blockIdx.x * blockDim.x + threadIdx.x, t = threadIdx.x + 1;
  tile[t] = in[i];
  if (threadIdx.x == 0) tile[0] = i > 0 ? in[i - 1] : 0;
#ifdef FIXED
  if (threadIdx.x == 127) tile[129] = i + 1 < n ? in[i + 1] : 0;
#endif
  __syncthreads();
  out[i] = tile[t - 1] + tile[t] + tile[t + 1];  // BUG: tile[129]
}

static void run() {
  Array<float> in(256, 1), out(256);
  smooth<<<2, 128>>>(in, out, 256);
  wait();
}
