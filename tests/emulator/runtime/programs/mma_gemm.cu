// C = A * B with mma.sync and ldmatrix. Rows of 64 halfs lie in shared memory with their 16-byte
// pieces swizzled: piece p of row r is at p ^ (r % 8), so that eight rows meet all the banks.
// out: 64 x 64 x 128: 4096 elements, 0 beyond the bound
#include <cstdint>

#include "gemm.h"

constexpr int kTile = 64, kDepth = 64;

/// The address of 8 halfs, from column `column` (a multiple of 8) of a row on.
__device__ uint32_t swizzled(const half* tile, int row, int column) {
  const half* place = tile + row * kDepth + ((column / 8) ^ (row % 8)) * 8;
  return static_cast<uint32_t>(__cvta_generic_to_shared(place));
}

__device__ void load_matrices(uint32_t (&r)[4], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(r[0]), "=r"(r[1]), "=r"(r[2]), "=r"(r[3])
               : "r"(address)
               : "memory");
}
__device__ void load_transposed(uint32_t (&r)[2], uint32_t address) {
  asm volatile("ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%0, %1}, [%2];"
               : "=r"(r[0]), "=r"(r[1])
               : "r"(address)
               : "memory");
}

/// Four warps, 16 rows each.
__global__ void multiply(const half* a, const half* b, float* c, int n, int k) {
  __shared__ __align__(128) half a_tile[kTile * kDepth], b_tile[kDepth * kTile];
  const int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  float d[8][4] = {};
  for (int start = 0; start < k; start += kDepth) {
    for (int i = threadIdx.x; i < kTile * kDepth / 8; i += blockDim.x) {
      const int line = i / 8, piece = i % 8, place = line * kDepth + (piece ^ line % 8) * 8;
      *reinterpret_cast<uint4*>(a_tile + place) =
          *reinterpret_cast<const uint4*>(a + (row + line) * k + start + piece * 8);
      *reinterpret_cast<uint4*>(b_tile + place) =
          *reinterpret_cast<const uint4*>(b + (start + line) * n + column + piece * 8);
    }
    __syncthreads();
    for (int step = 0; step < kDepth; step += 16) {
      uint32_t x[4];
      load_matrices(x, swizzled(a_tile, warp * 16 + lane % 16, step + lane / 16 * 8));
#pragma unroll
      for (int j = 0; j < 8; ++j) {
        uint32_t y[2];
        load_transposed(y, swizzled(b_tile, step + lane % 16, j * 8));
        asm("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, "
            "{%8, %9}, {%0, %1, %2, %3};"
            : "+f"(d[j][0]), "+f"(d[j][1]), "+f"(d[j][2]), "+f"(d[j][3])
            : "r"(x[0]), "r"(x[1]), "r"(x[2]), "r"(x[3]), "r"(y[0]), "r"(y[1]));
      }
    }
    __syncthreads();
  }
  for (int j = 0; j < 8; ++j) {
    for (int i = 0; i < 4; ++i) {
      const int line = row + warp * 16 + lane / 4 + i / 2 * 8;
      c[line * n + column + j * 8 + lane % 4 * 2 + i % 2] = d[j][i];
    }
  }
}

int main() {
  const int m = 64, n = 64, k = 128;
  return check_multiply<kTile>(multiply, m, n, k, 1,
                               [=](int i, int column) { return i * n + column; });
}
