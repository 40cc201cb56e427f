// C = A * B with nvcuda::wmma: a block of 4 warps computes 32 x 32, tiles in padded shared memory.
// out: 64 x 96 x 80: 6144 elements, 0 beyond the bound
#include <cuda_fp16.h>
#include <mma.h>

#include <cmath>
#include <cstdio>
#include <vector>

namespace wmma = nvcuda::wmma;

constexpr int kTile = 32, kDepth = 16, kPadded = kDepth + 8;

__global__ void multiply(const half* a, const half* b, float* c, int n, int k) {
  __shared__ half a_tile[kTile][kPadded], b_tile[kTile][kPadded];  // b by columns
  const int warp = threadIdx.x / 32;
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int start = 0; start < k; start += kDepth) {
    for (int i = threadIdx.x; i < kTile * kDepth; i += blockDim.x) {
      a_tile[i / kDepth][i % kDepth] = a[(row + i / kDepth) * k + start + i % kDepth];
      b_tile[i % kTile][i / kTile] = b[(start + i / kTile) * n + column + i % kTile];
    }
    __syncthreads();
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> x;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> y;
    wmma::load_matrix_sync(x, &a_tile[warp / 2 * 16][0], kPadded);
    wmma::load_matrix_sync(y, &b_tile[warp % 2 * 16][0], kPadded);
    wmma::mma_sync(sum, x, y, sum);
    __syncthreads();
  }
  for (int i = 0; i < sum.num_elements; ++i) sum.x[i] *= 2.0f;
  float* const out = c + (row + warp / 2 * 16) * n + column + warp % 2 * 16;
  wmma::store_matrix_sync(out, sum, n, wmma::mem_row_major);
}

int main() {
  const int m = 64, n = 96, k = 80;
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
            double(__half2float(a[row * k + i])) * __half2float(b[i * n + column]);
        sum += product;
        size += std::fabs(product);
      }
      // Terms are cut off at 2^-25 of the largest, sums at 2^-23.
      wrong += std::fabs(c[row * n + column] - 2 * sum) > 2 * size * 0x1p-20;
    }
  }
  std::printf("%d x %d x %d: %d elements, %d beyond the bound\n", m, n, k, m * n, wrong);
}
