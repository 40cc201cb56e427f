// A stencil writes over its own input: the block beside may read the old value or the new one.
// expect: Race on __global__ memory
// expect: in different blocks
#include "planted.h"

__global__ void smooth(float* in, float* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  if (i > 0 && i < n - 1) sum = in[i - 1] + in[i] + in[i + 1];  // BUG: neighbours are read
  __syncthreads();
  if (i > 0 && i < n - 1) out[i] = sum / 3;  // BUG: and written
}

static void run() {
  Array<float> data(512, 1), result(512);
#ifdef FIXED
  smooth<<<4, 128>>>(data, result, 512);
#else
  smooth<<<4, 128>>>(data, data, 512);
#endif
  wait();
}
