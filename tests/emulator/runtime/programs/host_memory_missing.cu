// The host's end of a copy is no memory of the program, which dies of it and is told why.
// status: -11
// err: emulator: cudaMemcpy: the program has no memory at 0x10 that this copy could read or write
#include <cstdio>

int main() {
  int* device;
  cudaMalloc(&device, 64);
  cudaMemcpy(device, reinterpret_cast<void*>(0x10), 4, cudaMemcpyHostToDevice);
  std::printf("not reached\n");
}
