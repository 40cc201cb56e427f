// A read behind the end: what, where, who, by how much, and what to do. 4 blocks of 32 threads read 100 floats.
// status: 1
// out: launch: no error
// out: wait: an illegal memory access was encountered
// out: still: an illegal memory access was encountered
// err: ========= Invalid __global__ read of size 4 bytes
// err: scale(float*) in
// err: out_of_bounds.cu:17
// err: by thread (4,0,0) in block (3,0,0)
// err: and by 27 more threads of its warp
// err: 1 byte after the nearest allocation:
// err: allocation #1 (cudaMalloc), 400 bytes
// err: if (i < n)
#include <cstdio>

__global__ void scale(float* data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] *= 2;
}

int main() {
  float* data;
  cudaMalloc(&data, 100 * sizeof(float));
  cudaMemset(data, 0, 100 * sizeof(float));
  scale<<<4, 32>>>(data);
  printf("launch: %s\n", cudaGetErrorString(cudaGetLastError()));
  printf("wait: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  printf("still: %s\n", cudaGetErrorString(cudaFree(data)));
  return 0;
}
