// What plugin_main.cu loads: device code in a shared library, with names that the program has, too.
#include <cstdio>

__device__ int counter = 100;
__global__ void count(int* result) { *result = ++counter; }

extern "C" int count_in_plugin() {
  int *d_result, result = -1;
  cudaMalloc(&d_result, sizeof(int));
  count<<<1, 1>>>(d_result);
  cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_result);
  return result;
}
