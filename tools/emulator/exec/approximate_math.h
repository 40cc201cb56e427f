// Elementary functions of single-precision values, computed in double precision without branches,
// so that loops over lanes vectorise. Errors are below 1e-9: far inside the bounds of PTX's .approx
// forms.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

/// The nearest integer of |value| < 2^51: the sum leaves no bits for a fraction.
inline double nearest_integer(double value) {
  constexpr double kNoFraction = 0x1.8p52;
  return (value + kNoFraction) - kNoFraction;
}

/// 2^exponent for -1022 <= exponent <= 1023.
inline double power_of_two(double exponent) {
  return std::bit_cast<double>(uint64_t(int64_t(exponent) + 1023) << 52);
}

inline double exp2_of(double value) {
  // Beyond these bounds the result is 0 or infinity in single precision.
  const double clamped = value < -200.0 ? -200.0 : value > 200.0 ? 200.0 : value;
  const double whole = nearest_integer(clamped);
  const double x =
      (clamped - whole) * 0.693147180559945309;  // |x| <= 0.35: the Taylor series of exp
  double sum = 1.0 / 3628800;
  sum = sum * x + 1.0 / 362880;
  sum = sum * x + 1.0 / 40320;
  sum = sum * x + 1.0 / 5040;
  sum = sum * x + 1.0 / 720;
  sum = sum * x + 1.0 / 120;
  sum = sum * x + 1.0 / 24;
  sum = sum * x + 1.0 / 6;
  sum = sum * x + 0.5;
  sum = sum * x + 1.0;
  sum = sum * x + 1.0;
  return value != value ? value : sum * power_of_two(whole);
}

inline double log2_of(double value) {
  const uint64_t bits = std::bit_cast<uint64_t>(value);
  // value = m * 2^e with m in [0.70, 1.41]
  const uint64_t shifted = bits - 0x3FE6'A09E'0000'0000;
  const double e = double(int32_t(int64_t(shifted) >> 52));
  const double m = std::bit_cast<double>((shifted & 0x000F'FFFF'FFFF'FFFF) + 0x3FE6'A09E'0000'0000);
  // log m = 2 atanh((m - 1) / (m + 1))
  const double s = (m - 1.0) / (m + 1.0), s2 = s * s;
  double sum = 1.0 / 13;
  sum = sum * s2 + 1.0 / 11;
  sum = sum * s2 + 1.0 / 9;
  sum = sum * s2 + 1.0 / 7;
  sum = sum * s2 + 1.0 / 5;
  sum = sum * s2 + 1.0 / 3;
  sum = sum * s2 + 1.0;
  const double result = e + sum * s * 2.88539008177792681;  // 2 / ln 2
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  const double special = value == 0  ? -kInfinity
                         : value < 0 ? std::numeric_limits<double>::quiet_NaN()
                                     : value;
  return value > 0 && value < kInfinity ? result : special;
}

/// sin for `kQuarter` 0, cos for 1, of |value| <= 2^20; else see the callers.
template <int kQuarter>
inline double sine_of(double value) {
  const double quarters = nearest_integer(value * 0.636619772367581343);  // 2 / pi
  // pi / 2 in two parts: the product with the first is exact.
  const double x = (value - quarters * 0x1.921fb544p0) - quarters * 0x1.0b4611a626331p-34;
  const double x2 = x * x;
  double sine = 1.0 / 6227020800;
  sine = sine * x2 - 1.0 / 39916800;
  sine = sine * x2 + 1.0 / 362880;
  sine = sine * x2 - 1.0 / 5040;
  sine = sine * x2 + 1.0 / 120;
  sine = sine * x2 - 1.0 / 6;
  sine = sine * x2 * x + x;
  double cosine = 1.0 / 479001600;
  cosine = cosine * x2 - 1.0 / 3628800;
  cosine = cosine * x2 + 1.0 / 40320;
  cosine = cosine * x2 - 1.0 / 720;
  cosine = cosine * x2 + 1.0 / 24;
  cosine = cosine * x2 - 0.5;
  cosine = cosine * x2 + 1.0;
  const int32_t quadrant = int32_t(quarters) + kQuarter;
  const double result = quadrant & 1 ? cosine : sine;
  const double with_sign = quadrant & 2 ? -result : result;
  return kQuarter == 0 && value == 0 ? value : with_sign;  // sin(-0) is -0
}

inline double tanh_of(double value) {
  const double magnitude = std::fabs(value);
  const double power = exp2_of(magnitude * 2.88539008177792681);  // e^(2 |value|)
  const double result = 1.0 - 2.0 / (power + 1.0);
  // Near 0 the difference would lose its bits, and tanh x is x.
  return magnitude < 1e-5 ? value : std::copysign(result, value);
}

}  // namespace gtl::exec::GTL_LANES
