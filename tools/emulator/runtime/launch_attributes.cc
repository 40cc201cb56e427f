#include "runtime/launch_attributes.h"

#include <cstring>
#include <string>

#include "runtime/api_call.h"

namespace gtl::runtime {
namespace {

CudaError record_event(void* handle) {
  return api_call([&](Context& context) {
    auto* event = static_cast<Event*>(handle);
    if (!context.events.contains(event)) return CudaError::InvalidResourceHandle;
    event->is_recorded = true;
    return CudaError::Success;
  });
}

/// Values that are one number start with it.
int number_in(const LaunchAttribute& attribute) {
  int number;
  std::memcpy(&number, attribute.val.bytes, sizeof number);
  return number;
}

CudaError valid_if(bool is_valid) {
  return is_valid ? CudaError::Success : CudaError::InvalidValue;
}

/// What is refused here, and with which error, is what an H200 refuses.
CudaError apply(const LaunchAttribute& attribute, LaunchRequest& request) {
  switch (attribute.id) {
    case LaunchAttributeId::ClusterDimension:
      request.cluster = attribute.val.clusterDim;
      return CudaError::Success;
    case LaunchAttributeId::Cooperative:
      request.is_cooperative = attribute.val.cooperative != 0;
      return CudaError::Success;
    case LaunchAttributeId::ProgrammaticEvent:
    case LaunchAttributeId::LaunchCompletionEvent:
      return record_event(attribute.val.event);
    case LaunchAttributeId::PreferredClusterDimension:
      request.preferred_cluster = attribute.val.clusterDim;
      return CudaError::Success;
    case LaunchAttributeId::MemSyncDomain:
      return valid_if(number_in(attribute) == 0 || number_in(attribute) == 1);
    case LaunchAttributeId::PreferredSharedMemoryCarveout:
      return valid_if(number_in(attribute) >= -1 && number_in(attribute) <= 100);
    case LaunchAttributeId::DeviceUpdatableKernelNode:  // For graphs only.
      return CudaError::NotSupported;
    case LaunchAttributeId::Ignore:
    case LaunchAttributeId::AccessPolicyWindow:
    case LaunchAttributeId::ClusterSchedulingPolicyPreference:
    case LaunchAttributeId::ProgrammaticStreamSerialization:
    case LaunchAttributeId::Priority:
    case LaunchAttributeId::MemSyncDomainMap:
    case LaunchAttributeId::NvlinkUtilCentricScheduling:
      return CudaError::Success;
    case LaunchAttributeId::SynchronizationPolicy:
      return CudaError::InvalidValue;  // For streams only.
  }
  return refuse("cudaLaunchKernelExC", CudaError::InvalidValue,
                "there is no launch attribute " + std::to_string(static_cast<int>(attribute.id)));
}

}  // namespace

CudaError apply_launch_attributes(const LaunchConfiguration& configuration,
                                  LaunchRequest& request) {
  if (configuration.numAttrs != 0 && configuration.attrs == nullptr) return CudaError::InvalidValue;
  for (unsigned int i = 0; i < configuration.numAttrs; ++i) {
    const CudaError error = apply(configuration.attrs[i], request);
    if (error != CudaError::Success) return error;
  }
  return CudaError::Success;
}

}  // namespace gtl::runtime
