// A float4 that starts in the middle of one.
// status: 1
// out: misaligned address
// err: ========= Misaligned __global__ read of size 16 bytes
// err: misaligned_float4.cu:12
// err: is 4 bytes past a multiple of 16
// err: What to do: an access of 16 bytes needs an address that is a multiple of 16
#include <cstdio>

__global__ void sum_vector(const float* data, float* sum) {
  // One float past the start: not where a float4 begins.
  const float4 v = *reinterpret_cast<const float4*>(data + 1);
  *sum = v.x + v.y + v.z + v.w;
}

int main() {
  float *data, *sum;
  cudaMalloc(&data, 64);
  cudaMalloc(&sum, 4);
  sum_vector<<<1, 1>>>(data, sum);
  printf("%s\n", cudaGetErrorString(cudaDeviceSynchronize()));
  return 0;
}
