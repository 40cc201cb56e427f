#include "runtime/cluster_shape.h"

#include "runtime/device.h"

namespace gtl::runtime {
namespace {

std::string text(const AbiDim3& d) {
  return std::to_string(d.x) + " x " + std::to_string(d.y) + " x " + std::to_string(d.z);
}

bool is_given(const AbiDim3& d) { return d.x != 0 || d.y != 0 || d.z != 0; }

}  // namespace

AbiDim3 required_cluster(const Kernel& kernel, const decode::Function& function) {
  const uint32_t* compiled = function.required_cluster;
  return compiled[0] != 0 ? AbiDim3{compiled[0], compiled[1], compiled[2]}
                          : kernel.settings(current_device()).required_cluster;
}

CudaError set_cluster_attribute(Kernel& kernel, const decode::Function& function,
                                FunctionAttribute attribute, int value) {
  constexpr int kPolicies = 3;
  KernelSettings& settings = kernel.settings(current_device());
  if (attribute == FunctionAttribute::NonPortableClusterSizeAllowed) {
    settings.allows_non_portable_cluster = value != 0;
    return CudaError::Success;
  }
  if (attribute == FunctionAttribute::ClusterSchedulingPolicyPreference) {
    if (value < 0 || value >= kPolicies) return CudaError::InvalidValue;
    settings.cluster_scheduling_policy = value;
    return CudaError::Success;
  }
  // What a kernel was compiled for stays; and that it needs clusters is for the compiler to say.
  if (value < 0 || function.required_cluster[0] != 0 ||
      attribute == FunctionAttribute::ClusterDimMustBeSet) {
    return CudaError::InvalidValue;
  }
  AbiDim3& required = settings.required_cluster;
  (attribute == FunctionAttribute::RequiredClusterWidth    ? required.x
   : attribute == FunctionAttribute::RequiredClusterHeight ? required.y
                                                           : required.z) =
      static_cast<uint32_t>(value);
  return CudaError::Success;
}

void describe_cluster(const Kernel& kernel, const decode::Function& function,
                      FunctionAttributes& attributes) {
  const AbiDim3 required = required_cluster(kernel, function);
  const KernelSettings& settings = kernel.settings(current_device());
  attributes.clusterDimMustBeSet =
      function.has_explicit_cluster || function.required_cluster[0] != 0;
  attributes.requiredClusterWidth = static_cast<int>(required.x);
  attributes.requiredClusterHeight = static_cast<int>(required.y);
  attributes.requiredClusterDepth = static_cast<int>(required.z);
  attributes.clusterSchedulingPolicyPreference = settings.cluster_scheduling_policy;
  attributes.nonPortableClusterSizeAllowed = settings.allows_non_portable_cluster;
}

ClusterShape cluster_shape(const Kernel& kernel, const decode::Function& function,
                           const AbiDim3& grid, const AbiDim3& asked, const AbiDim3& preferred) {
  const AbiDim3 required = required_cluster(kernel, function);
  ClusterShape shape;
  auto refuse = [&](std::string problem) {
    shape.error = CudaError::InvalidClusterSize;
    shape.problem = std::move(problem);
    return shape;
  };
  const AbiDim3 blocks = is_given(asked) ? asked : required;
  if (!is_given(blocks)) {
    if (function.has_explicit_cluster) {
      return refuse(
          "this kernel runs in clusters only, and the launch gives no cluster dimensions; "
          "set cudaLaunchAttributeClusterDimension");
    }
    return shape;
  }
  shape.is_explicit = true;
  if (blocks.x == 0 || blocks.y == 0 || blocks.z == 0) {
    return refuse("the cluster " + text(blocks) + " is empty; every dimension must be at least 1");
  }
  if (is_given(required) &&
      (blocks.x != required.x || blocks.y != required.y || blocks.z != required.z)) {
    return refuse("the launch asks for clusters of " + text(blocks) +
                  ", and the kernel was made for " + text(required));
  }
  const uint64_t size = shape.size = uint64_t{blocks.x} * blocks.y * blocks.z;
  if (size > kLargestClusterSize) {
    return refuse("a cluster of " + std::to_string(size) +
                  " blocks is more than the device holds (" + std::to_string(kLargestClusterSize) +
                  ")");
  }
  if (size > kPortableClusterSize &&
      !kernel.settings(current_device()).allows_non_portable_cluster) {
    return refuse("a cluster of " + std::to_string(size) +
                  " blocks is larger than all devices with clusters allow (" +
                  std::to_string(kPortableClusterSize) +
                  "); call cudaFuncSetAttribute with "
                  "cudaFuncAttributeNonPortableClusterSizeAllowed before the launch");
  }
  if (grid.x % blocks.x != 0 || grid.y % blocks.y != 0 || grid.z % blocks.z != 0) {
    return refuse("the grid " + text(grid) + " is no multiple of the cluster " + text(blocks) +
                  " in every dimension");
  }
  if (is_given(preferred) &&
      (preferred.x % blocks.x != 0 || preferred.y % blocks.y != 0 || preferred.z % blocks.z != 0)) {
    return refuse("the preferred cluster " + text(preferred) + " is no multiple of the cluster " +
                  text(blocks) + " in every dimension");
  }
  shape.blocks = {blocks.x, blocks.y, blocks.z};
  return shape;
}

}  // namespace gtl::runtime
