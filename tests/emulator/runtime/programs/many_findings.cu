// Faults in blocks 5 and 60, a race in every block, output from every block: all of it must be the same however many
// workers there are. The lowest block's fault is reported.
// status: 1
// out: an illegal memory access was encountered
// err: ========= Race on __shared__ memory
// err: in block (0,0,0)
// err: ========= Invalid __global__ write of size 4 bytes
// err: by thread (0,0,0) in block (5,0,0)
#include <cstdio>

__global__ void neighbours(int* out) {
  __shared__ int tile[64];
  tile[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = tile[(threadIdx.x + 32) % 64];
}

__global__ void stray(int* out) {
  if (blockIdx.x == 5 || blockIdx.x == 60) out[1000000] = 1;
}

int main() {
  int* out;
  cudaMalloc(&out, 64 * sizeof(int));
  neighbours<<<64, 64>>>(out);
  stray<<<64, 32>>>(out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
