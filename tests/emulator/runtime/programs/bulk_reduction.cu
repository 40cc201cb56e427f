// Blocks add their private histograms to one in global memory: cp.reduce.async.bulk.
// out: 4096 values counted, 0 bins wrong
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int kBins = 64, kCount = 4096, kBlocks = 8;

__global__ void count(const unsigned char* values, uint32_t* bins) {
  __shared__ __align__(16) uint32_t own[kBins];
  for (int i = threadIdx.x; i < kBins; i += blockDim.x) own[i] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < kCount; i += gridDim.x * blockDim.x)
    atomicAdd(&own[values[i]], 1);
  ptx::fence_proxy_async(ptx::space_shared);
  __syncthreads();
  if (threadIdx.x == 0) {
    ptx::cp_reduce_async_bulk(ptx::space_global, ptx::space_shared, ptx::op_add, bins, own,
                              static_cast<uint32_t>(sizeof own));
    ptx::cp_async_bulk_commit_group();
    ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
  }
}

int main() {
  unsigned char* values;
  uint32_t *bins, expected[kBins] = {}, total = 0;
  cudaMallocManaged(&values, kCount);
  cudaMallocManaged(&bins, kBins * sizeof *bins);
  for (int i = 0; i < kBins; ++i) bins[i] = 0;
  for (int i = 0; i < kCount; ++i) {
    values[i] = static_cast<unsigned char>(i * i % kBins);
    ++expected[values[i]];
  }
  count<<<kBlocks, 128>>>(values, bins);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < kBins; ++i) {
    wrong += bins[i] != expected[i];
    total += bins[i];
  }
  std::printf("%u values counted, %d bins wrong\n", total, wrong);
}
