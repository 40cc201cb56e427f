// A histogram whose bins are spread over the shared memory of a cluster's blocks; then a sum that
// every block reads from the others. The host counts the same.
// out: cluster of 1: bins agree
// out: cluster of 2: bins agree
// out: cluster of 4: bins agree
// out: cluster of 8: bins agree
// out: cluster of 16: bins agree
#include <cooperative_groups.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

constexpr int kBins = 512, kValues = 40'000, kThreads = 128;

__global__ void histogram(const unsigned* values, int count, unsigned* bins, int bins_per_block) {
  extern __shared__ unsigned own_bins[];
  cg::cluster_group cluster = cg::this_cluster();
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x) own_bins[i] = 0;
  cluster.sync();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x) {
    const int bin = values[i] % kBins;
    unsigned* bins_there = cluster.map_shared_rank(own_bins, bin / bins_per_block);
    atomicAdd(bins_there + bin % bins_per_block, 1);
  }
  cluster.sync();
  const int first = cluster.block_rank() * bins_per_block;
  for (int i = threadIdx.x; i < bins_per_block; i += blockDim.x)
    atomicAdd(bins + first + i, own_bins[i]);
}

int main() {
  std::vector<unsigned> values(kValues), expected(kBins, 0);
  unsigned state = 1;
  for (unsigned& value : values) {
    state = state * 1664525 + 1013904223;
    value = state >> 8;
    ++expected[value % kBins];
  }
  unsigned *d_values, *d_bins;
  cudaMalloc(&d_values, kValues * sizeof(unsigned));
  cudaMalloc(&d_bins, kBins * sizeof(unsigned));
  cudaMemcpy(d_values, values.data(), kValues * sizeof(unsigned), cudaMemcpyHostToDevice);
  cudaFuncSetAttribute(histogram, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  for (unsigned size : {1u, 2u, 4u, 8u, 16u}) {
    cudaMemset(d_bins, 0, kBins * sizeof(unsigned));
    cudaLaunchAttribute attribute{};
    attribute.id = cudaLaunchAttributeClusterDimension;
    attribute.val.clusterDim.x = size;
    attribute.val.clusterDim.y = attribute.val.clusterDim.z = 1;
    cudaLaunchConfig_t configuration{};
    configuration.gridDim = 32;
    configuration.blockDim = kThreads;
    configuration.dynamicSmemBytes = kBins / size * sizeof(unsigned);
    configuration.attrs = &attribute;
    configuration.numAttrs = 1;
    cudaLaunchKernelEx(&configuration, histogram, static_cast<const unsigned*>(d_values), kValues,
                       d_bins, static_cast<int>(kBins / size));
    std::vector<unsigned> bins(kBins);
    const cudaError_t error =
        cudaMemcpy(bins.data(), d_bins, kBins * sizeof(unsigned), cudaMemcpyDeviceToHost);
    if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
    std::printf("cluster of %u: bins %s\n", size, bins == expected ? "agree" : "differ");
  }
}
