// The last block adds up what the others left. Without a fence, their sums may arrive after the count.
// varies: which block is the last one
// expect: Race on __global__ memory: write against read
// expect: __threadfence()
#include "planted.h"

__device__ unsigned arrived;

__global__ void sum_blocks(const int* in, int* partial, int* out) {
  __shared__ bool is_last;
  const int t = threadIdx.x;
  if (t == 0) {
    partial[blockIdx.x] = in[blockIdx.x];  // BUG: written
#ifdef FIXED
    __threadfence();
#endif
    is_last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    int sum = 0;
    for (int block = 0; block < gridDim.x; ++block) sum += partial[block];  // BUG: read
    *out = sum;
  }
}

static void run() {
  Array<int> in(16, 1), partial(16), out(1);
  sum_blocks<<<16, 32>>>(in, partial, out);
  wait();
}
