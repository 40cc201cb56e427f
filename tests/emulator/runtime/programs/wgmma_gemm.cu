// C = A * B with wgmma: one warpgroup computes 64 x 64 from rows of 64 halfs, in shared memory as a
// descriptor with 128-byte swizzle describes them. B is stored by columns.
// out: 64 x 128 x 192: 8192 elements, 0 beyond the bound
#include <cstdint>

#include "gemm.h"

constexpr int kTile = 64, kDepth = 64;  // 64 halfs are 128 bytes: one row of the swizzle pattern

/// Eight rows of 128 bytes are 1024 bytes from the next eight; the leading offset has no meaning
/// here.
__device__ uint64_t descriptor(const half* tile) {
  const uint64_t address = static_cast<uint32_t>(__cvta_generic_to_shared(tile));
  return address >> 4 | uint64_t{1} << 16 | uint64_t{1024 >> 4} << 32 | uint64_t{1} << 62;
}

__device__ void multiply_add(float (&d)[32], uint64_t a, uint64_t b, int keeps) {
  asm volatile(
      "{\n .reg .pred p;\n setp.ne.b32 p, %34, 0;\n"
      " wgmma.mma_async.sync.aligned.m64n64k16.f32.f16.f16 "
      "{%0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14, %15, "
      "%16, %17, %18, %19, %20, %21, %22, %23, %24, %25, %26, %27, %28, %29, %30, %31}, "
      "%32, %33, p, 1, 1, 0, 0;\n}"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3]), "+f"(d[4]), "+f"(d[5]), "+f"(d[6]),
        "+f"(d[7]), "+f"(d[8]), "+f"(d[9]), "+f"(d[10]), "+f"(d[11]), "+f"(d[12]), "+f"(d[13]),
        "+f"(d[14]), "+f"(d[15]), "+f"(d[16]), "+f"(d[17]), "+f"(d[18]), "+f"(d[19]), "+f"(d[20]),
        "+f"(d[21]), "+f"(d[22]), "+f"(d[23]), "+f"(d[24]), "+f"(d[25]), "+f"(d[26]), "+f"(d[27]),
        "+f"(d[28]), "+f"(d[29]), "+f"(d[30]), "+f"(d[31])
      : "l"(a), "l"(b), "r"(keeps));
}

__global__ void multiply(const half* a, const half* b, float* c, int n, int k) {
  __shared__ __align__(1024) half a_tile[kTile * kDepth], b_tile[kTile * kDepth];
  const int row = blockIdx.y * kTile, column = blockIdx.x * kTile;
  float d[32];
  for (int start = 0; start < k; start += kDepth) {
    for (int i = threadIdx.x; i < kTile * kDepth / 8; i += blockDim.x) {
      const int line = i / 8, piece = i % 8, place = line * kDepth + (piece ^ line % 8) * 8;
      *reinterpret_cast<uint4*>(a_tile + place) =
          *reinterpret_cast<const uint4*>(a + (row + line) * k + start + piece * 8);
      *reinterpret_cast<uint4*>(b_tile + place) =
          *reinterpret_cast<const uint4*>(b + (column + line) * k + start + piece * 8);
    }
    asm volatile("fence.proxy.async;" ::: "memory");  // wgmma reads as the asynchronous proxy
    __syncthreads();
    asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
    for (int step = 0; step < kDepth; step += 16) {
      multiply_add(d, descriptor(a_tile + step), descriptor(b_tile + step), start + step != 0);
    }
    asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
    asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
    __syncthreads();
  }
  for (int i = 0; i < 32; ++i) {
    const int line = row + threadIdx.x / 32 * 16 + threadIdx.x % 32 / 4 + i / 2 % 2 * 8;
    c[line * n + column + i / 4 * 8 + threadIdx.x % 4 * 2 + i % 2] = d[i];
  }
}

int main() {
  const int m = 64, n = 128, k = 192;
  return check_multiply<kTile>(multiply, m, n, k, 1,
                               [=](int i, int column) { return column * k + i; });
}
