// What a kernel takes of a multiprocessor, as far as the program tells: registers from the machine
// code that nvcc embedded beside the PTX, the rest from the PTX.
#pragma once

#include "counters/occupancy.h"
#include "runtime/registry.h"

namespace gtl::runtime {

/// Registers are 0 where the program has no machine code for the emulated device (it was compiled
/// for another -arch): they do not limit occupancy then.
counters::KernelResources resources_of(const Kernel& kernel, const decode::Function& function);

/// Threads of the largest block that the kernel can be launched with: by `__launch_bounds__`, and
/// by its registers.
uint32_t max_threads_per_block(const Kernel& kernel, const decode::Function& function);

/// Blocks of that many threads resident on one multiprocessor at once.
uint32_t resident_blocks(const Kernel& kernel, const decode::Function& function, uint32_t threads,
                         uint64_t dynamic_shared_bytes);

}  // namespace gtl::runtime
