// The plain first program: allocate, copy, launch, copy back.
// out: 0 3 6 ... 2997
// out: wrong: 0
#include <cstdio>
#include <vector>

__global__ void add(const float* a, const float* b, float* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

int main() {
  const int n = 1000;
  std::vector<float> a(n), b(n), sum(n);
  for (int i = 0; i < n; ++i) {
    a[i] = i;
    b[i] = 2 * i;
  }
  float *d_a, *d_b, *d_sum;
  cudaMalloc(&d_a, n * sizeof(float));
  cudaMalloc(&d_b, n * sizeof(float));
  cudaMalloc(&d_sum, n * sizeof(float));
  cudaMemcpy(d_a, a.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), n * sizeof(float), cudaMemcpyHostToDevice);
  add<<<(n + 255) / 256, 256>>>(d_a, d_b, d_sum, n);
  cudaMemcpy(sum.data(), d_sum, n * sizeof(float), cudaMemcpyDeviceToHost);
  printf("%g %g %g ... %g\n", sum[0], sum[1], sum[2], sum[n - 1]);
  int wrong = 0;
  for (int i = 0; i < n; ++i) wrong += sum[i] != 3.0f * i;
  printf("wrong: %d\n", wrong);
  cudaFree(d_a);
  cudaFree(d_b);
  cudaFree(d_sum);
}
