// cooperative_groups::memcpy_async and wait, by a block and by tiles; cuda::barrier as a meeting point.
// out: block: 3072 of 3072
// out: tiles: 1024 of 1024
// out: barrier: 1024 of 1024
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include <cstdio>
#include <cuda/barrier>

namespace cg = cooperative_groups;

__global__ void copy_by_block(const int* in, int* out, int count) {
  extern __shared__ int shared[];
  auto block = cg::this_thread_block();
  cg::memcpy_async(block, shared, in, count * sizeof(int));
  cg::wait(block);
  for (int i = threadIdx.x; i < count; i += blockDim.x) out[i] = shared[count - 1 - i];
}

__global__ void copy_by_tiles(const int* in, int* out) {
  __shared__ int shared[2][256];
  auto tile = cg::tiled_partition<32>(cg::this_thread_block());
  const int first = tile.meta_group_rank() * 32;
  for (int part = 0; part < 4; ++part) {
    int* to = shared[part % 2] + first;
    cg::memcpy_async(tile, to, in + part * 256 + first, sizeof(int) * 32);
    cg::wait(tile);
    out[part * 256 + first + tile.thread_rank()] = to[31 - tile.thread_rank()];
    tile.sync();
  }
}

__global__ void copy_with_barrier(const int* in, int* out) {
  __shared__ int shared[256];
  __shared__ cuda::barrier<cuda::thread_scope_block> barrier;
  if (threadIdx.x == 0) init(&barrier, blockDim.x);
  __syncthreads();
  for (int part = 0; part < 4; ++part) {
    cuda::memcpy_async(shared + threadIdx.x, in + part * 256 + threadIdx.x, sizeof(int), barrier);
    barrier.arrive_and_wait();
    out[part * 256 + threadIdx.x] = shared[255 - threadIdx.x];
    barrier.arrive_and_wait();
  }
}

int main() {
  constexpr int kCount = 3072;
  int *in, *out;
  cudaMallocManaged(&in, kCount * sizeof(int));
  cudaMallocManaged(&out, kCount * sizeof(int));
  for (int i = 0; i < kCount; ++i) in[i] = 7 * i + 1;
  const auto check = [&](const char* what, int count, auto source) {
    if (cudaDeviceSynchronize() != cudaSuccess) return;
    int right = 0;
    for (int i = 0; i < count; ++i) right += out[i] == in[source(i)];
    std::printf("%s: %d of %d\n", what, right, count);
  };
  copy_by_block<<<1, 256, kCount * sizeof(int)>>>(in, out, kCount);
  check("block", kCount, [](int i) { return kCount - 1 - i; });
  copy_by_tiles<<<1, 256>>>(in, out);
  check("tiles", 1024, [](int i) { return i / 32 * 32 + 31 - i % 32; });
  copy_with_barrier<<<1, 256>>>(in, out);
  check("barrier", 1024, [](int i) { return i / 256 * 256 + 255 - i % 256; });
}
