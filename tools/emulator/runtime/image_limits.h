// How large textures and surfaces may be: an H200's limits.
#pragma once

#include <optional>

#include "runtime/abi.h"

namespace gtl::runtime {

void set_image_limits(DeviceProperties& properties);

/// The limit with this number in cudaDeviceAttr, if it is one.
std::optional<int> image_limit(int attribute);

}  // namespace gtl::runtime
