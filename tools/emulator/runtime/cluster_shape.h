// Which blocks of a launch form a cluster: from the kernel's code, its attributes, the launch.
#pragma once

#include <string>

#include "decode/program.h"
#include "exec/launch.h"
#include "runtime/abi.h"
#include "runtime/registry.h"

namespace gtl::runtime {

constexpr uint32_t kPortableClusterSize = 8;  ///< Of every device with clusters.
constexpr uint32_t kLargestClusterSize = 16;  ///< Of an H200, for kernels that ask for it.

struct ClusterShape {
  exec::Dim3 blocks;         ///< 1 x 1 x 1 without clusters.
  uint64_t size = 1;         ///< In blocks; as asked for, where that is an error.
  bool is_explicit = false;  ///< Somebody named the shape.
  CudaError error = CudaError::Success;
  std::string problem;  ///< Why there is an error.
};

/// `asked` is the launch's attribute cudaLaunchAttributeClusterDimension; all zero without one.
/// `preferred` is cudaLaunchAttributePreferredClusterDimension: checked, and then not used, as on a
/// device that is too full for it.
ClusterShape cluster_shape(const Kernel& kernel, const decode::Function& function,
                           const AbiDim3& grid, const AbiDim3& asked,
                           const AbiDim3& preferred = {0, 0, 0});

/// cudaFuncSetAttribute, for the attributes that concern clusters.
CudaError set_cluster_attribute(Kernel& kernel, const decode::Function& function,
                                FunctionAttribute attribute, int value);
/// cudaFuncGetAttributes, the same.
void describe_cluster(const Kernel& kernel, const decode::Function& function,
                      FunctionAttributes& attributes);

/// The cluster dimensions that the kernel was compiled for, or given by cudaFuncSetAttribute; all
/// zero where there are none.
AbiDim3 required_cluster(const Kernel& kernel, const decode::Function& function);

}  // namespace gtl::runtime
