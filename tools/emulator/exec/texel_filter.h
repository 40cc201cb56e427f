// Mixing texels as the filter unit does, in fixed point (read off an NVIDIA H200).
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "memory/image.h"

namespace gtl::exec {

/// The corners of one slice of a sample: 2 or 4 texels, with weights in 256ths. Volumes have two
/// slices, and between two levels each level is one (or two).
struct Slice {
  std::array<uint32_t, 4> weight{};  ///< Bit 0 of the index: the far side in x; bit 1: in y.
  std::array<std::array<float, 4>, 4> value{};  ///< By channel, then by corner.
};

/// Splits the weight of a slice among its corners, each share rounded; their sum stays exact.
/// `x`, `y`: weights of the far sides.
std::array<uint32_t, 4> corner_weights(uint32_t slice_weight, uint32_t x, uint32_t y);

/// `share` 256ths of a weight, rounded.
uint32_t rounded_share(uint32_t weight, uint32_t share);

/// The mean of all corners, one channel.
float mix(const memory::TexelFormat& format, bool is_srgb, std::span<const Slice> slices,
          uint32_t channel);

}  // namespace gtl::exec
