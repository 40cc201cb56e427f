// From the host's description of a texture or surface to what kernels sample.
#pragma once

#include <string>

#include "memory/image.h"
#include "runtime/abi.h"
#include "runtime/abi_image.h"
#include "runtime/arrays.h"

namespace gtl::runtime {

/// Checks the description as the real runtime does. `view` may be null. On an error that its reader
/// may not expect, `problem` says why.
CudaError make_texture(const Arrays& arrays, const ResourceDescriptor& resource,
                       const TextureDescriptor& description, const ResourceViewDescriptor* view,
                       memory::Texture& texture, std::string& problem);

CudaError make_surface(const Arrays& arrays, const ResourceDescriptor& resource,
                       memory::Surface& surface, std::string& problem);

}  // namespace gtl::runtime
