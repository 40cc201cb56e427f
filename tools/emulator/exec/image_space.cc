#include "exec/image_space.h"

#include <algorithm>
#include <cmath>

namespace gtl::exec {

using memory::AddressMode;

namespace {

constexpr int kFractionBits = 8;

/// Coordinates beyond every texture: what lies there is decided by the address mode alone.
constexpr double kFarAway = 1 << 20;

int32_t wrapped(int64_t index, int64_t size) {
  const int64_t rest = index % size;
  return int32_t(rest < 0 ? rest + size : rest);
}

int32_t in_bounds(const Axis& axis, AddressMode mode, int64_t index) {
  const int64_t size = axis.size;
  switch (mode) {
    case AddressMode::Wrap:
      return wrapped(index, size);
    case AddressMode::Mirror: {
      const int32_t twice = wrapped(index, 2 * size);
      return twice < size ? twice : int32_t(2 * size - 1 - twice);
    }
    case AddressMode::Clamp:
      return int32_t(std::clamp<int64_t>(index, 0, size - 1));
    default:
      return index >= 0 && index < size ? int32_t(index) : kOutside;
  }
}

/// Wrap and mirror ask for normalized coordinates, and clamp without them.
AddressMode mode_of(const Axis& axis) {
  const bool repeats = axis.mode == AddressMode::Wrap || axis.mode == AddressMode::Mirror;
  return repeats && !axis.is_normalized ? AddressMode::Clamp : axis.mode;
}

/// Normalized coordinates keep this many bits behind the point.
int kept_bits(uint32_t size) {
  if (size <= 1 << 13) return 21;
  return size <= 1 << 16 ? 22 : 23;
}

/// The coordinate in texels. A repeating one loses whole repetitions first.
double in_texels(const Axis& axis, AddressMode mode, float coordinate) {
  if (std::isnan(coordinate)) return 0;
  if (!axis.is_normalized) return std::clamp(double(coordinate), -kFarAway, kFarAway);
  const bool repeats = mode == AddressMode::Wrap || mode == AddressMode::Mirror;
  if (repeats && std::isinf(coordinate)) return 0;
  const double steps = std::ldexp(1.0, kept_bits(axis.size));
  double kept = std::floor(double(coordinate) * steps);
  if (repeats) {
    const double period = mode == AddressMode::Wrap ? steps : 2 * steps;
    kept -= std::floor(kept / period) * period;
  }
  return std::clamp(kept / steps * axis.size, -kFarAway, kFarAway);
}

}  // namespace

int32_t nearest_texel(const Axis& axis, float coordinate, int32_t offset) {
  const AddressMode mode = mode_of(axis);
  const double x = in_texels(axis, mode, coordinate);
  return in_bounds(axis, mode, int64_t(std::floor(x)) + offset);
}

Neighbours texels_around(const Axis& axis, float coordinate, int32_t offset) {
  const AddressMode mode = mode_of(axis);
  const double x = in_texels(axis, mode, coordinate);
  const int64_t fixed = int64_t(std::floor(x * kWeightSteps + 0.5)) - int64_t{kWeightSteps} / 2;
  const int64_t first = (fixed >> kFractionBits) + offset;
  Neighbours neighbours;
  neighbours.index[0] = in_bounds(axis, mode, first);
  neighbours.index[1] = in_bounds(axis, mode, first + 1);
  neighbours.weight = uint32_t(fixed & (kWeightSteps - 1));
  if (mode == AddressMode::Clamp && neighbours.index[0] == neighbours.index[1])
    neighbours.weight = 0;
  return neighbours;
}

}  // namespace gtl::exec
