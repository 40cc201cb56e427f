#include "exec/surface_access.h"

#include <algorithm>

namespace gtl::exec {

using decode::Boundary;

SurfacePlace surface_place(const memory::Surface& surface, SurfacePoint point, uint32_t bytes,
                           Boundary boundary) {
  const memory::ImageLevel& level = surface.level;
  const int64_t row_bytes = int64_t{level.width} * surface.format.bytes();
  const bool is_volume = surface.shape == memory::ImageShape::Volume;
  int64_t x = point.x, y = point.y, z = is_volume ? int64_t{point.z} : int64_t{point.layer};
  if (x % int64_t{bytes} != 0) return {nullptr, SurfaceProblem::Misaligned};
  const bool is_inside =
      x >= 0 && x + bytes <= row_bytes && y >= 0 && y < level.height && z >= 0 && z < level.depth;
  if (!is_inside) {
    if (boundary == Boundary::Trap) return {nullptr, SurfaceProblem::Outside};
    if (boundary == Boundary::Zero) return {};
    x = std::clamp<int64_t>(x, 0, row_bytes - bytes);
    y = std::clamp<int64_t>(y, 0, level.height - 1);
    z = std::clamp<int64_t>(z, 0, level.depth - 1);
  }
  return {level.data + z * int64_t(level.slice_pitch) + y * int64_t(level.row_pitch) + x,
          SurfaceProblem::None};
}

}  // namespace gtl::exec
