// Which level of a mipmapped texture a sample reads.
#pragma once

#include <cstdint>

#include "memory/image.h"

namespace gtl::exec {

struct Levels {
  uint32_t first = 0, second = 0;
  uint32_t weight = 0;  ///< Of the second, in 256ths.
};

/// `level` as a kernel asks for it, before the texture's bias and bounds.
Levels levels_of(const memory::Texture& texture, float level);

/// The level at which the longer of the two gradients covers one texel. `axes` values each, in the
/// units of the coordinates.
float level_of_gradients(const memory::Texture& texture, uint32_t axes, const float* dx,
                         const float* dy);

}  // namespace gtl::exec
