// Sums that read what nobody wrote: a histogram whose bins were never cleared, and the end of a half-filled tile.
// status: 1
// out: no error
// out: no error
// err: ========= Uninitialized __global__ memory read of size 4 bytes, 4 times
// err: at count(int const*, int*) in
// err: uninitialised.cu:17
// err: first by thread (0,0,0) in block (0,0,0)
// err: allocation #2 (cudaMalloc), 16 bytes
// err: cudaMemset
// err: ========= Uninitialized __shared__ memory read of size 4 bytes, 16 times
// err: uninitialised.cu:24
// err: offset 64 of shared memory
#include <cstdio>

__global__ void count(const int* data, int* bins) {
  atomicAdd(&bins[data[threadIdx.x] % 4], 1);
}

__global__ void half(const int* data, int* out) {
  __shared__ int tile[32];
  if (threadIdx.x < 16) tile[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x];
}

int main() {
  int *data, *bins, *out;
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&bins, 4 * sizeof(int));
  cudaMalloc(&out, 32 * sizeof(int));
  int values[32];
  for (int i = 0; i < 32; ++i) values[i] = i;
  cudaMemcpy(data, values, sizeof values, cudaMemcpyHostToDevice);
  count<<<1, 32>>>(data, bins);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  half<<<1, 32>>>(data, out);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
