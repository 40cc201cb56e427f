// Blocks that wait for each other: the first waits for a flag that the last one sets.
// run: --threads 1
// out: 7
#include <cstdio>

__global__ void wait_for_last(volatile int* flag, int* result) {
  if (blockIdx.x == gridDim.x - 1) {
    *flag = 7;
  } else if (blockIdx.x == 0) {
    while (*flag == 0) {
    }
    *result = *flag;
  }
}

int main() {
  int *flag, *result, value = 0;
  cudaMalloc(&flag, sizeof(int));
  cudaMalloc(&result, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait_for_last<<<100, 1>>>(flag, result);
  cudaMemcpy(&value, result, sizeof(int), cudaMemcpyDeviceToHost);
  printf("%d\n", value);
}
