// Half-precision formats f16 and bf16 as 16-bit patterns: conversions that vectorise.
#pragma once

#include <bit>
#include <cstdint>

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

inline bool is_half(Type type) {
  return type == Type::F16 || type == Type::F16x2 || type == Type::BF16 || type == Type::BF16x2;
}

constexpr uint16_t kHalfNaN = 0x7FFF;  ///< Of both formats.

/// A double rounded to odd in single precision: a later rounding to 16 bits is as if from the
/// double.
inline float narrowed_to_odd(double value) {
  const float nearest = float(value);
  uint32_t bits = std::bit_cast<uint32_t>(nearest);
  const double back = nearest;
  const bool too_low = __builtin_fabs(back) < __builtin_fabs(value);
  // An overflow to infinity is inexact, too: infinity is even, the largest number below it is odd.
  const bool is_inexact = back < value || back > value;
  if (is_inexact && (bits & 1) == 0) bits += too_low ? 1u : ~0u;
  return std::bit_cast<float>(bits);
}

struct F16Format {
  static constexpr bool kIsF16 = true;
  static constexpr uint16_t kOne = 0x3C00, kInfinity = 0x7C00;
  static constexpr double kRoundsUpToNormal = 0x1p-14 * (1 - 0x1p-12);

  static float widen(uint16_t value) {
    const uint32_t magnitude = uint32_t(value & 0x7FFF) << 13;
    // 2^112 moves the exponent's bias from 15 to 127, of subnormal numbers as well.
    const float scaled =
        std::bit_cast<float>(magnitude) * std::bit_cast<float>(uint32_t{(127 + 112) << 23});
    const uint32_t finite = std::bit_cast<uint32_t>(scaled);
    const uint32_t bits = magnitude >= 0x0F80'0000 ? magnitude | 0x7F80'0000 : finite;
    return std::bit_cast<float>(bits | uint32_t(value & 0x8000) << 16);
  }

  static uint16_t narrow(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    const uint32_t magnitude = bits & 0x7FFF'FFFF;
    const uint32_t sign = bits >> 16 & 0x8000;
    // Below 2^-14 the sum with 0.5 rounds at the last bit of a subnormal number, 2^-24.
    const uint32_t subnormal = std::bit_cast<uint32_t>(std::bit_cast<float>(magnitude) + 0.5f) -
                               std::bit_cast<uint32_t>(0.5f);
    const uint32_t normal =
        (magnitude - (uint32_t{112} << 23) + 0xFFF + (magnitude >> 13 & 1)) >> 13;
    uint32_t result = magnitude < 0x3880'0000 ? subnormal : normal;
    if (magnitude >= 0x477F'F000) result = 0x7C00;  // 65520 and above
    if (magnitude > 0x7F80'0000) return kHalfNaN;
    return uint16_t(result | sign);
  }

  static uint16_t flush(uint16_t value) {
    return (value & 0x7C00) == 0 ? uint16_t(value & 0x8000) : value;
  }
};

struct BF16Format {
  static constexpr bool kIsF16 = false;
  static constexpr uint16_t kOne = 0x3F80, kInfinity = 0x7F80;
  static constexpr double kRoundsUpToNormal = 0x1p-126 * (1 - 0x1p-9);

  static float widen(uint16_t value) { return std::bit_cast<float>(uint32_t{value} << 16); }

  static uint16_t narrow(float value) {
    const uint32_t bits = std::bit_cast<uint32_t>(value);
    if ((bits & 0x7FFF'FFFF) > 0x7F80'0000) return kHalfNaN;
    return uint16_t((bits + 0x7FFF + (bits >> 16 & 1)) >> 16);
  }

  static uint16_t flush(uint16_t value) {
    return (value & 0x7F80) == 0 ? uint16_t(value & 0x8000) : value;
  }
};

/// The handler of a `set` whose sources are halves (half_compare.cc).
Handler half_set_handler(const Instruction& instruction);

}  // namespace gtl::exec::GTL_LANES
