// A kernel launch as the host asks for it: checked against the device's limits, run, counted,
// reported.
#pragma once

#include "runtime/context.h"
#include "runtime/launch_request.h"

namespace gtl::runtime {

/// Runs the kernel to its end. What the device would find out only while the kernel runs is kept
/// for the next call that waits, unless CUDA_LAUNCH_BLOCKING=1 asks for it here.
CudaError launch_kernel(Context& context, const LaunchRequest& request);

/// What is wrong with the launch before it starts, if anything. Arguments are not needed for this.
CudaError check_launch(Context& context, const LaunchRequest& request);

/// The dynamic shared memory that a launch of the kernel may ask for.
uint64_t dynamic_shared_limit(const Kernel& kernel, const decode::Function& function);

/// Threads of the block that `__launch_bounds__` or `__maxntid__` allows; the device's limit
/// without one.
uint32_t max_threads_per_block(const decode::Function& function);

}  // namespace gtl::runtime
