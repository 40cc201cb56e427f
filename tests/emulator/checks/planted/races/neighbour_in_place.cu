// One block shifts an array in place: a thread may overwrite what its neighbour has yet to read.
// expect: Race on __global__ memory
// expect: __syncthreads()
#include "planted.h"

__global__ void shift_left(int* data, int n) {
  const int i = threadIdx.x;
  int next = 0;
  if (i + 1 < n) next = data[i + 1];  // BUG: read here
#ifdef FIXED
  __syncthreads();
#endif
  if (i + 1 < n) data[i] = next;  // BUG: written by the neighbour
}

static void run() {
  Array<int> data(128, 1);
  shift_left<<<1, 128>>>(data, 128);
  wait();
}
