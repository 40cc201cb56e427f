// cudaMemset of n bytes clears a quarter of n ints.
// expect: Uninitialized __global__ memory read of size 4 bytes
#include "planted.h"

__global__ void add_one(int* data) {
  ++data[threadIdx.x];  // BUG: only data[0] to data[15] were cleared
}

static void run() {
  Array<int> data(64);
#ifdef FIXED
  cudaMemset(data, 0, 64 * sizeof(int));
#else
  cudaMemset(data, 0, 64);
#endif
  add_one<<<1, 64>>>(data);
  wait();
}
