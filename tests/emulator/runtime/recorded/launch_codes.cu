// What the real runtime answers to launches with attributes, clusters and cooperative grids, and to
// questions about them: one line a call.
//
//   nvcc -arch=sm_90 -o launch_codes launch_codes.cu && ./launch_codes > launch_codes_h200.txt
//
// On a GPU, that is. The record (NVIDIA H200, driver 580.159.04, CUDA 13.0) is what the emulator's
// answers are held against.
#include <cooperative_groups.h>
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

namespace cg = cooperative_groups;

__global__ void plain(unsigned* place) {
  if (place && threadIdx.x == 0) atomicAdd(place, cg::this_cluster().num_blocks());
}
__global__ void __cluster_dims__(2, 1, 1) paired(unsigned* place) {
  if (place && threadIdx.x == 0) atomicAdd(place, cg::this_cluster().num_blocks());
}
__global__ void meeting(unsigned* place) {
  cg::grid_group grid = cg::this_grid();
  if (place && grid.thread_rank() == 0) *place = grid.is_valid() ? 1 : 2;
}
__global__ void shared_64k(unsigned*) {
  extern __shared__ int words[];
  words[threadIdx.x] = 0;
}

unsigned* place;

/// What the call returned, what cudaGetLastError says after it, and what waiting for it says.
void say(const char* what, cudaError_t returned) {
  const cudaError_t last = cudaGetLastError();
  std::printf("%s: %s, then %s", what, cudaGetErrorName(returned), cudaGetErrorName(last));
  const cudaError_t waited = cudaDeviceSynchronize();
  if (waited != cudaSuccess) std::printf(", waiting: %s", cudaGetErrorName(waited));
  std::printf("\n");
}

struct Launch {
  cudaLaunchConfig_t configuration{};
  std::vector<cudaLaunchAttribute> attributes;

  explicit Launch(dim3 grid, dim3 block = 32, size_t shared = 0) {
    configuration.gridDim = grid;
    configuration.blockDim = block;
    configuration.dynamicSmemBytes = shared;
  }
  cudaLaunchAttribute& add(int id) {
    attributes.push_back({});
    attributes.back().id = static_cast<cudaLaunchAttributeID>(id);
    return attributes.back();
  }
  Launch& cluster(unsigned x, unsigned y = 1, unsigned z = 1) {
    auto& value = add(cudaLaunchAttributeClusterDimension).val;
    value.clusterDim.x = x;
    value.clusterDim.y = y;
    value.clusterDim.z = z;
    return *this;
  }
  Launch& cooperative(int value = 1) {
    add(cudaLaunchAttributeCooperative).val.cooperative = value;
    return *this;
  }
  template <class Kernel>
  cudaError_t run(Kernel* kernel) {
    configuration.attrs = attributes.data();
    configuration.numAttrs = static_cast<unsigned>(attributes.size());
    return cudaLaunchKernelEx(&configuration, kernel, place);
  }
};

/// A launch, and what each of its blocks found its cluster's size to be, summed up.
template <class Kernel>
void say_blocks(const char* what, Launch launch, Kernel* kernel) {
  cudaMemset(place, 0, sizeof(unsigned));
  say(what, launch.run(kernel));
  unsigned sum = 0;
  cudaMemcpy(&sum, place, sizeof sum, cudaMemcpyDeviceToHost);
  std::printf("  blocks' cluster sizes add up to %u\n", sum);
}

void cluster_launches() {
  say_blocks("cluster 2 of 4 blocks", Launch(4).cluster(2), plain);
  say_blocks("cluster 2 of 3 blocks", Launch(3).cluster(2), plain);
  say_blocks("cluster 1 of 3 blocks", Launch(3).cluster(1), plain);
  say_blocks("cluster 0 of 4 blocks", Launch(4).cluster(0), plain);
  say_blocks("cluster 0 0 0 of 4 blocks", Launch(4).cluster(0, 0, 0), plain);
  say_blocks("cluster 2 0 0 of 4 blocks", Launch(4).cluster(2, 0, 0), plain);
  say_blocks("cluster 3 of 6 blocks", Launch(6).cluster(3), plain);
  say_blocks("cluster 7 of 14 blocks", Launch(14).cluster(7), plain);
  say_blocks("cluster 8 of 8 blocks", Launch(8).cluster(8), plain);
  say_blocks("cluster 9 of 9 blocks", Launch(9).cluster(9), plain);
  say_blocks("cluster 16 of 16 blocks", Launch(16).cluster(16), plain);
  say_blocks("cluster 2x2 of 4x4 blocks", Launch(dim3(4, 4)).cluster(2, 2), plain);
  say_blocks("cluster 2x2 of 4x3 blocks", Launch(dim3(4, 3)).cluster(2, 2), plain);
  say_blocks("cluster 2x2x2 of 2x2x2 blocks", Launch(dim3(2, 2, 2)).cluster(2, 2, 2), plain);
  say_blocks("cluster 4x4 of 4x4 blocks", Launch(dim3(4, 4)).cluster(4, 4), plain);
  say_blocks("cluster twice, 2 and 4, of 8 blocks", Launch(8).cluster(2).cluster(4), plain);

  say_blocks("compiled for 2: 4 blocks", Launch(4), paired);
  say_blocks("compiled for 2: 3 blocks", Launch(3), paired);
  say_blocks("compiled for 2: cluster 2 of 4 blocks", Launch(4).cluster(2), paired);
  say_blocks("compiled for 2: cluster 4 of 4 blocks", Launch(4).cluster(4), paired);
  say_blocks("compiled for 2: cluster 1 of 4 blocks", Launch(4).cluster(1), paired);
  paired<<<4, 32>>>(place);
  say("compiled for 2: <<<4, 32>>>", cudaPeekAtLastError());
  paired<<<3, 32>>>(place);
  say("compiled for 2: <<<3, 32>>>", cudaPeekAtLastError());
}

template <class Kernel>
void say_attributes(const char* what, Kernel* kernel) {
  cudaFuncAttributes a{};
  say(what, cudaFuncGetAttributes(&a, kernel));
  std::printf("  cluster: must be set %d, required %d %d %d, policy %d, non-portable %d\n",
              a.clusterDimMustBeSet, a.requiredClusterWidth, a.requiredClusterHeight,
              a.requiredClusterDepth, a.clusterSchedulingPolicyPreference,
              a.nonPortableClusterSizeAllowed);
}

void function_attributes() {
  say_attributes("attributes of the plain kernel", plain);
  say_attributes("attributes of the kernel compiled for 2", paired);
  auto set = [](const char* what, auto* kernel, int attribute, int value) {
    say(what, cudaFuncSetAttribute(kernel, static_cast<cudaFuncAttribute>(attribute), value));
  };
  set("non-portable 2", plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 2);
  set("non-portable -1", plain, cudaFuncAttributeNonPortableClusterSizeAllowed, -1);
  set("non-portable 1", plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  say_attributes("  attributes", plain);
  say_blocks("non-portable: cluster 16 of 16 blocks", Launch(16).cluster(16), plain);
  say_blocks("non-portable: cluster 10 of 10 blocks", Launch(10).cluster(10), plain);
  say_blocks("non-portable: cluster 17 of 17 blocks", Launch(17).cluster(17), plain);
  say_blocks("non-portable: cluster 32 of 32 blocks", Launch(32).cluster(32), plain);
  set("non-portable 0", plain, cudaFuncAttributeNonPortableClusterSizeAllowed, 0);
  say_blocks("portable again: cluster 16 of 16 blocks", Launch(16).cluster(16), plain);
  set("non-portable, compiled for 2", paired, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);

  for (int value : {-1, 0, 1, 2, 3}) {
    char what[64];
    std::snprintf(what, sizeof what, "scheduling policy %d", value);
    set(what, plain, cudaFuncAttributeClusterSchedulingPolicyPreference, value);
  }
  say_attributes("  attributes", plain);
  set("must be set, 1", plain, cudaFuncAttributeClusterDimMustBeSet, 1);
  say_attributes("  attributes", plain);
  say_blocks("  4 blocks without a cluster", Launch(4), plain);
  set("required width 4", plain, cudaFuncAttributeRequiredClusterWidth, 4);
  say_attributes("  attributes", plain);
  set("required height 1", plain, cudaFuncAttributeRequiredClusterHeight, 1);
  set("required depth 1", plain, cudaFuncAttributeRequiredClusterDepth, 1);
  say_attributes("  attributes", plain);
  say_blocks("  8 blocks without a cluster", Launch(8), plain);
  say_blocks("  8 blocks with a cluster of 4", Launch(8).cluster(4), plain);
  say_blocks("  8 blocks with a cluster of 2", Launch(8).cluster(2), plain);
  set("required width 4, compiled for 2", paired, cudaFuncAttributeRequiredClusterWidth, 4);
  set("required width -1", plain, cudaFuncAttributeRequiredClusterWidth, -1);
  set("must be set, 0", plain, cudaFuncAttributeClusterDimMustBeSet, 0);
  set("attribute 7", plain, 7, 0);
  set("attribute 16", plain, 16, 0);
  set("attribute 99", plain, 99, 0);
}

void occupancy() {
  int number = -7;
  auto potential = [&](const char* what, auto* kernel, Launch launch) {
    number = -7;
    launch.configuration.attrs = launch.attributes.data();
    launch.configuration.numAttrs = static_cast<unsigned>(launch.attributes.size());
    say(what, cudaOccupancyMaxPotentialClusterSize(&number, kernel, &launch.configuration));
    std::printf("  gives %d\n", number);
  };
  auto active = [&](const char* what, auto* kernel, Launch launch) {
    number = -7;
    launch.configuration.attrs = launch.attributes.data();
    launch.configuration.numAttrs = static_cast<unsigned>(launch.attributes.size());
    say(what, cudaOccupancyMaxActiveClusters(&number, kernel, &launch.configuration));
    std::printf("  gives %d\n", number);
  };
  potential("largest cluster, 32 threads", shared_64k, Launch(64));
  potential("largest cluster, 1024 threads", shared_64k, Launch(64, 1024));
  potential("largest cluster, 3 blocks", shared_64k, Launch(3));
  potential("largest cluster, 2048 threads", shared_64k, Launch(64, 2048));
  potential("largest cluster, empty block", shared_64k, Launch(64, 0));
  potential("largest cluster, compiled for 2", paired, Launch(64));
  potential("largest cluster, 60000 bytes before they are allowed", shared_64k,
            Launch(64, 32, 60000));
  cudaFuncSetAttribute(shared_64k, cudaFuncAttributeMaxDynamicSharedMemorySize, 200000);
  potential("largest cluster, 200000 bytes", shared_64k, Launch(64, 32, 200000));
  for (unsigned size : {1u, 2u, 3u, 4u, 5u, 6u, 7u, 8u, 9u, 16u}) {
    char what[64];
    for (size_t shared : {size_t{0}, size_t{60000}, size_t{200000}}) {
      std::snprintf(what, sizeof what, "active clusters of %u, %zu bytes", size, shared);
      active(what, shared_64k, Launch(size * 64, 32, shared).cluster(size));
    }
    std::snprintf(what, sizeof what, "active clusters of %u, 1024 threads", size);
    active(what, shared_64k, Launch(size * 64, 1024).cluster(size));
  }
  for (unsigned threads : {64u, 96u, 128u, 192u, 256u, 288u, 512u}) {
    char what[64];
    std::snprintf(what, sizeof what, "active clusters of 2, %u threads", threads);
    active(what, shared_64k, Launch(64, threads).cluster(2));
    std::snprintf(what, sizeof what, "active clusters of 2, %u threads, 2000 bytes", threads);
    active(what, shared_64k, Launch(64, threads, 2000).cluster(2));
    std::snprintf(what, sizeof what, "active clusters of 2, %u threads, 20000 bytes", threads);
    active(what, shared_64k, Launch(64, threads, 20000).cluster(2));
    active("  the plain kernel", plain, Launch(64, threads).cluster(2));
  }
  active("active clusters, none given", shared_64k, Launch(64));
  active("active clusters, grid no multiple", shared_64k, Launch(5).cluster(2));
  active("active clusters, compiled for 2, none given", paired, Launch(64));
  active("active clusters, compiled for 2, 4 given", paired, Launch(64).cluster(4));
  cudaFuncSetAttribute(shared_64k, cudaFuncAttributeNonPortableClusterSizeAllowed, 1);
  potential("largest cluster, non-portable", shared_64k, Launch(64));
  potential("largest cluster, non-portable, 1024 threads", shared_64k, Launch(64, 1024));
  potential("largest cluster, non-portable, 200000 bytes", shared_64k, Launch(64, 32, 200000));
  active("active clusters of 16, non-portable", shared_64k, Launch(64).cluster(16));
  active("active clusters of 16, non-portable, 1024 threads", shared_64k,
         Launch(64, 1024).cluster(16));
  active("active clusters of 16, non-portable, 200000 bytes", shared_64k,
         Launch(64, 32, 200000).cluster(16));
  active("active clusters of 10, non-portable", shared_64k, Launch(100).cluster(10));
  active("active clusters of 32, non-portable", shared_64k, Launch(64).cluster(32));
}

void cooperative_launches() {
  void* arguments[] = {&place};
  auto launch = [&](const char* what, dim3 grid, dim3 block) {
    cudaMemset(place, 0, sizeof(unsigned));
    say(what, cudaLaunchCooperativeKernel(meeting, grid, block, arguments));
    unsigned word = 0;
    cudaMemcpy(&word, place, sizeof word, cudaMemcpyDeviceToHost);
    std::printf("  the kernel left %u\n", word);
  };
  int multiprocessors = 0, blocks = 0;
  cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0);
  for (int threads : {32, 256, 1024}) {
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, meeting, threads, 0);
    const auto most = static_cast<unsigned>(blocks * multiprocessors);
    std::printf("%d threads: at most %u blocks\n", threads, most);
    launch("  as many", most, threads);
    launch("  one more", most + 1, threads);
  }
  launch("cooperative, empty grid", 0, 32);
  launch("cooperative, 2048 threads", 1, 2048);
  cudaMemset(place, 0, sizeof(unsigned));
  meeting<<<2, 32>>>(place);
  say("not cooperative", cudaPeekAtLastError());
  unsigned word = 0;
  cudaMemcpy(&word, place, sizeof word, cudaMemcpyDeviceToHost);
  std::printf("  the kernel left %u\n", word);
  say("attribute, 2 blocks", Launch(2).cooperative().run(meeting));
  say("attribute, 100000 blocks", Launch(100000).cooperative().run(meeting));
  say("attribute 0, 100000 blocks", Launch(100000).cooperative(0).run(meeting));
  say("attribute 2, 2 blocks", Launch(2).cooperative(2).run(meeting));
  say("cooperative with clusters of 2", Launch(8).cooperative().cluster(2).run(meeting));
  say("cooperative, no kernel",
      cudaLaunchCooperativeKernel(static_cast<const void*>(nullptr), 1, 1, arguments, 0, nullptr));
}

void launch_attributes() {
  auto one = [](const char* what, int id, auto set) {
    Launch launch(4);
    set(launch.add(id).val);
    say(what, launch.run(plain));
  };
  using Value = cudaLaunchAttributeValue;
  one("attribute ignore", 0, [](Value&) {});
  one("access policy window", cudaLaunchAttributeAccessPolicyWindow, [](Value& v) {
    v.accessPolicyWindow.base_ptr = place;
    v.accessPolicyWindow.num_bytes = 4;
    v.accessPolicyWindow.hitRatio = 1.0f;
    v.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
    v.accessPolicyWindow.missProp = cudaAccessPropertyStreaming;
  });
  one("access policy window, all zero", cudaLaunchAttributeAccessPolicyWindow, [](Value&) {});
  one("synchronization policy", cudaLaunchAttributeSynchronizationPolicy,
      [](Value& v) { v.syncPolicy = cudaSyncPolicyAuto; });
  one("scheduling policy default", 5,
      [](Value& v) { v.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicyDefault; });
  one("scheduling policy spread", 5,
      [](Value& v) { v.clusterSchedulingPolicyPreference = cudaClusterSchedulingPolicySpread; });
  one("programmatic stream serialization", 6,
      [](Value& v) { v.programmaticStreamSerializationAllowed = 1; });
  for (int priority : {0, -1, -5, -6, 1, 100}) {
    char what[64];
    std::snprintf(what, sizeof what, "priority %d", priority);
    one(what, cudaLaunchAttributePriority, [=](Value& v) { v.priority = priority; });
  }
  one("memory sync domain map", cudaLaunchAttributeMemSyncDomainMap, [](Value& v) {
    v.memSyncDomainMap.default_ = 0;
    v.memSyncDomainMap.remote = 1;
  });
  one("memory sync domain remote", cudaLaunchAttributeMemSyncDomain,
      [](Value& v) { v.memSyncDomain = cudaLaunchMemSyncDomainRemote; });
  one("memory sync domain 7", cudaLaunchAttributeMemSyncDomain,
      [](Value& v) { v.memSyncDomain = static_cast<cudaLaunchMemSyncDomain>(7); });
  one("preferred cluster dimension alone", cudaLaunchAttributePreferredClusterDimension,
      [](Value& v) { v.preferredClusterDim = {2, 1, 1}; });
  one("carveout 50", cudaLaunchAttributePreferredSharedMemoryCarveout,
      [](Value& v) { v.sharedMemCarveout = 50; });
  one("carveout 500", cudaLaunchAttributePreferredSharedMemoryCarveout,
      [](Value& v) { v.sharedMemCarveout = 500; });
  one("device-updatable node", cudaLaunchAttributeDeviceUpdatableKernelNode, [](Value& v) {
    v.deviceUpdatableKernelNode.deviceUpdatable = 0;
    v.deviceUpdatableKernelNode.devNode = nullptr;
  });
  cudaEvent_t event;
  cudaEventCreateWithFlags(&event, cudaEventDisableTiming);
  one("programmatic event", cudaLaunchAttributeProgrammaticEvent, [=](Value& v) {
    v.programmaticEvent.event = event;
    v.programmaticEvent.flags = 0;
    v.programmaticEvent.triggerAtBlockStart = 1;
  });
  one("launch completion event", cudaLaunchAttributeLaunchCompletionEvent, [=](Value& v) {
    v.launchCompletionEvent.event = event;
    v.launchCompletionEvent.flags = 0;
  });
  one("launch completion event, null", cudaLaunchAttributeLaunchCompletionEvent,
      [](Value& v) { v.launchCompletionEvent.event = nullptr; });
  one("attribute 15", 15, [](Value&) {});
  one("attribute 16", 16, [](Value&) {});
  one("attribute 99", 99, [](Value&) {});
  {
    Launch launch(8);
    launch.cluster(2).add(cudaLaunchAttributePreferredClusterDimension).val.preferredClusterDim = {
        4, 1, 1};
    say_blocks("cluster 2, preferably 4, of 8 blocks", launch, plain);
    launch.attributes.back().val.preferredClusterDim = {3, 1, 1};
    say_blocks("cluster 2, preferably 3, of 8 blocks", launch, plain);
  }
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // Nothing is lost should a call crash.
  cudaMalloc(&place, 4096);
  cluster_launches();
  function_attributes();
  occupancy();
  cooperative_launches();
  launch_attributes();
  return 0;
}
