// __device__, __constant__ and __managed__ variables, from both sides.
// out: before the kernel: 10 1.5 100
// out: after the kernel: 13 2 103
// out: size 16
// out: by address 13
// out: not a symbol cudaErrorInvalidSymbol
// err: pass the variable itself
#include <cstdio>

__device__ int counter = 10;
__constant__ float scale[4] = {1.5f, 2.5f, 3.5f, 4.5f};
__managed__ int shared_number = 100;
__device__ float seen;

__global__ void step() {
  counter += 3;
  shared_number += 3;
  seen = scale[0];
}

int main() {
  int value = 0;
  float factor = 0;
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  cudaMemcpyFromSymbol(&factor, scale, sizeof factor);
  printf("before the kernel: %d %g %d\n", value, factor, shared_number);
  const float two = 2;
  cudaMemcpyToSymbol(scale, &two, sizeof two);
  step<<<1, 1>>>();
  cudaDeviceSynchronize();
  cudaMemcpyFromSymbol(&value, counter, sizeof value);
  cudaMemcpyFromSymbol(&factor, seen, sizeof factor);
  printf("after the kernel: %d %g %d\n", value, factor, shared_number);
  size_t size = 0;
  cudaGetSymbolSize(&size, scale);
  printf("size %zu\n", size);
  void* address = nullptr;
  cudaGetSymbolAddress(&address, counter);
  cudaMemcpy(&value, address, sizeof value, cudaMemcpyDeviceToHost);
  printf("by address %d\n", value);
  printf("not a symbol %s\n", cudaGetErrorName(cudaMemcpyToSymbol(&value, &two, sizeof two)));
}
