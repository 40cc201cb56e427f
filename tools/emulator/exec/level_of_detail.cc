#include "exec/level_of_detail.h"

#include <algorithm>
#include <cmath>

namespace gtl::exec {

using memory::Texture;

namespace {

/// Levels are counted in 256ths; what lies between is cut off.
constexpr int32_t kStep = 256;

int32_t in_steps(float level) {
  constexpr float kFarLevel = 1000;
  if (std::isnan(level)) return 0;
  return int32_t(std::clamp(level, -kFarLevel, kFarLevel) * kStep);
}

}  // namespace

Levels levels_of(const Texture& texture, float level) {
  const int32_t last = int32_t(texture.levels.size() - 1) * kStep;
  const int32_t lowest = std::clamp(in_steps(texture.lowest_level), 0, last);
  const int32_t highest = std::clamp(in_steps(texture.highest_level), lowest, last);
  const int32_t lod = std::clamp(in_steps(level) + in_steps(texture.level_bias), lowest, highest);
  if (!texture.filters_levels) {
    const uint32_t nearest = uint32_t(lod + kStep / 2) / kStep;
    return {nearest, nearest, 0};
  }
  const uint32_t first = uint32_t(lod) / kStep;
  return {first, std::min(first + 1, uint32_t(texture.levels.size() - 1)), uint32_t(lod) % kStep};
}

float level_of_gradients(const memory::Texture& texture, uint32_t axes, const float* dx,
                         const float* dy) {
  const memory::ImageLevel& top = texture.levels[0];
  const uint32_t sizes[3] = {top.width, top.height, top.depth};
  double longest = 0;
  for (const float* gradient : {dx, dy}) {
    double square = 0;
    for (uint32_t axis = 0; axis < axes; ++axis) {
      const double texels = double(gradient[axis]) * (texture.is_normalized ? sizes[axis] : 1);
      square += texels * texels;
    }
    longest = std::max(longest, square);
  }
  return float(0.5 * std::log2(longest));
}

}  // namespace gtl::exec
