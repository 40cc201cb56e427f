// Where a surface access goes: texel columns are given in bytes, and what lies outside follows the
// boundary mode.
#pragma once

#include <cstddef>
#include <cstdint>

#include "decode/instruction.h"
#include "memory/image.h"

namespace gtl::exec {

struct SurfacePoint {
  int32_t x = 0;  ///< In bytes.
  int32_t y = 0, z = 0;
  uint32_t layer = 0;
};

enum class SurfaceProblem : uint8_t { None, Outside, Misaligned };

struct SurfacePlace {
  std::byte* bytes = nullptr;  ///< Null: nothing is written, and zeros are read.
  SurfaceProblem problem = SurfaceProblem::None;
};

/// `bytes` is the size of the access.
SurfacePlace surface_place(const memory::Surface& surface, SurfacePoint point, uint32_t bytes,
                           decode::Boundary boundary);

}  // namespace gtl::exec
