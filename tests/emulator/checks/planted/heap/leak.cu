// What a kernel takes from the heap stays taken when the kernel ends.
// expect: Leaked 64 bytes of the device's heap
// expect: by thread (0,0,0) in block (0,0,0)
#include "planted.h"

__global__ void use_heap(int* out) {
  int* buffer = static_cast<int*>(malloc(64));  // BUG: nobody frees it
  buffer[threadIdx.x] = 1;
  *out = buffer[threadIdx.x];
#ifdef FIXED
  free(buffer);
#endif
}

static void run() {
  Array<int> out(1);
  use_heap<<<1, 1>>>(out);
  wait();
}
