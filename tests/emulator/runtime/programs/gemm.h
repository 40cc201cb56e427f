// What the programs that multiply matrices of halfs share: A and B, the launch, and the result held
// against sums in double precision.
#pragma once

#include <cuda_fp16.h>

#include <cmath>
#include <cstdio>
#include <vector>

using Multiply = void (*)(const half* a, const half* b, float* c, int n, int k);

/// Prints how many elements of C = scale * A * B (m x n, sums of k) are beyond the bound; blocks of
/// 128 threads each compute kTile x kTile. `b_at(i, column)` is the place of an element in B.
template <int kTile, class Place>
int check_multiply(Multiply multiply, int m, int n, int k, double scale, Place b_at) {
  std::vector<half> a(m * k), b(k * n);
  for (size_t i = 0; i < a.size(); ++i) a[i] = __float2half(float(int(i * 7 % 31) - 15) / 8);
  for (size_t i = 0; i < b.size(); ++i) b[i] = __float2half(float(int(i * 5 % 29) - 14) / 16);
  half *d_a, *d_b;
  float* d_c;
  cudaMalloc(&d_a, a.size() * sizeof(half));
  cudaMalloc(&d_b, b.size() * sizeof(half));
  cudaMalloc(&d_c, m * n * sizeof(float));
  cudaMemcpy(d_a, a.data(), a.size() * sizeof(half), cudaMemcpyHostToDevice);
  cudaMemcpy(d_b, b.data(), b.size() * sizeof(half), cudaMemcpyHostToDevice);
  multiply<<<dim3(n / kTile, m / kTile), 128>>>(d_a, d_b, d_c, n, k);
  std::vector<float> c(m * n);
  const cudaError_t status =
      cudaMemcpy(c.data(), d_c, m * n * sizeof(float), cudaMemcpyDeviceToHost);
  if (status != cudaSuccess) return std::printf("%s\n", cudaGetErrorString(status)), 1;
  int wrong = 0;
  for (int row = 0; row < m; ++row) {
    for (int column = 0; column < n; ++column) {
      double sum = 0, size = 0;
      for (int i = 0; i < k; ++i) {
        const double product =
            double(__half2float(a[row * k + i])) * __half2float(b[b_at(i, column)]);
        sum += product;
        size += std::fabs(product);
      }
      // Terms are cut off at 2^-25 of the largest, sums at 2^-23.
      wrong += std::fabs(c[row * n + column] - scale * sum) > scale * size * 0x1p-20;
    }
  }
  std::printf("%d x %d x %d: %d elements, %d beyond the bound\n", m, n, k, m * n, wrong);
  return 0;
}
