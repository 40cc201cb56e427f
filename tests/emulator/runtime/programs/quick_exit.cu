// A program that leaves by quick_exit(0) with findings ends with status 1 all the same.
// status: 1
// err: Invalid __global__ write of size 4 bytes
// err: is 3997 bytes after the
#include <cstdlib>

__global__ void store_far(int* out) { out[1000] = 1; }

int main() {
  int* out;
  cudaMalloc(&out, sizeof *out);
  store_far<<<1, 1>>>(out);
  cudaDeviceSynchronize();
  std::quick_exit(0);
}
