// From a coordinate to texels along one axis: which ones, and how much each counts.
#pragma once

#include <cstdint>

#include "memory/image.h"

namespace gtl::exec {

constexpr int32_t kOutside = -1;  ///< The border's color stands for this texel.

/// Filters mix neighbours in steps of 1/256.
constexpr uint32_t kWeightSteps = 256;

struct Neighbours {
  int32_t index[2] = {0, 0};  ///< Of texels, or kOutside.
  uint32_t weight = 0;        ///< Of the second, in 256ths; the first has the rest.
};

struct Axis {
  uint32_t size = 1;
  memory::AddressMode mode = memory::AddressMode::Clamp;
  bool is_normalized = false;
};

/// The texel that holds the coordinate, moved by `offset` texels.
int32_t nearest_texel(const Axis& axis, float coordinate, int32_t offset);

/// The two texels whose centres lie around the coordinate. A clamped coordinate stops at the centre
/// of the last texel, where `weight` is 0.
Neighbours texels_around(const Axis& axis, float coordinate, int32_t offset);

}  // namespace gtl::exec
