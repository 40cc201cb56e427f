// The last steps of a reduction trust that a warp runs in step. Since Volta it need not.
// expect: Race on __shared__ memory
// expect: __syncwarp()
#include "planted.h"

__global__ void reduce(const int* in, int* out) {
  __shared__ int part[64];
  const int t = threadIdx.x;
  part[t] = in[t];
  part[t + 32] = in[t + 32];
  for (int width = 32; width > 0; width /= 2) {
#ifdef FIXED
    __syncwarp();
#endif
    const int other = part[t + width];  // BUG: written by a neighbour in the last step
#ifdef FIXED
    __syncwarp();
#endif
    part[t] += other;  // BUG: read by a neighbour in this step
  }
  if (t == 0) *out = part[0];
}

static void run() {
  Array<int> in(64, 1), out(1);
  reduce<<<1, 32>>>(in, out);
  wait();
}
