// An optional argument that the kernel does not check.
// expect: Invalid __global__ write of size 4 bytes
// expect: the pointer is null
#include "planted.h"

__global__ void sum(const int* in, int* out, int* count) {
  out[threadIdx.x] = in[threadIdx.x];
#ifdef FIXED
  if (count != nullptr && threadIdx.x == 0)
#else
  if (threadIdx.x == 0)
#endif
    *count = blockDim.x;  // BUG: nobody asked for the count
}

static void run() {
  Array<int> in(32, 1), out(32);
  sum<<<1, 32>>>(in, out, nullptr);
  wait();
}
