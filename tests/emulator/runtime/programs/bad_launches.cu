// Launches that no device accepts: the error codes are those of an H200. None of them breaks the device.
// status: 0
// out: 2048 threads: cudaErrorInvalidValue
// out: empty grid: cudaErrorInvalidValue
// out: deep block: cudaErrorInvalidValue
// out: wide grid: cudaErrorInvalidValue
// out: 64 KiB of shared memory: cudaErrorInvalidValue
// out: 64 KiB allowed: cudaSuccess
// out: 256 KiB allowed: cudaErrorInvalidValue
// out: end: cudaSuccess
// err: the block (2048, 1, 1) has 2048 threads, and a block has at most 1024
// err: the grid (0, 1, 1) is empty
// err: z is at most 64
// err: y and z at most 65535
// err: cudaFuncSetAttribute
#include <cstdio>

__global__ void kernel() {}

void report(const char* what) { printf("%s: %s\n", what, cudaGetErrorName(cudaGetLastError())); }

int main() {
  kernel<<<1, 2048>>>();
  report("2048 threads");
  kernel<<<0, 32>>>();
  report("empty grid");
  kernel<<<1, dim3(1, 1, 128)>>>();
  report("deep block");
  kernel<<<dim3(1, 65536), 32>>>();
  report("wide grid");
  kernel<<<1, 32, 65536>>>();
  report("64 KiB of shared memory");
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536);
  kernel<<<1, 32, 65536>>>();
  report("64 KiB allowed");
  cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 262144);
  report("256 KiB allowed");
  kernel<<<1, 32>>>();
  printf("end: %s\n", cudaGetErrorName(cudaDeviceSynchronize()));
}
