// The kernel is given memory that was freed.
// status: 1
// out: an illegal memory access was encountered
// err: ========= Invalid __global__ write of size 4 bytes
// err: lies in memory that was freed:
// err: allocation #1 (cudaMalloc), 128 bytes
// err: free memory only after the last kernel that uses it
#include <cstdio>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  int* data;
  cudaMalloc(&data, 128);
  cudaFree(data);
  fill<<<1, 32>>>(data);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
