// A row of 100 floats is padded to 512 bytes; the kernel takes the padding for data.
// expect: Uninitialized __global__ memory read of size 4 bytes
#include "planted.h"

__global__ void sum_rows(const float* matrix, size_t pitch, int columns, float* sums) {
  const float* row = reinterpret_cast<const float*>(
      reinterpret_cast<const char*>(matrix) + threadIdx.x * pitch);
  float sum = 0;
  for (int column = 0; column < columns; ++column) {
    sum += row[column];  // BUG: columns 100 to 127 are padding
  }
  sums[threadIdx.x] = sum;
}

static void run() {
  const std::vector<float> host(100 * 8, 1);
  float* matrix;
  size_t pitch;
  cudaMallocPitch(&matrix, &pitch, 100 * sizeof(float), 8);
  cudaMemcpy2D(matrix, pitch, host.data(), 400, 400, 8, cudaMemcpyHostToDevice);
  Array<float> sums(8);
#ifdef FIXED
  sum_rows<<<1, 8>>>(matrix, pitch, 100, sums);
#else
  sum_rows<<<1, 8>>>(matrix, pitch, int(pitch / sizeof(float)), sums);
#endif
  wait();
  cudaFree(matrix);
}
