// One warp fetches tiles with bulk copies, three warps add them up: full and empty mbarriers, four stages.
// out: sum 523776, expected 523776
// out: 32 tiles written back, 0 elements wrong
#include <cstdint>
#include <cstdio>
#include <cuda/ptx>

namespace ptx = cuda::ptx;

constexpr int kTile = 96, kTiles = 32, kStages = 4, kConsumers = 96;

__device__ void wait(uint64_t* barrier, uint32_t parity) {
  while (!ptx::mbarrier_try_wait_parity(barrier, parity)) {
  }
}

__global__ void sum_tiles(const int* in, int* out, unsigned long long* sum) {
  __shared__ __align__(16) int stage[kStages][kTile];
  __shared__ __align__(16) int results[kTile];
  __shared__ uint64_t full[kStages], empty[kStages];
  if (threadIdx.x == 0) {
    for (int i = 0; i < kStages; ++i) {
      ptx::mbarrier_init(&full[i], 1);
      ptx::mbarrier_init(&empty[i], kConsumers);
    }
    ptx::fence_mbarrier_init(ptx::sem_release, ptx::scope_cluster);
  }
  __syncthreads();
  if (threadIdx.x >= kConsumers) {
    if (threadIdx.x != kConsumers) return;  // One thread of the last warp is the producer.
    for (int tile = 0; tile < kTiles; ++tile) {
      const int slot = tile % kStages;
      if (tile >= kStages) wait(&empty[slot], (tile / kStages - 1) & 1);
      ptx::mbarrier_arrive_expect_tx(ptx::sem_release, ptx::scope_cta, ptx::space_shared,
                                     &full[slot], kTile * sizeof(int));
      ptx::cp_async_bulk(ptx::space_cluster, ptx::space_global, stage[slot], in + tile * kTile,
                         kTile * sizeof(int), &full[slot]);
    }
    return;
  }
  unsigned long long mine = 0;
  for (int tile = 0; tile < kTiles; ++tile) {
    const int slot = tile % kStages;
    wait(&full[slot], (tile / kStages) & 1);
    const int value = stage[slot][threadIdx.x];
    ptx::mbarrier_arrive(&empty[slot]);
    mine += value;
    results[threadIdx.x] = 2 * value;
    ptx::fence_proxy_async(ptx::space_shared);
    asm volatile("barrier.sync 1, 96;" ::: "memory");
    if (threadIdx.x == 0) {
      ptx::cp_async_bulk(ptx::space_global, ptx::space_shared, out + tile * kTile, results,
                         kTile * sizeof(int));
      ptx::cp_async_bulk_commit_group();
      ptx::cp_async_bulk_wait_group_read(ptx::n32_t<0>{});
    }
    asm volatile("barrier.sync 1, 96;" ::: "memory");
  }
  atomicAdd(sum, mine);
}

int main() {
  int *in, *out;
  unsigned long long* sum;
  constexpr int kCount = kTile * kTiles;
  cudaMallocManaged(&in, kCount * sizeof(int));
  cudaMallocManaged(&out, kCount * sizeof(int));
  cudaMallocManaged(&sum, sizeof *sum);
  unsigned long long expected = 0;
  for (int i = 0; i < kCount; ++i) {
    in[i] = i < 1024 ? i : 0;
    expected += in[i];
  }
  *sum = 0;
  sum_tiles<<<1, 128>>>(in, out, sum);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int wrong = 0;
  for (int i = 0; i < kCount; ++i) wrong += out[i] != 2 * in[i];
  std::printf("sum %llu, expected %llu\n", *sum, expected);
  std::printf("%d tiles written back, %d elements wrong\n", kTiles, wrong);
}
