// Counters that cannot be kept are no success: each launch would be missing from the file.
// run: --counters /dev/full
// out: no error
// err: the counters cannot be written to /dev/full: No space left on device
// status: 1
#include <cstdio>

__global__ void nothing() {}

int main() {
  nothing<<<1, 32>>>();
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
}
