// Compiled to machine code alone: the emulator says what is missing.
// out: no kernel image is available for execution on the device
// err: emulator: the program embeds machine code (sm_90) but no PTX
// err: -arch=sm_90
#include <cstdio>

__global__ void kernel() {}

int main() {
  kernel<<<1, 1>>>();
  printf("%s\n", cudaGetErrorString(cudaGetLastError()));
}
