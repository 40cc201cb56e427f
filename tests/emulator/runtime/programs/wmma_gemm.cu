// C = A * B with nvcuda::wmma: a block of 4 warps computes 32 x 32, tiles in padded shared memory.
// out: 64 x 96 x 80: 6144 elements, 0 beyond the bound
#include <mma.h>

#include "gemm.h"

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
  return check_multiply<kTile>(multiply, m, n, k, 2,
                               [=](int i, int column) { return i * n + column; });
}
