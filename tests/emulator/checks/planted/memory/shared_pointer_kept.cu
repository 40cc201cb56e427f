// A pointer into one kernel's shared memory, used by the next kernel.
// expect: Access in the wrong address space: __global__ read of size 4 bytes
// expect: this is an address of shared memory
// expect: it ends with its block
#include "planted.h"

__global__ void publish(int** address, int* global) {
  __shared__ int value[32];
  value[threadIdx.x] = threadIdx.x;
  __syncthreads();
  global[threadIdx.x] = value[31 - threadIdx.x];
#ifdef FIXED
  if (threadIdx.x == 0) *address = global;
#else
  if (threadIdx.x == 0) *address = value;
#endif
}

__global__ void use(int** address, int* out) {
  out[threadIdx.x] = (*address)[threadIdx.x];  // BUG: shared memory ends with its block
}

static void run() {
  Array<int*> address(1);
  Array<int> global(32), out(32);
  publish<<<1, 32>>>(address, global);
  use<<<1, 32>>>(address, out);
  wait();
}
