// An atomic needs a start, too.
// expect: Uninitialized __global__ memory read of size 4 bytes
#include "planted.h"

__global__ void count(const int* in, unsigned* positive) {
  if (in[threadIdx.x] > 0) atomicAdd(positive, 1u);  // BUG: the counter was never set
}

static void run() {
  Array<int> in(64, 1);
#ifdef FIXED
  Array<unsigned> positive(1, 0);
#else
  Array<unsigned> positive(1);
#endif
  count<<<1, 64>>>(in, positive);
  wait();
}
