// A stencil whose next tile is on its way while this one is computed: cuda::pipeline, two stages.
// out: 4096 of 4096 sums are right
#include <cstdio>
#include <cuda/pipeline>

constexpr int kTile = 128, kTiles = 16, kBlocks = 2;
constexpr int kCount = kTile * kTiles * kBlocks;

/// out[i] = in[i - 1] + in[i] + in[i + 1], with a tile of `in` and its two neighbours in each
/// stage.
__global__ void add_neighbours(const int* in, int* out) {
  __shared__ int stage[2][kTile + 2];
  auto pipeline = cuda::make_pipeline();
  const int first = blockIdx.x * kTiles * kTile;
  const int thread = threadIdx.x;
  auto fetch = [&](int tile) {
    int* to = stage[tile % 2];
    const int* from = in + first + tile * kTile;  // in[0] lies one before the first element.
    pipeline.producer_acquire();
    cuda::memcpy_async(to + thread, from + thread, sizeof(int), pipeline);
    if (thread < 2)
      cuda::memcpy_async(to + kTile + thread, from + kTile + thread, sizeof(int), pipeline);
    pipeline.producer_commit();
  };
  fetch(0);
  for (int tile = 0; tile < kTiles; ++tile) {
    if (tile + 1 < kTiles) fetch(tile + 1);
    if (tile + 1 < kTiles) {
      cuda::pipeline_consumer_wait_prior<1>(pipeline);
    } else {
      cuda::pipeline_consumer_wait_prior<0>(pipeline);
    }
    __syncthreads();
    const int* here = stage[tile % 2];
    out[first + tile * kTile + thread] = here[thread] + here[thread + 1] + here[thread + 2];
    pipeline.consumer_release();
    __syncthreads();
  }
}

int main() {
  int *in, *out;
  cudaMallocManaged(&in, (kCount + 2) * sizeof(int));
  cudaMallocManaged(&out, kCount * sizeof(int));
  for (int i = 0; i < kCount + 2; ++i) in[i] = i * i % 1000;
  add_neighbours<<<kBlocks, kTile>>>(in, out);
  if (cudaDeviceSynchronize() != cudaSuccess) return 1;
  int right = 0;
  for (int i = 0; i < kCount; ++i) right += out[i] == in[i] + in[i + 1] + in[i + 2];
  std::printf("%d of %d sums are right\n", right, kCount);
}
