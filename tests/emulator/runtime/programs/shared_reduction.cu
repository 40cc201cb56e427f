// A tree reduction in shared memory, then one atomic a block. 1 + 2 + ... + 10000 = 50005000.
// out: sum 50005000
#include <cstdio>
#include <vector>

__global__ void reduce(const int* data, int n, int* sum) {
  __shared__ int partial[256];
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  partial[threadIdx.x] = i < n ? data[i] : 0;
  __syncthreads();
  for (int width = blockDim.x / 2; width > 0; width /= 2) {
    if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, partial[0]);
}

int main() {
  const int n = 10000;
  std::vector<int> data(n);
  for (int i = 0; i < n; ++i) data[i] = i + 1;
  int *d_data, *d_sum, sum = -1;
  cudaMalloc(&d_data, n * sizeof(int));
  cudaMalloc(&d_sum, sizeof(int));
  cudaMemcpy(d_data, data.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemset(d_sum, 0, sizeof(int));
  reduce<<<(n + 255) / 256, 256>>>(d_data, n, d_sum);
  cudaMemcpy(&sum, d_sum, sizeof(int), cudaMemcpyDeviceToHost);
  printf("sum %d\n", sum);
}
