// A transposition by tiles: a tensor copy brings a swizzled tile, threads read its columns without
// bank conflicts, another copy writes the result. The edge tiles reach beyond the matrix.
// out: encode 0 0
// out: 0 of 14000 elements wrong
// out: outside the matrix: 0 bytes changed
#include <cuda.h>
#include <cuda_runtime.h>

#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int kTile = 32, kRows = 100, kColumns = 140;
constexpr int kPitch = 144, kOutPitch = 104;  // In elements; rows start at multiples of 16 bytes.

__global__ void transpose(const __grid_constant__ CUtensorMap in,
                          const __grid_constant__ CUtensorMap out) {
  __shared__ __align__(1024) float tile[kTile][kTile], turned[kTile][kTile];
  __shared__ uint64_t barrier;
  const int x = blockIdx.x * kTile, y = blockIdx.y * kTile;
  if (threadIdx.x == 0) {
    ptx::mbarrier_init(&barrier, 1);
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
    ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared, &barrier,
                                   sizeof tile);
    const int32_t from[2] = {x, y};
    ptx::cp_async_bulk_tensor(ptx::space_cluster, ptx::space_global, tile, &in, from, &barrier);
  }
  __syncthreads();
  while (!ptx::mbarrier_try_wait_parity(&barrier, 0)) {
  }
  for (int i = threadIdx.x; i < kTile * kTile; i += blockDim.x) {
    const int row = i / kTile, column = i % kTile;
    // The 16-byte chunk of a row is numbered (column / 4) ^ (row % 8).
    turned[row][column] = tile[column][((row / 4) ^ (column % 8)) * 4 + row % 4];
  }
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    const int32_t to[2] = {y, x};
    ptx::cp_async_bulk_tensor(ptx::space_global, ptx::space_shared, &out, to, turned);
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group(ptx::n32_t<0>{});
  }
}

CUresult describe(decltype(&cuTensorMapEncodeTiled) encode, CUtensorMap* map, float* matrix,
                  uint64_t columns, uint64_t rows, uint64_t pitch, CUtensorMapSwizzle swizzle) {
  const cuuint64_t sizes[] = {columns, rows}, strides[] = {pitch * sizeof(float)};
  const cuuint32_t box[] = {kTile, kTile}, steps[] = {1, 1};
  return encode(map, CU_TENSOR_MAP_DATA_TYPE_FLOAT32, 2, matrix, sizes, strides, box, steps,
                CU_TENSOR_MAP_INTERLEAVE_NONE, swizzle, CU_TENSOR_MAP_L2_PROMOTION_NONE,
                CU_TENSOR_MAP_FLOAT_OOB_FILL_NONE);
}

int main() {
  void* function = nullptr;
  cudaDriverEntryPointQueryResult found;
  cudaGetDriverEntryPointByVersion("cuTensorMapEncodeTiled", &function, 12000, cudaEnableDefault,
                                   &found);
  if (found != cudaDriverEntryPointSuccess) return 1;
  const auto encode = reinterpret_cast<decltype(&cuTensorMapEncodeTiled)>(function);
  float *in, *out;
  cudaMallocManaged(&in, kRows * kPitch * sizeof(float));
  cudaMallocManaged(&out, kColumns * kOutPitch * sizeof(float));
  for (int i = 0; i < kRows * kPitch; ++i) in[i] = float(i);
  for (int i = 0; i < kColumns * kOutPitch; ++i) out[i] = -1;
  CUtensorMap in_map, out_map;
  const CUresult first =
      describe(encode, &in_map, in, kColumns, kRows, kPitch, CU_TENSOR_MAP_SWIZZLE_128B);
  const CUresult second =
      describe(encode, &out_map, out, kRows, kColumns, kOutPitch, CU_TENSOR_MAP_SWIZZLE_NONE);
  std::printf("encode %d %d\n", first, second);
  const dim3 grid((kColumns + kTile - 1) / kTile, (kRows + kTile - 1) / kTile);
  transpose<<<grid, 128>>>(in_map, out_map);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = 0, touched = 0;
  for (int column = 0; column < kColumns; ++column) {
    for (int row = 0; row < kOutPitch; ++row) {
      const float value = out[column * kOutPitch + row];
      if (row < kRows) {
        wrong += value != in[row * kPitch + column];
      } else {
        touched += value != -1;
      }
    }
  }
  std::printf("%d of %d elements wrong\n", wrong, kRows * kColumns);
  std::printf("outside the matrix: %d bytes changed\n", touched);
}
