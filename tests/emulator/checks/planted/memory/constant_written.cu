// Constant memory, written through a pointer that hides where it leads.
// expect: wrong address space
#include "planted.h"

__constant__ int table[32];

__global__ void fill(int* out, int first) {
#ifdef FIXED
  int* target = out;
#else
  int* target = first == 0 ? const_cast<int*>(table) : out;
#endif
  target[threadIdx.x] = first;  // BUG: kernels cannot write __constant__ memory
}

static void run() {
  Array<int> out(32);
  fill<<<1, 32>>>(out, 0);
  wait();
}
