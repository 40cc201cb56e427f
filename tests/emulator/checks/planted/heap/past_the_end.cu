// Ten ints from the device's heap, and an eleventh.
// expect: Invalid __global__ write of size 4 bytes
// expect: 1 byte after a piece of 40 bytes
#include "planted.h"

__global__ void use_heap(int n, int* out) {
  int* buffer = static_cast<int*>(malloc(10 * sizeof(int)));
#ifdef FIXED
  for (int i = 0; i < n; ++i)
#else
  for (int i = 0; i <= n; ++i)
#endif
    buffer[i] = i;  // BUG: buffer[10]
  out[threadIdx.x] = buffer[n / 2];
  free(buffer);
}

static void run() {
  Array<int> out(32);
  use_heap<<<1, 32>>>(10, out);
  wait();
}
