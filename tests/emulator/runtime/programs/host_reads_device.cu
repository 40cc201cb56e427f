// The host follows a device pointer: it dies of it, as on a machine with a GPU, and is told why.
// status: -11
// err: emulator: the host used a pointer to device memory
// err: cudaMemcpy
#include <cstdio>

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  printf("%d\n", *data);
}
