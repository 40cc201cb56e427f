// Every thread allocates on the device, and frees again; what was never allocated cannot be freed.
// status: 1
// out: sum 496
// out: unspecified launch failure
// err: Invalid free
// err: the address was not returned by malloc on the device
#include <cstdio>

__global__ void allocate(int* sum) {
  int* mine = static_cast<int*>(malloc(sizeof(int)));
  *mine = threadIdx.x;
  atomicAdd(sum, *mine);
  free(mine);
}

__global__ void free_foreign(int* data) { free(data); }

int main() {
  int *sum, result = 0;
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(sum, 0, sizeof(int));
  allocate<<<1, 32>>>(sum);
  cudaMemcpy(&result, sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum %d\n", result);
  free_foreign<<<1, 1>>>(sum);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
