// A recursion whose end is never met: the number is even, and it goes down by two.
// expect: Stack overflow
// expect: more calls
#include "planted.h"

__device__ __noinline__ int sum_down(const int* data, int i) {
  int copy[16];
  for (int k = 0; k < 16; ++k) copy[k] = data[k];
#ifdef FIXED
  if (i <= 1) return copy[0];
#else
  if (i == 1) return copy[0];
#endif
  return copy[i & 15] + sum_down(data, i - 2);  // BUG: 10, 8, 6, 4, 2, 0, -2, …
}

__global__ void start(const int* data, int* out) { *out = sum_down(data, 10); }

static void run() {
  Array<int> data(16, 1), out(1);
  start<<<1, 1>>>(data, out);
  wait();
}
