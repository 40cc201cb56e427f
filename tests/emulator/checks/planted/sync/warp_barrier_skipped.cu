// __syncwarp() without a mask waits for 32 lanes; only some of them are in the branch.
// expect: Barrier error: lanes that the mask names never come
#include "planted.h"

__global__ void odd_ones(const int* in, int* out) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  int value = in[t];
#ifdef FIXED
  if (t % 2 == 0) {
    out[t] = value;
    return;  // After work of their own, whenever that is done.
  }
#endif
  if (t % 2 == 1) {
    tile[t] = value;
    __syncwarp();  // BUG: the even lanes never come, and go on
    value = tile[t ^ 2];
  }
  out[t] = value;
}

static void run() {
  Array<int> in(32, 1), out(32);
  odd_ones<<<1, 32>>>(in, out);
  wait();
}
