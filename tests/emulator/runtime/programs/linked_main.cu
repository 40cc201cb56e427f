// Separate compilation: this file and linked_device.cu, each with private names that the other has too.
// out: 41 17
#include <cstdio>

__device__ int twice(int x);
extern __device__ int offset;
static __device__ int hidden = 1;

__global__ void call(int* result) {
  result[0] = twice(20) + hidden;
  result[1] = offset;
}

int main() {
  int *d_result, result[2] = {};
  cudaMalloc(&d_result, sizeof result);
  call<<<1, 1>>>(d_result);
  cudaMemcpy(result, d_result, sizeof result, cudaMemcpyDeviceToHost);
  printf("%d %d\n", result[0], result[1]);
}
