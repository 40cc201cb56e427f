// Attributes that real programs give to a launch: none of them changes what the kernels compute.
// out: cudaSuccess
// out: 4 blocks of a cluster of 2, second kernel sees 4 x 64
#include <cooperative_groups.h>

#include <cstdio>

namespace cg = cooperative_groups;

__global__ void first(unsigned* counter, unsigned* sizes) {
  cudaTriggerProgrammaticLaunchCompletion();
  atomicAdd(counter, 1);
  if (threadIdx.x == 0) sizes[blockIdx.x] = cg::this_cluster().num_blocks();
}

__global__ void second(const unsigned* counter, unsigned* seen) {
  cudaGridDependencySynchronize();  // All of the first kernel is done and visible.
  if (blockIdx.x == 0 && threadIdx.x == 0) *seen = *counter;
}

int main() {
  unsigned* words;
  cudaMallocManaged(&words, 64 * sizeof(unsigned));
  for (int i = 0; i < 64; ++i) words[i] = 0;
  int least = 0, greatest = 0;
  cudaDeviceGetStreamPriorityRange(&least, &greatest);
  cudaStream_t stream;
  cudaStreamCreateWithPriority(&stream, cudaStreamNonBlocking, greatest);

  cudaLaunchAttribute attributes[6]{};
  attributes[0].id = cudaLaunchAttributeClusterDimension;
  attributes[0].val.clusterDim.x = 2;
  attributes[0].val.clusterDim.y = attributes[0].val.clusterDim.z = 1;
  attributes[1].id = cudaLaunchAttributePriority;
  attributes[1].val.priority = greatest;
  attributes[2].id = cudaLaunchAttributeMemSyncDomain;
  attributes[2].val.memSyncDomain = cudaLaunchMemSyncDomainDefault;
  attributes[3].id = cudaLaunchAttributeAccessPolicyWindow;
  attributes[3].val.accessPolicyWindow.base_ptr = words;
  attributes[3].val.accessPolicyWindow.num_bytes = 256;
  attributes[3].val.accessPolicyWindow.hitRatio = 1.0f;
  attributes[3].val.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
  attributes[3].val.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  attributes[4].id = cudaLaunchAttributeClusterSchedulingPolicyPreference;
  attributes[4].val.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicySpread;
  attributes[5].id = cudaLaunchAttributePreferredSharedMemoryCarveout;
  attributes[5].val.sharedMemCarveout = 50;
  cudaLaunchConfig_t configuration{};
  configuration.gridDim = 4;
  configuration.blockDim = 64;
  configuration.stream = stream;
  configuration.attrs = attributes;
  configuration.numAttrs = 6;
  cudaLaunchKernelEx(&configuration, first, words, words + 16);

  cudaLaunchAttribute serialization{};
  serialization.id = cudaLaunchAttributeProgrammaticStreamSerialization;
  serialization.val.programmaticStreamSerializationAllowed = 1;
  configuration.attrs = &serialization;
  configuration.numAttrs = 1;
  cudaLaunchKernelEx(&configuration, second, static_cast<const unsigned*>(words), words + 32);
  const cudaError_t error = cudaStreamSynchronize(stream);
  std::printf("%s\n", cudaGetErrorName(error));
  const bool all_pairs =
      words[16] == 2 && words[17] == 2 && words[18] == 2 && words[19] == 2;
  std::printf("4 blocks of a cluster of %u, second kernel sees %u x 64\n", all_pairs ? 2 : 0,
              words[32] / 64);
}
