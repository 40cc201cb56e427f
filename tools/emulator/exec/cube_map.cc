#include "exec/cube_map.h"

#include <cmath>

namespace gtl::exec {

FacePoint face_point(float x, float y, float z) {
  const float ax = std::fabs(x), ay = std::fabs(y), az = std::fabs(z);
  FacePoint point;
  float s, t, largest;
  if (az >= ax && az >= ay) {
    point.face = z >= 0 ? 4 : 5;
    largest = az, s = z >= 0 ? x : -x, t = -y;
  } else if (ay >= ax) {
    point.face = y >= 0 ? 2 : 3;
    largest = ay, s = x, t = y >= 0 ? z : -z;
  } else {
    point.face = x >= 0 ? 0 : 1;
    largest = ax, s = x >= 0 ? -z : z, t = -y;
  }
  point.s = (s / largest + 1) / 2;
  point.t = (t / largest + 1) / 2;
  return point;
}

}  // namespace gtl::exec
