// The pointer has moved on since malloc returned it.
// expect: Invalid free
// expect: 16 bytes inside a piece of 64 bytes
#include "planted.h"

__global__ void use_heap(int* out) {
  int* buffer = static_cast<int*>(malloc(64));
  int* next = buffer;
  for (int i = 0; i < 4; ++i) *next++ = i;
  out[threadIdx.x] = buffer[threadIdx.x & 3];
#ifdef FIXED
  free(buffer);
#else
  free(next);  // BUG: `next` is four ints further
#endif
}

static void run() {
  Array<int> out(32);
  use_heap<<<1, 32>>>(out);
  wait();
}
