// Occupancy of clusters.
#include "runtime/api_call.h"
#include "runtime/cluster_occupancy.h"
#include "runtime/cluster_shape.h"
#include "runtime/device_properties.h"
#include "runtime/kernel_resources.h"
#include "runtime/launch.h"
#include "runtime/launch_attributes.h"

namespace gtl::runtime {
namespace {

/// Runs `body` with the kernel, its function, what the configuration asks for, and how many such
/// blocks a multiprocessor holds.
template <class Body>
CudaError with_configuration(const void* handle, const LaunchConfiguration* configuration,
                             int* result, Body body) {
  return api_call([&](Context& context) {
    if (configuration == nullptr || result == nullptr) return CudaError::InvalidValue;
    LaunchRequest request{.kernel = context.registry.find_kernel(handle),
                          .grid = configuration->gridDim,
                          .block = configuration->blockDim,
                          .dynamic_shared_bytes = configuration->dynamicSmemBytes};
    if (request.kernel == nullptr) return CudaError::InvalidDeviceFunction;
    const CudaError error = apply_launch_attributes(*configuration, request);
    if (error != CudaError::Success) return error;
    decode::Program* program = context.load(*request.kernel->module);
    if (program == nullptr) return request.kernel->module->failure()->code;
    const int index = program->find_kernel(request.kernel->name);
    if (index < 0) return CudaError::InvalidDeviceFunction;
    const decode::Function& function = program->functions[static_cast<size_t>(index)];
    // What is wrong with the body is told when it is launched.
    decode::decode_reachable(*program, static_cast<uint32_t>(index));
    const uint64_t threads = uint64_t{request.block.x} * request.block.y * request.block.z;
    if (threads == 0) return CudaError::InvalidValue;
    const uint32_t blocks =
        threads > kMaxThreadsPerBlock
            ? 0
            : resident_blocks(*request.kernel, function, static_cast<uint32_t>(threads),
                              request.dynamic_shared_bytes);
    return body(request, function, blocks);
  });
}

}  // namespace

extern "C" {

CudaError cudaOccupancyMaxPotentialClusterSize(int* size, const void* function,
                                               const LaunchConfiguration* configuration) {
  return with_configuration(
      function, configuration, size,
      [&](const LaunchRequest& request, const decode::Function&, uint32_t blocks) {
        const uint32_t largest =
            request.kernel->settings(current_device()).allows_non_portable_cluster
                ? kLargestClusterSize
                : kPortableClusterSize;
        *size = blocks == 0 ? 0 : static_cast<int>(largest);
        return CudaError::Success;
      });
}

CudaError cudaOccupancyMaxActiveClusters(int* clusters, const void* function,
                                         const LaunchConfiguration* configuration) {
  return with_configuration(
      function, configuration, clusters,
      [&](const LaunchRequest& request, const decode::Function& code, uint32_t blocks) {
        const ClusterShape shape =
            cluster_shape(*request.kernel, code, request.grid, request.cluster);
        const bool is_too_large = shape.size > kLargestClusterSize;
        if (is_too_large &&
            request.kernel->settings(current_device()).allows_non_portable_cluster) {
          *clusters = 0;
          return CudaError::Success;
        }
        if (shape.error != CudaError::Success) return shape.error;
        *clusters =
            !shape.is_explicit
                ? 0
                : static_cast<int>(max_active_clusters(static_cast<uint32_t>(shape.size), blocks));
        return CudaError::Success;
      });
}
}

}  // namespace gtl::runtime
