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

/// Single precision has one NaN, 0x7fffffff.
inline float canonical(float value) {
  return value != value ? std::bit_cast<float>(0x7FFF'FFFFu) : value;
}

/// Double precision passes a source's NaN on, made quiet.
inline double quiet(double nan) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(nan) | 0x0008'0000'0000'0000);
}
inline float nan_of(float, float) { return std::bit_cast<float>(0x7FFF'FFFFu); }
inline double nan_of(double a, double b) { return b != b ? quiet(b) : quiet(a); }

/// The result of an operation with the NaN that hardware gives: where several sources are NaN, of
/// the second, else the third, else the first.
inline float with_nan(float result, float, float = 0, float = 0) { return canonical(result); }
inline double with_nan(double result, double a, double b = 0, double c = 0) {
  if (result == result) return result;
  if (b != b) return quiet(b);
  if (c != c) return quiet(c);
  return a != a ? quiet(a) : std::bit_cast<double>(0xFFF8'0000'0000'0000);
}

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

/// The handler of rcp.approx.ftz.f64 (approximate.cc).
Handler gross_reciprocal_handler();

/// The sum rounded to odd (Boldo and Melquiond, 2008): a second rounding, to fewer bits, is then as
/// if from the exact sum.
inline double added_to_odd(double a, double b) {
  const double sum = a + b;
  const double part = sum - a;
  const double rest = (a - (sum - part)) + (b - part);
  uint64_t bits = std::bit_cast<uint64_t>(sum);
  const bool is_inexact = rest > 0 || rest < 0;  // false for NaN, when the sum is no number
  if (is_inexact && (bits & 1) == 0) bits += (rest > 0) == (sum > 0) ? 1 : ~uint64_t{0};
  return std::bit_cast<double>(bits);
}

/// a * b + c with one rounding.
inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }
inline float fused(float a, float b, float c) {
#if defined(__FMA__) || defined(__aarch64__)
  return __builtin_fmaf(a, b, c);
#else
  // The product is exact in double precision.
  return float(added_to_odd(double(a) * double(b), c));
#endif
}

}  // namespace gtl::exec::GTL_LANES
