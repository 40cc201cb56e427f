// After a kernel has failed, cudaDeviceReset does not bring the device back: so it was on an H200.
// status: 1
// out: an illegal memory access was encountered
// out: reset: no error
// out: 0
// err: Access to 0x0: the pointer is null
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  fill<<<1, 32>>>(nullptr);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("reset: %s\n", cudaGetErrorString(cudaDeviceReset()));
  int* data;
  int last = 0;
  cudaMalloc(&data, 32 * sizeof(int));
  fill<<<1, 32>>>(data);
  cudaMemcpy(&last, data + 31, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d\n", last);
  return 0;
}
