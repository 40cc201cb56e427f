// A matrix of 40 rows and 24 columns, guarded as if it had 24 rows and 40 columns.
// expect: Invalid __global__ write of size 4 bytes
#include "planted.h"

__global__ void fill(float* matrix, int rows, int columns) {
  const int column = blockIdx.x * blockDim.x + threadIdx.x;
  const int row = blockIdx.y * blockDim.y + threadIdx.y;
#ifdef FIXED
  if (row < rows && column < columns)
#else
  if (row < rows && column < rows)
#endif
    matrix[row * columns + column] = 1;  // BUG: column may be 39
}

static void run() {
  Array<float> matrix(40 * 24);
  fill<<<dim3(5, 5), dim3(8, 8)>>>(matrix, 40, 24);
  wait();
}
