// Sixteen bins, filled through shared memory. Value i falls into bin i % 16; of 5000 values bins 0 to 7 get one more.
// out: 313 313 313 313 313 313 313 313 312 312 312 312 312 312 312 312
#include <cstdio>
#include <vector>

__global__ void histogram(const unsigned char* values, int n, unsigned int* bins) {
  __shared__ unsigned int local[16];
  if (threadIdx.x < 16) local[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    atomicAdd(&local[values[i] % 16], 1u);
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&bins[threadIdx.x], local[threadIdx.x]);
}

int main() {
  const int n = 5000;
  std::vector<unsigned char> values(n);
  for (int i = 0; i < n; ++i) values[i] = i % 16;
  unsigned char* d_values;
  unsigned int *d_bins, bins[16];
  cudaMalloc(&d_values, n);
  cudaMalloc(&d_bins, sizeof bins);
  cudaMemcpy(d_values, values.data(), n, cudaMemcpyHostToDevice);
  cudaMemset(d_bins, 0, sizeof bins);
  histogram<<<4, 128>>>(d_values, n, d_bins);
  cudaMemcpy(bins, d_bins, sizeof bins, cudaMemcpyDeviceToHost);
  for (int i = 0; i < 16; ++i) printf("%u%c", bins[i], i == 15 ? '\n' : ' ');
}
