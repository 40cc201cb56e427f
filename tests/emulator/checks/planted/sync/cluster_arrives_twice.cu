// A cluster's barrier is arriving and waiting. A second arrival before a wait is none.
// expect: Barrier error
// expect: barrier.cluster.arrive again before barrier.cluster.wait
#include "planted.h"

__global__ void __cluster_dims__(2, 1, 1) two_steps(int* out) {
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");
  out[blockIdx.x * 32 + threadIdx.x] = 1;
#ifdef FIXED
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
#endif
  asm volatile("barrier.cluster.arrive.aligned;" ::: "memory");  // BUG: again
  asm volatile("barrier.cluster.wait.aligned;" ::: "memory");
}

static void run() {
  Array<int> out(64);
  two_steps<<<2, 32>>>(out);
  wait();
}
