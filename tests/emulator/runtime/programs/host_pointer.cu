// The kernel is given a pointer of the host.
// status: 1
// out: an illegal memory access was encountered
// err: this address belongs to the host
// err: cudaMallocManaged
#include <cstdio>
#include <vector>

__global__ void fill(int* data) { data[threadIdx.x] = threadIdx.x; }

int main() {
  std::vector<int> data(1000);
  fill<<<1, 32>>>(data.data());
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
