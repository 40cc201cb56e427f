// Every thread has its own number of rounds, with a barrier in each.
// expect: Barrier error: divergent threads in the warp
#include "planted.h"

__global__ void rounds(const int* count, int* out) {
  int sum = 0;
#ifdef FIXED
  for (int round = 0; round < 4; ++round) {
    if (round < count[threadIdx.x]) sum += round;
    __syncthreads();
  }
#else
  for (int round = 0; round < count[threadIdx.x]; ++round) {
    sum += round;
    __syncthreads();  // BUG: some threads have left the loop
  }
#endif
  out[threadIdx.x] = sum;
}

__global__ void set_counts(int* count) { count[threadIdx.x] = threadIdx.x % 4 + 1; }

static void run() {
  Array<int> count(64), out(64);
  set_counts<<<1, 64>>>(count);
  rounds<<<1, 64>>>(count, out);
  wait();
}
