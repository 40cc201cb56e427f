// The last warp of a block sums what the others found. A counter tells it that it is the last, and fences around the counter that
// the sums are there.
// expect: Race on __shared__ memory: read after write
#include "planted.h"

__global__ void sum(const int* in, int* out) {
  __shared__ int sums[4], done;
  if (threadIdx.x == 0) done = 0;
  __syncthreads();
  if (threadIdx.x % 32 != 0) return;
  const int warp = threadIdx.x / 32;
  int mine = 0;
  for (int i = 0; i < 32; ++i) mine += in[32 * warp + i];
  sums[warp] = mine;  // BUG: counted before it is there
#ifdef FIXED
  __threadfence_block();
#endif
  const bool is_last = atomicAdd(&done, 1) == 3;
#ifdef FIXED
  __threadfence_block();
#endif
  if (!is_last) return;
  int all = 0;
  for (int other = 0; other < 4; ++other) {
    all += sums[other];  // BUG: need not be there
  }
  out[0] = all;
}

static void run() {
  Array<int> in(128, 1), out(1);
  sum<<<1, 128>>>(in, out);
  wait();
}
