// Cooperative groups: tiles, coalesced threads, partitions, reduce, scan, copies, one thread for all.
// Each kernel compares with a loop of its own and counts what differs. Without racecheck: tiles of
// several warps pass values on in shared memory between shuffles, which do not order memory.
// run: --check memcheck,initcheck
// out: block (32,1,1): 0 wrong
// out: block (64,1,1): 0 wrong
// out: block (100,1,1): 0 wrong
// out: block (16,8,2): 0 wrong
// out: block (256,1,1): 0 wrong
// out: block (1024,1,1): 0 wrong
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

#include <cstdio>

namespace cg = cooperative_groups;

__device__ int value_of(unsigned thread) { return static_cast<int>(thread * 7919 % 1000) - 300; }

/// Tiles of a power of two within a warp: ranks, shuffles, votes, reduce, scan.
template <unsigned kSize>
__device__ int check_tile(const cg::thread_block& block) {
  auto tile = cg::tiled_partition<kSize>(block);
  const unsigned thread = block.thread_rank(), first = thread / kSize * kSize;
  const unsigned end = min(first + kSize, static_cast<unsigned>(block.size()));
  int wrong = tile.thread_rank() != thread - first;
  wrong += tile.meta_group_rank() != thread / kSize;
  // The last tile of a block that is no multiple of 32 threads is not whole: only ranks hold there.
  if (end - first != kSize) return wrong;
  int sum = 0, least = 1000, below = 0, through = 0;
  unsigned negative = 0;
  for (unsigned i = first; i < end; ++i) {
    sum += value_of(i);
    least = min(least, value_of(i));
    if (i < thread) below += value_of(i);
    if (i <= thread) through += value_of(i);
    if (value_of(i) < 0) negative |= 1u << (i - first);
  }
  const int mine = value_of(thread);
  wrong += cg::reduce(tile, mine, cg::plus<int>()) != sum;
  wrong += cg::reduce(tile, mine, cg::less<int>()) != least;
  wrong += cg::exclusive_scan(tile, mine) != below;
  wrong += cg::inclusive_scan(tile, mine, cg::plus<int>()) != through;
  wrong += tile.ballot(mine < 0) != negative;
  wrong += tile.any(mine < 0) != (negative != 0);
  wrong += tile.shfl(mine, kSize - 1) != value_of(end - 1);
  wrong += tile.shfl_xor(mine, kSize / 2) != value_of(first + ((thread - first) ^ (kSize / 2)));
  tile.sync();
  return wrong;
}

/// Tiles of several warps, with the memory that the compiler reserves for them.
template <unsigned kSize>
__device__ int check_wide_tile(const cg::thread_block& block) {
  if (block.size() % kSize != 0) return 0;
  auto tile = cg::tiled_partition<kSize>(block);
  const unsigned thread = block.thread_rank(), first = thread / kSize * kSize;
  int sum = 0, through = 0;
  for (unsigned i = first; i < first + kSize; ++i) {
    sum += value_of(i);
    if (i <= thread) through += value_of(i);
  }
  int wrong = tile.thread_rank() != thread - first;
  wrong += cg::reduce(tile, value_of(thread), cg::plus<int>()) != sum;
  wrong += cg::inclusive_scan(tile, value_of(thread)) != through;
  wrong += tile.shfl(value_of(thread), 3) != value_of(first + 3);
  wrong += tile.any(thread == first + 5) == 0;
  tile.sync();
  return wrong;
}

__device__ int check_coalesced(const cg::thread_block& block) {
  const unsigned thread = block.thread_rank();
  int wrong = 0;
  if (value_of(thread) >= 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    int sum = 0;
    unsigned before = 0, size = 0;
    const unsigned first = thread / 32 * 32;
    for (unsigned i = first; i < min(first + 32, static_cast<unsigned>(block.size())); ++i) {
      if (value_of(i) < 0) continue;
      sum += value_of(i);
      before += i < thread;
      ++size;
    }
    wrong += group.size() != size;
    wrong += group.thread_rank() != before;
    wrong += cg::reduce(group, value_of(thread), cg::plus<int>()) != sum;
    wrong += cg::exclusive_scan(group, 1, cg::plus<int>()) != static_cast<int>(before);
    auto odd = cg::labeled_partition(group, value_of(thread) % 3);
    int same = 0;
    for (unsigned i = first; i < min(first + 32, static_cast<unsigned>(block.size())); ++i)
      same += value_of(i) >= 0 && value_of(i) % 3 == value_of(thread) % 3;
    wrong += static_cast<int>(odd.size()) != same;
    auto half = cg::binary_partition(group, thread % 2 == 0);
    unsigned alike = 0;
    for (unsigned i = first; i < min(first + 32, static_cast<unsigned>(block.size())); ++i)
      alike += value_of(i) >= 0 && i % 2 == thread % 2;
    wrong += half.size() != alike;
    wrong += half.shfl(thread, 0) % 2 != thread % 2;
  }
  return wrong;
}

__device__ int check_copies(const cg::thread_block& block, const int* source) {
  __shared__ alignas(16) int staged[1024];
  const unsigned count = static_cast<unsigned>(block.size());
  cg::memcpy_async(block, staged, source, sizeof(int) * count);
  cg::wait(block);
  int wrong = 0;
  const unsigned thread = block.thread_rank();
  wrong += staged[(thread + 1) % count] != value_of((thread + 1) % count);
  block.sync();
  auto tile = cg::tiled_partition<32>(block);
  if (count % 32 == 0) {
    const unsigned first = thread / 32 * 32;
    cg::memcpy_async(tile, staged + first, source + first, sizeof(int) * 32);
    cg::wait(tile);
    wrong += staged[first + 31] != value_of(first + 31);
  }
  block.sync();
  return wrong;
}

__device__ int check_one_for_all(const cg::thread_block& block) {
  __shared__ int calls;
  if (block.thread_rank() == 0) calls = 0;
  block.sync();
  cg::invoke_one(block, [&] { atomicAdd(&calls, 1); });
  block.sync();
  int wrong = calls != 1;
  block.sync();
  auto warp = cg::tiled_partition<32>(block);
  const int told = cg::invoke_one_broadcast(cg::coalesced_threads(), [&] {
    atomicAdd(&calls, 1);
    return 77;
  });
  wrong += told != 77;
  block.sync();
  // One thread for the block, one for each warp.
  wrong += calls != 1 + static_cast<int>((block.size() + 31) / 32);
  (void)warp;
  return wrong;
}

__global__ void check(const int* source, int* wrong) {
  cg::thread_block block = cg::this_thread_block();
  int mine = 0;
  mine += check_tile<1>(block);
  mine += check_tile<2>(block);
  mine += check_tile<4>(block);
  mine += check_tile<8>(block);
  mine += check_tile<16>(block);
  mine += check_tile<32>(block);
  mine += check_wide_tile<64>(block);
  mine += check_wide_tile<128>(block);
  mine += check_wide_tile<256>(block);
  mine += check_wide_tile<512>(block);
  mine += check_coalesced(block);
  mine += check_copies(block, source);
  mine += check_one_for_all(block);
  atomicAdd(wrong, mine);
}

__global__ void fill(int* values) { values[threadIdx.x] = value_of(threadIdx.x); }

int main() {
  int *values, *wrong;
  cudaMalloc(&values, 1024 * sizeof(int));
  cudaMallocManaged(&wrong, sizeof(int));
  fill<<<1, 1024>>>(values);
  for (dim3 block : {dim3(32), dim3(64), dim3(100), dim3(16, 8, 2), dim3(256), dim3(1024)}) {
    *wrong = 0;
    check<<<3, block>>>(values, wrong);
    cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) error = cudaDeviceSynchronize();
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
    std::printf("block (%u,%u,%u): %d wrong\n", block.x, block.y, block.z, *wrong);
  }
}
