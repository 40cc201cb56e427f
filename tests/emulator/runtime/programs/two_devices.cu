// Two devices: each with its memory, its variables and its streams; peer access must be asked for.
// run: --devices 2
// status: 1
// out: devices 2
// out: device 1: Grid to Lane emulator (sm_90), bus 01
// out: variables 5 6
// out: copied 42
// out: without peer access: memset invalid argument
// out: with peer access: 43
// out: without it again: an illegal memory access was encountered
// err: cudaDeviceEnablePeerAccess
// err: ========= Invalid __global__ write of size 4 bytes
#include <cstdio>

__device__ int variable = 5;
__global__ void set(int* place, int value) { *place = value; }
__global__ void increase() { ++variable; }

int main() {
  int count = 0;
  cudaGetDeviceCount(&count);
  printf("devices %d\n", count);
  cudaDeviceProp properties;
  cudaGetDeviceProperties(&properties, 1);
  printf("device 1: %s, bus %02x\n", properties.name, properties.pciBusID);
  int values[2], *first, *second;
  cudaMalloc(&first, sizeof(int));
  cudaSetDevice(1);
  cudaMalloc(&second, sizeof(int));
  increase<<<1, 1>>>();
  cudaMemcpyFromSymbol(&values[1], variable, sizeof(int));
  cudaSetDevice(0);
  cudaMemcpyFromSymbol(&values[0], variable, sizeof(int));
  printf("variables %d %d\n", values[0], values[1]);
  set<<<1, 1>>>(first, 42);
  cudaMemcpyPeer(second, 1, first, 0, sizeof(int));
  cudaMemcpy(&values[0], second, sizeof(int), cudaMemcpyDefault);
  printf("copied %d\n", values[0]);
  printf("without peer access: memset %s\n",
         cudaGetErrorString(cudaMemset(second, 0, sizeof(int))));
  cudaDeviceEnablePeerAccess(1, 0);
  set<<<1, 1>>>(second, 43);
  cudaMemcpy(&values[0], second, sizeof(int), cudaMemcpyDefault);
  printf("with peer access: %d\n", values[0]);
  cudaDeviceDisablePeerAccess(1);
  set<<<1, 1>>>(second, 44);
  printf("without it again: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
