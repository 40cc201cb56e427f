// The fence is there, but only thread 0's own part is: nobody waited for the other warps.
// varies: which block is the last one
// expect: Race on __global__ memory: write against read
#include "planted.h"

__device__ unsigned arrived;

__global__ void sum_blocks(const int* in, int* partial, int* out) {
  __shared__ bool is_last;
  const int t = threadIdx.x;
  partial[blockIdx.x * 64 + t] = in[t];  // BUG: written by both warps
#ifdef FIXED
  __syncthreads();
#endif
  if (t == 0) {
    __threadfence();
    is_last = atomicAdd(&arrived, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (is_last && t == 0) {
    int sum = 0;
    for (int i = 0; i < gridDim.x * 64; ++i) sum += partial[i];  // BUG: read
    *out = sum;
  }
}

static void run() {
  Array<int> in(64, 1), partial(64 * 4), out(1);
  sum_blocks<<<4, 64>>>(in, partial, out);
  wait();
}
