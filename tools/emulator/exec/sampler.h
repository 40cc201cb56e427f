// Sampling textures as the hardware does: a pure function of the texture and the coordinates. The
// rules were read off an NVIDIA H200 (tests/emulator/runtime/recorded/texture_sampling.cu).
#pragma once

#include <array>
#include <cstdint>

#include "exec/texel.h"
#include "memory/image.h"

namespace gtl::exec {

struct SamplePoint {
  std::array<float, 3> at{};        ///< For cubes a direction.
  uint32_t layer = 0;               ///< What is too large (-1, too) means the last one.
  std::array<int32_t, 3> offset{};  ///< In texels.
};

/// tex, tex.level and tex.grad: at a level as levels_of() takes it.
Words sample(const memory::Texture& texture, const SamplePoint& point, float level);

/// tex with integer coordinates: the texel itself, without filter; zeros outside.
Words fetch(const memory::Texture& texture, const std::array<int32_t, 3>& at, uint32_t layer,
            int32_t level);

/// tld4: one channel of the four texels around the point, counter-clockwise from the lower left.
Words gather(const memory::Texture& texture, const SamplePoint& point, uint32_t component);

}  // namespace gtl::exec
