// What one of several devices sees of the memory.
#pragma once

#include <memory>

#include "runtime/context.h"

namespace gtl::runtime {

/// Whether the current device's kernels may use it.
bool is_visible(const Context& context, const memory::Allocation& allocation);

/// The memory that the current device's kernels may use: its own, its peers', pools that were
/// opened to it, and what the host shares. Null when there is only one device: then all memory
/// is.
std::unique_ptr<memory::Memory> make_device_view(Context& context);

}  // namespace gtl::runtime
