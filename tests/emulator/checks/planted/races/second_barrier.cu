// The barrier before the reads is there; the one that keeps the next round from overwriting is not.
// expect: Race on __shared__ memory
// expect: write after read
#include "planted.h"

__global__ void sum_tiles(const int* in, int* out, int tiles) {
  __shared__ int tile[128];
  int sum = 0;
  for (int t = 0; t < tiles; ++t) {
    tile[threadIdx.x] = in[t * 128 + threadIdx.x];  // BUG: others may still read the last round
    __syncthreads();
    for (int i = 0; i < 128; ++i) sum += tile[i];  // BUG: read here
#ifdef FIXED
    __syncthreads();
#endif
  }
  out[threadIdx.x] = sum;
}

static void run() {
  Array<int> in(512, 1), out(128);
  sum_tiles<<<1, 128>>>(in, out, 4);
  wait();
}
