// The kernel is given a null pointer.
// status: 1
// out: an illegal memory access was encountered
// err: Access to 0x0: the pointer is null
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  fill<<<1, 32>>>(nullptr);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
