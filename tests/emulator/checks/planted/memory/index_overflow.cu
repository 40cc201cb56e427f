// The product of two large ints does not fit into an int.
// expect: Invalid __global__ write of size 1 byte
#include "planted.h"

__global__ void mark(char* matrix, int columns, int row, size_t size) {
#ifdef FIXED
  const size_t at = size_t(row) * columns;
#else
  const int at = row * columns;
#endif
  if (at < size) matrix[at] = 1;
#ifndef FIXED
  if (at < 0) matrix[at] = 1;  // BUG: 70000 * 50000 is -794967296
#endif
}

static void run() {
  Array<char> matrix(1000);
  mark<<<1, 1>>>(matrix, 50000, 70000, 1000);
  wait();
}
