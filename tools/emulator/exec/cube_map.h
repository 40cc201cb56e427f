// Cube maps: from a direction to a face and a place on it.
#pragma once

#include <cstdint>

namespace gtl::exec {

struct FacePoint {
  uint32_t face = 0;   ///< +x, -x, +y, -y, +z, -z
  float s = 0, t = 0;  ///< In [0, 1], from the face's first texel.
};

/// CUDA C++ Programming Guide, "Cubemap Textures": the axis of largest magnitude names the face.
FacePoint face_point(float x, float y, float z);

}  // namespace gtl::exec
