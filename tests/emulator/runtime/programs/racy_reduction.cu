// A reduction that forgot its barrier, and one that did not. Racing is reported; the launch itself succeeds.
// status: 1
// out: good: no error
// out: racy: no error
// err: ========= Race on __shared__ memory: write after read
// err: read at void reduce<false>(int const*, int*) in
// err: racy_reduction.cu:21
// err: write at void reduce<false>(int const*, int*) in
// err: racy_reduction.cu:18
// err: in block (0,0,0)
// err: __syncthreads()
#include <cstdio>

template <bool kSynchronises>
__global__ void reduce(const int* data, int* sum) {
  __shared__ int partial[256];
  // The barrier of the first step decides: thread 0 reads what thread 128 wrote.
  partial[threadIdx.x] = data[threadIdx.x];
  if (kSynchronises) __syncthreads();
  for (int width = 128; width > 0; width /= 2) {
    if (threadIdx.x < width) partial[threadIdx.x] += partial[threadIdx.x + width];
    __syncthreads();
  }
  if (threadIdx.x == 0) *sum = partial[0];
}

int main() {
  int *data, *sum;
  cudaMalloc(&data, 256 * sizeof(int));
  cudaMalloc(&sum, sizeof(int));
  cudaMemset(data, 0, 256 * sizeof(int));
  reduce<true><<<1, 256>>>(data, sum);
  printf("good: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  reduce<false><<<1, 256>>>(data, sum);
  printf("racy: %s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
