// The second phase of a kernel reads what other blocks wrote in the first.
// expect: Race on __global__ memory
// expect: in different blocks
#include "planted.h"

__device__ unsigned gate;

__global__ void two_phases(const int* in, int* middle, int* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  middle[i] = 2 * in[i];  // BUG: first phase
  __syncthreads();
#ifdef FIXED
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(&gate, 1u);
    while (atomicAdd(&gate, 0u) < gridDim.x) {
    }
    __threadfence();
  }
  __syncthreads();
#endif
  out[i] = middle[n - 1 - i];  // BUG: second phase
}

static void run() {
  Array<int> in(256, 1), middle(256, 0), out(256);
  two_phases<<<2, 128>>>(in, middle, out, 256);
  wait();
}
