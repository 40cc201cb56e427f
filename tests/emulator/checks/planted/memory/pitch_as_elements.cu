// cudaMallocPitch gives the pitch in bytes; the kernel counts it in elements.
// expect: Invalid __global__ write of size 4 bytes
#include "planted.h"

__global__ void fill(float* matrix, size_t pitch) {
  const int column = threadIdx.x, row = blockIdx.x;
#ifdef FIXED
  float* start = reinterpret_cast<float*>(reinterpret_cast<char*>(matrix) + row * pitch);
#else
  float* start = matrix + row * pitch;
#endif
  start[column] = 1;  // BUG: row 31 starts at 31 pitches of floats
}

static void run() {
  float* matrix;
  size_t pitch;
  cudaMallocPitch(&matrix, &pitch, 100 * sizeof(float), 32);
  fill<<<32, 100>>>(matrix, pitch);
  wait();
  cudaFree(matrix);
}
