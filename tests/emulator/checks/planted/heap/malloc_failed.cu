// The heap has 8 MB; a thread asks for more and does not look at the answer.
// expect: Invalid __global__ write of size 4 bytes
// expect: the pointer is null
#include "planted.h"

__global__ void use_heap(size_t bytes, int* out) {
  int* buffer = static_cast<int*>(malloc(bytes));
#ifdef FIXED
  if (buffer == nullptr) {
    *out = -1;
    return;
  }
#endif
  buffer[0] = 1;  // BUG: malloc returned null
  *out = buffer[0];
  free(buffer);
}

static void run() {
  Array<int> out(1);
  use_heap<<<1, 1>>>(size_t{1} << 30, out);
  wait();
}
