// A tile is read by columns before all of its rows are there.
// expect: Race on __shared__ memory: read after write
#include "planted.h"

__global__ void transpose(const float* in, float* out) {
  __shared__ float tile[16][17];
  const int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];  // BUG: written by rows
#ifdef FIXED
  __syncthreads();
#else
  __syncwarp();  // a warp is two rows of sixteen
#endif
  out[y * 16 + x] = tile[x][y];  // BUG: read by columns
}

static void run() {
  Array<float> in(256, 1), out(256);
  transpose<<<1, dim3(16, 16)>>>(in, out);
  wait();
}
