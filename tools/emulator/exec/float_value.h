// Bit patterns and rules that single and double precision share on NVIDIA's hardware.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

template <class T>
using BitsOf = std::conditional_t<sizeof(T) == 4, uint32_t, uint64_t>;

/// Single precision has one NaN, 0x7fffffff; double precision passes the operand's on, made quiet.
inline float canonical(float value) {
  return value != value ? std::bit_cast<float>(0x7FFF'FFFFu) : value;
}
inline double canonical(double value) { return value; }

/// .ftz: subnormal numbers become zero and keep their sign.
inline float flushed(float value) {
  const uint32_t bits = std::bit_cast<uint32_t>(value);
  return (bits & 0x7F80'0000) == 0 ? std::bit_cast<float>(bits & 0x8000'0000) : value;
}
inline double flushed(double value) { return value; }

/// .sat: to [0, 1]; NaN becomes 0.
template <class T>
inline T saturated(T value) {
  return value > T(0) ? (value < T(1) ? value : T(1)) : T(0);
}

/// a * b + c with one rounding.
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float fused(float a, float b, float c) {
#if defined(__FMA__) || defined(__aarch64__)
  return __builtin_fmaf(a, b, c);
#else
  // The product is exact in double precision. The sum is rounded to odd (Boldo and Melquiond,
  // 2008), so that the second rounding, to single precision, is right.
  const double product = double(a) * double(b), addend = c;
  const double sum = product + addend;
  const double part = sum - product;
  const double rest = (product - (sum - part)) + (addend - part);
  uint64_t bits = std::bit_cast<uint64_t>(sum);
  const bool is_inexact = rest > 0 || rest < 0;  // false for NaN, when the sum is no number
  if (is_inexact && (bits & 1) == 0) bits += (rest > 0) == (sum > 0) ? 1 : ~uint64_t{0};
  return float(std::bit_cast<double>(bits));
#endif
}

}  // namespace gtl::exec::GTL_LANES
