// A program that loads a shared library with device code of its own, twice.
// out: program 1
// out: plugin 101
// out: plugin 102
// out: program 2
// out: plugin, loaded again: 101
#include <dlfcn.h>

#include <cstdio>

__device__ int counter = 0;
__global__ void count(int* result) { *result = ++counter; }

int count_here() {
  int *d_result, result = -1;
  cudaMalloc(&d_result, sizeof(int));
  count<<<1, 1>>>(d_result);
  cudaMemcpy(&result, d_result, sizeof(int), cudaMemcpyDeviceToHost);
  cudaFree(d_result);
  return result;
}

int main() {
  using Count = int (*)();
  printf("program %d\n", count_here());
  void* plugin = dlopen(PLUGIN, RTLD_NOW);
  auto count_in_plugin = reinterpret_cast<Count>(dlsym(plugin, "count_in_plugin"));
  printf("plugin %d\n", count_in_plugin());
  printf("plugin %d\n", count_in_plugin());
  printf("program %d\n", count_here());
  dlclose(plugin);
  plugin = dlopen(PLUGIN, RTLD_NOW);
  count_in_plugin = reinterpret_cast<Count>(dlsym(plugin, "count_in_plugin"));
  printf("plugin, loaded again: %d\n", count_in_plugin());
  dlclose(plugin);
}
