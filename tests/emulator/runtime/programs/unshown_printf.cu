// A program that does not wait sees no output of its kernel, as on a GPU; the emulator says why.
// out: end
// err: emulator: a kernel printed 1 line that were never shown
// err: cudaDeviceSynchronize()
#include <cstdio>

__global__ void speak() { printf("hello\n"); }

int main() {
  speak<<<1, 1>>>();
  printf("end\n");
}
