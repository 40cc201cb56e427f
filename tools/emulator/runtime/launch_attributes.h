// The attributes that cudaLaunchKernelExC takes.
#pragma once

#include "runtime/abi.h"
#include "runtime/launch.h"

namespace gtl::runtime {

/// Puts what the attributes ask for into `request`. Those that concern speed alone are checked and
/// dropped: kernels of a stream run one after the other here, and caches have no policy.
CudaError apply_launch_attributes(const LaunchConfiguration& configuration, LaunchRequest& request);

}  // namespace gtl::runtime
