// Exact floating-point arithmetic on bit patterns, for what the host's hardware does not do:
// directed rounding, small formats. Every operation computes the exact result (with a sticky bit
// where it has no end) and rounds once. IEEE 754-2019, sections 4 and 5.
#pragma once

#include <cstdint>

#include "exec/lanes.h"
#include "exec/wide_integer.h"

namespace gtl::exec::GTL_LANES::soft {

using decode::Rounding;
using Wide = Uint128;

/// A binary format. `nan` is the pattern that NVIDIA's hardware produces.
struct Format {
  uint32_t exponent_bits, fraction_bits;
  uint64_t nan;
  bool has_infinity = true;  ///< e4m3 has none: its all-ones exponent holds numbers.
  bool has_nan = true;       ///< Formats of 6 and 4 bits have none: `nan` is the largest number.
};
constexpr Format kF16{5, 10, 0x7FFF};
constexpr Format kBF16{8, 7, 0x7FFF};
constexpr Format kF32{8, 23, 0x7FFF'FFFF};
constexpr Format kF64{11, 52, 0xFFF8'0000'0000'0000};
constexpr Format kTF32{8, 10, 0x3FFFF};
constexpr Format kE4M3{4, 3, 0x7F, false};
constexpr Format kE5M2{5, 2, 0x7F};
constexpr Format kE2M3{2, 3, 0x1F, false, false};
constexpr Format kE3M2{3, 2, 0x1F, false, false};
constexpr Format kE2M1{2, 1, 0x7, false, false};

enum class Kind : uint8_t { Zero, Finite, Infinite, NaN };

/// value = significand * 2^exponent; the significand's top bit is bit kTop, so that there is room
/// above for a carry and below for guard bits. Bit 0 is sticky.
struct Number {
  Kind kind = Kind::Zero;
  bool negative = false;
  int32_t exponent = 0;
  Wide significand = 0;
};
constexpr int32_t kTop = 125;

inline int32_t top_bit(Wide value) {
  const uint64_t high = uint64_t(value >> 64);
  return high != 0 ? 127 - __builtin_clzll(high) : 63 - __builtin_clzll(uint64_t(value));
}

/// Right shift that keeps what falls off as a sticky bit.
inline Wide shift_right_sticky(Wide value, int32_t amount) {
  if (amount <= 0) return value;
  if (amount > 127) return value != 0;
  const Wide lost = value & ((Wide{1} << amount) - 1);
  return (value >> amount) | Wide{lost != 0};
}

inline Number normalised(bool negative, int32_t exponent, Wide significand) {
  if (significand == 0) return {Kind::Zero, negative, 0, 0};
  const int32_t shift = kTop - top_bit(significand);
  significand = shift >= 0 ? significand << shift : shift_right_sticky(significand, -shift);
  return {Kind::Finite, negative, exponent - shift, significand};
}

inline Number unpack(const Format& format, uint64_t bits) {
  const uint64_t fraction = bits & ((uint64_t{1} << format.fraction_bits) - 1);
  const int32_t all_ones = (1 << format.exponent_bits) - 1;
  const int32_t biased = int32_t(bits >> format.fraction_bits) & all_ones;
  const bool negative = bits >> (format.fraction_bits + format.exponent_bits) & 1;
  if (biased == all_ones && format.has_infinity)
    return {fraction ? Kind::NaN : Kind::Infinite, negative, 0, 0};
  if (!format.has_infinity && format.has_nan && (bits & 0x7F) == format.nan)
    return {Kind::NaN, negative, 0, 0};
  const int32_t bias = all_ones >> 1;
  const uint64_t hidden = biased != 0 ? uint64_t{1} << format.fraction_bits : 0;
  const int32_t exponent = (biased != 0 ? biased : 1) - bias - int32_t(format.fraction_bits);
  return normalised(negative, exponent, Wide{fraction | hidden});
}

/// Whether a magnitude with `rest` below its last bit (of weight 2 * half) is rounded up.
inline bool rounds_up(Rounding rounding, bool negative, bool is_odd, Wide rest, Wide half) {
  switch (rounding) {
    case Rounding::Zero:
    case Rounding::ZeroInt:
      return false;
    case Rounding::Down:
    case Rounding::DownInt:
      return negative && rest != 0;
    case Rounding::Up:
    case Rounding::UpInt:
      return !negative && rest != 0;
    case Rounding::NearestAway:
      return rest >= half;
    default:
      return rest > half || (rest == half && is_odd);
  }
}

/// Whether the magnitude, rounded to the format's precision as if exponents had no end, is below
/// the smallest normal number: what hardware flushes with .ftz ("tininess after rounding", IEEE 754
/// 7.5). What rounds up to that number stays.
inline bool is_tiny(const Format& format, const Number& number, Rounding rounding) {
  const int32_t smallest = 1 - ((1 << (format.exponent_bits - 1)) - 1);
  if (number.kind != Kind::Finite || number.exponent + kTop >= smallest) return false;
  if (number.exponent + kTop < smallest - 1) return true;
  const int32_t drop = kTop - int32_t(format.fraction_bits);
  const Wide kept = number.significand >> drop;
  const Wide rest = number.significand & ((Wide{1} << drop) - 1);
  const bool is_all_ones = kept == (Wide{2} << format.fraction_bits) - 1;
  return !(is_all_ones && rounds_up(rounding, number.negative, true, rest, Wide{1} << (drop - 1)));
}

/// The nearest pattern of `format` in the direction of `rounding`. `finite`: overflow gives the
/// largest number instead of infinity (.satfinite).
inline uint64_t pack(const Format& format, const Number& number, Rounding rounding,
                     bool finite = false) {
  const uint64_t sign = uint64_t{number.negative} << (format.fraction_bits + format.exponent_bits);
  const int32_t all_ones = (1 << format.exponent_bits) - 1;
  const uint64_t infinity = uint64_t(uint32_t(all_ones)) << format.fraction_bits;
  const uint64_t largest =
      format.has_infinity ? infinity - 1 : format.nan - (format.has_nan ? 1 : 0);
  switch (number.kind) {
    case Kind::NaN:
      return format.nan;
    case Kind::Infinite:
      return sign | (finite ? largest : format.has_infinity ? infinity : format.nan);
    case Kind::Zero:
      return sign;
    case Kind::Finite:
      break;
  }
  const int32_t bias = all_ones >> 1;
  int32_t biased = number.exponent + kTop + bias;
  // Subnormal numbers keep fewer bits.
  const int32_t drop = kTop - int32_t(format.fraction_bits) + (biased < 1 ? 1 - biased : 0);
  Wide significand = number.significand, kept = 0, rest = significand, half = 0;
  if (drop <= 127) {
    kept = significand >> drop;
    rest = significand & ((Wide{1} << drop) - 1);
    half = Wide{1} << (drop - 1);
  } else {
    half = ~Wide{0};  // far below half of the smallest number
  }
  if (rounds_up(rounding, number.negative, (kept & 1) != 0, rest, half)) ++kept;
  // The hidden bit adds one to the exponent field; so does a carry out of the fraction.
  uint64_t result = uint64_t(kept);
  if (biased >= 1) {
    if (biased > all_ones + 1) biased = all_ones + 1;
    result += uint64_t(uint32_t(biased - 1)) << format.fraction_bits;
  }
  if (result > largest) {
    const bool to_largest = finite || rounding == Rounding::Zero ||
                            (rounding == Rounding::Down && !number.negative) ||
                            (rounding == Rounding::Up && number.negative);
    result = to_largest ? largest : format.has_infinity ? infinity : format.nan;
  }
  return sign | result;
}

inline Number negated(Number number) {
  number.negative = !number.negative;
  return number;
}

inline Number add(Number a, Number b, Rounding rounding) {
  if (a.kind == Kind::NaN || b.kind == Kind::NaN) return {Kind::NaN, false, 0, 0};
  if (a.kind == Kind::Infinite || b.kind == Kind::Infinite) {
    if (a.kind == b.kind && a.negative != b.negative) return {Kind::NaN, false, 0, 0};
    return a.kind == Kind::Infinite ? a : b;
  }
  const bool zero_is_negative = rounding == Rounding::Down;
  if (a.kind == Kind::Zero && b.kind == Kind::Zero) {
    return {Kind::Zero, a.negative == b.negative ? a.negative : zero_is_negative, 0, 0};
  }
  if (a.kind == Kind::Zero) return b;
  if (b.kind == Kind::Zero) return a;
  if (a.exponent < b.exponent) {
    const Number swap = a;
    a = b;
    b = swap;
  }
  const Wide aligned = shift_right_sticky(b.significand, a.exponent - b.exponent);
  if (a.negative == b.negative) return normalised(a.negative, a.exponent, a.significand + aligned);
  if (a.significand == aligned) return {Kind::Zero, zero_is_negative, 0, 0};
  if (a.significand > aligned) return normalised(a.negative, a.exponent, a.significand - aligned);
  return normalised(b.negative, a.exponent, aligned - a.significand);
}

inline Number multiply(const Number& a, const Number& b) {
  const bool negative = a.negative != b.negative;
  if (a.kind == Kind::NaN || b.kind == Kind::NaN) return {Kind::NaN, false, 0, 0};
  if (a.kind == Kind::Infinite || b.kind == Kind::Infinite) {
    if (a.kind == Kind::Zero || b.kind == Kind::Zero) return {Kind::NaN, false, 0, 0};
    return {Kind::Infinite, negative, 0, 0};
  }
  if (a.kind == Kind::Zero || b.kind == Kind::Zero) return {Kind::Zero, negative, 0, 0};
  // No format has more than 53 bits: the upper 63 hold them all.
  constexpr int32_t kShift = kTop - 62;
  const Wide product = (a.significand >> kShift) * (b.significand >> kShift);
  return normalised(negative, a.exponent + b.exponent + 2 * kShift, product);
}

inline Number divide(const Number& a, const Number& b) {
  const bool negative = a.negative != b.negative;
  if (a.kind == Kind::NaN || b.kind == Kind::NaN ||
      (a.kind == Kind::Infinite && b.kind == Kind::Infinite) ||
      (a.kind == Kind::Zero && b.kind == Kind::Zero)) {
    return {Kind::NaN, false, 0, 0};
  }
  if (a.kind == Kind::Infinite || b.kind == Kind::Zero) return {Kind::Infinite, negative, 0, 0};
  if (b.kind == Kind::Infinite || a.kind == Kind::Zero) return {Kind::Zero, negative, 0, 0};
  constexpr int32_t kShift = kTop - 62;
  const Wide divisor = b.significand >> kShift;
  Wide quotient = a.significand / divisor;
  if (a.significand % divisor != 0)
    quotient = quotient << 1 | 1;  // a bit of its own for the rest
  else
    quotient <<= 1;
  return normalised(negative, a.exponent - b.exponent - kShift - 1, quotient);
}

inline Number square_root(const Number& a) {
  if (a.kind == Kind::NaN || (a.negative && a.kind != Kind::Zero)) return {Kind::NaN, false, 0, 0};
  if (a.kind != Kind::Finite) return a;
  const bool is_odd = (a.exponent & 1) != 0;
  Wide rest = is_odd ? a.significand << 1 : a.significand;
  const int32_t exponent = (is_odd ? a.exponent - 1 : a.exponent) / 2;
  Wide root = 0;
  for (Wide bit = Wide{1} << 126; bit != 0; bit >>= 2) {
    if (rest >= root + bit) {
      rest -= root + bit;
      root = (root >> 1) + bit;
    } else {
      root >>= 1;
    }
  }
  return normalised(false, exponent - 1, root << 1 | Wide{rest != 0});
}

inline Number from_integer(int64_t value) {
  return normalised(value < 0, 0, value < 0 ? Wide{0 - uint64_t(value)} : Wide{uint64_t(value)});
}
inline Number from_unsigned(uint64_t value) { return normalised(false, 0, Wide{value}); }

/// The integer of at most 64 bits in the direction of `rounding`, clamped to [lowest, highest].
inline int64_t to_integer(const Number& number, Rounding rounding, bool is_signed, uint32_t bits) {
  const uint64_t highest = is_signed    ? (uint64_t{1} << (bits - 1)) - 1
                           : bits == 64 ? ~uint64_t{0}
                                        : (uint64_t{1} << bits) - 1;
  const uint64_t lowest_magnitude = is_signed ? uint64_t{1} << (bits - 1) : 0;
  if (number.kind == Kind::NaN || number.kind == Kind::Zero) return 0;
  const uint64_t limit = number.negative ? lowest_magnitude : highest;
  const auto with_sign = [&](uint64_t magnitude) {
    return int64_t(number.negative ? 0 - magnitude : magnitude);
  };
  if (number.kind == Kind::Infinite || number.exponent + kTop >= 65) return with_sign(limit);
  const int32_t drop = -number.exponent;  // at least kTop - 64: positive
  Wide kept = 0, rest = number.significand, half = ~Wide{0};
  if (drop <= 127) {
    kept = number.significand >> drop;
    rest = number.significand & ((Wide{1} << drop) - 1);
    half = Wide{1} << (drop - 1);
  }
  if (rounds_up(rounding, number.negative, (kept & 1) != 0, rest, half)) ++kept;
  return with_sign(kept > limit ? limit : uint64_t(kept));
}

/// `a` rounded to an integer, as a number.
inline Number to_integral(const Number& a, Rounding rounding) {
  if (a.kind != Kind::Finite || a.exponent >= 0) return a;
  const int32_t drop = -a.exponent;
  Wide kept = 0, rest = a.significand, half = ~Wide{0};
  if (drop <= 127) {
    kept = a.significand >> drop;
    rest = a.significand & ((Wide{1} << drop) - 1);
    half = Wide{1} << (drop - 1);
  }
  if (rounds_up(rounding, a.negative, (kept & 1) != 0, rest, half)) ++kept;
  return normalised(a.negative, 0, kept);
}

}  // namespace gtl::exec::GTL_LANES::soft
