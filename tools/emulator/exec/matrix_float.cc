// Floating-point products of matrices: see matrix_arithmetic.h.
#include <bit>
#include <cmath>

#include "exec/half.h"
#include "exec/matrix_arithmetic.h"

namespace gtl::exec::GTL_LANES {

namespace {

constexpr uint32_t kWide = 8;           ///< Columns that are computed together.
constexpr uint32_t kChunk = 32;         ///< Columns whose factors are kept at once.
constexpr uint32_t kMaximalDepth = 64;  ///< Of e4m3 with a sparse A.
constexpr uint32_t kMaximalRows = 32;
constexpr int32_t kZeroExponent = -4096;  ///< Below all others: a zero never is the largest.

struct Format {
  uint32_t exponent_bits, fraction_bits;
  bool has_infinity = true;
  uint32_t unused_bits = 0;  ///< At the low end of the pattern.
};

Format format_of(Type type) {
  switch (type) {
    case Type::F16:
      return {5, 10};
    case Type::BF16:
      return {8, 7};
    case Type::TF32:
      return {8, 10, true, 13};
    case Type::E4M3:
      return {4, 3, false};
    case Type::E5M2:
      return {5, 2};
    default:
      return {8, 23};
  }
}

bool is_nan(const Format& format, uint32_t pattern) {
  pattern >>= format.unused_bits;
  const uint32_t magnitude = pattern & ((1u << (format.exponent_bits + format.fraction_bits)) - 1);
  if (!format.has_infinity) return magnitude == 0x7F;
  return magnitude > ((1u << format.exponent_bits) - 1) << format.fraction_bits;
}

bool is_infinite(const Format& format, uint32_t pattern) {
  pattern >>= format.unused_bits;
  const uint32_t magnitude = pattern & ((1u << (format.exponent_bits + format.fraction_bits)) - 1);
  return format.has_infinity && magnitude == ((1u << format.exponent_bits) - 1)
                                                 << format.fraction_bits;
}

bool is_zero(const Format& format, uint32_t pattern) {
  pattern >>= format.unused_bits;
  return (pattern & ((1u << (format.exponent_bits + format.fraction_bits)) - 1)) == 0;
}

bool is_negative(const Format& format, uint32_t pattern) {
  return (pattern >> format.unused_bits >> (format.exponent_bits + format.fraction_bits) & 1) != 0;
}

/// Numbers as significand * 2^exponent. Subnormal ones keep the smallest normal exponent, and a
/// significand below 1. Returns whether there are infinities or NaNs, which come out as zeros.
bool unpack(const Format& format, bool negates, const uint32_t* patterns, uint32_t count,
            float* significand, int32_t* exponent) {
  const uint32_t fraction_bits = format.fraction_bits, unused = format.unused_bits;
  const uint32_t all_ones = (1u << format.exponent_bits) - 1;
  const int32_t bias = int32_t(all_ones >> 1);
  const uint32_t special = format.has_infinity ? all_ones << fraction_bits : 0x7Fu;
  const uint32_t magnitude_mask = (1u << (format.exponent_bits + fraction_bits)) - 1;
  const float unit = std::bit_cast<float>((127 - fraction_bits) << 23);
  uint32_t specials = 0;
#pragma omp simd reduction(| : specials)
  for (uint32_t i = 0; i < count; ++i) {
    const uint32_t pattern = patterns[i] >> unused;
    const uint32_t magnitude = pattern & magnitude_mask;
    const uint32_t is_special = magnitude >= special ? 1u : 0u;
    const uint32_t field = magnitude >> fraction_bits;
    const uint32_t hidden = field != 0 ? 1u << fraction_bits : 0u;
    const uint32_t whole = (magnitude & ((1u << fraction_bits) - 1)) | hidden;
    const uint32_t sign =
        (pattern >> (format.exponent_bits + fraction_bits) ^ uint32_t{negates}) & 1;
    const float value = float(int32_t(is_special ? 0u : whole)) * unit;
    significand[i] = std::bit_cast<float>(std::bit_cast<uint32_t>(value) | sign << 31);
    exponent[i] =
        whole == 0 || is_special ? kZeroExponent : int32_t(field != 0 ? field : 1u) - bias;
    specials |= is_special;
  }
  return specials != 0;
}

/// The next number towards zero in single precision, infinity from 2^128 on. Zero is positive.
uint32_t truncated(double value) {
  const float nearest = float(value);
  const double magnitude = std::fabs(value);
  const bool is_beyond = std::fabs(double(nearest)) > magnitude && magnitude < 0x1p128;
  const uint32_t bits = std::bit_cast<uint32_t>(nearest) - uint32_t{is_beyond};
  return (bits & 0x7FFF'FFFF) == 0 ? 0 : bits;
}

/// The nearest number in half precision. Zero is positive.
uint32_t rounded_to_half(double value) {
  const uint32_t bits = F16Format::narrow(narrowed_to_odd(value));
  return (bits & 0x7FFF) == 0 ? 0 : bits;
}

/// A power of two, for exponents in the normal range of the format.
float power_single(int32_t exponent) {
  return std::bit_cast<float>(uint32_t(exponent + 127) << 23);
}
double power_double(int32_t exponent) {
  return std::bit_cast<double>(uint64_t(uint32_t(exponent + 1023)) << 52);
}

struct Factors {
  alignas(64) float significand[kMaximalDepth * kChunk];
  alignas(64) int32_t exponent[kMaximalDepth * kChunk];
};

/// c + the products of one group for kWide columns: exact values of the sums of truncated terms.
void add_group(const FloatRules& rules, const float* a_significand, const int32_t* a_exponent,
               const float* b_significand, const int32_t* b_exponent, uint32_t count,
               const float* c_significand, const int32_t* c_exponent, double* sums) {
  alignas(32) int32_t largest[kWide];
  for (uint32_t n = 0; n < kWide; ++n) largest[n] = c_exponent[n];
  for (uint32_t k = 0; k < count; ++k) {
    const int32_t* exponent = b_exponent + size_t{k} * kChunk;
#pragma omp simd
    for (uint32_t n = 0; n < kWide; ++n) {
      const int32_t sum = a_exponent[k] + exponent[n];
      largest[n] = sum > largest[n] ? sum : largest[n];
    }
  }
  // A term below the last bit vanishes; far below, its scale would leave the format.
  constexpr int32_t kVanishes = -64;
  alignas(32) int32_t last_bit[kWide], total[kWide];
  for (uint32_t n = 0; n < kWide; ++n) {
    last_bit[n] = largest[n] - rules.fraction_bits;
    sums[n] = 0;
    const int32_t shift = c_exponent[n] - last_bit[n];
    total[n] = int32_t(c_significand[n] * power_single(shift > kVanishes ? shift : kVanishes));
  }
  for (uint32_t k = 0; k < count; ++k) {
    const float* significand = b_significand + size_t{k} * kChunk;
    const int32_t* exponent = b_exponent + size_t{k} * kChunk;
#pragma omp simd
    for (uint32_t n = 0; n < kWide; ++n) {
      const int32_t shift = a_exponent[k] + exponent[n] - last_bit[n];
      const float scale = power_single(shift > kVanishes ? shift : kVanishes);
      total[n] += int32_t(a_significand[k] * significand[n] * scale);
    }
    // Each term is below 2^(fraction_bits + 2): six of them fit.
    if (k % 4 == 3 || k + 1 == count) {
      for (uint32_t n = 0; n < kWide; ++n) {
        sums[n] += double(total[n]);
        total[n] = 0;
      }
    }
  }
  for (uint32_t n = 0; n < kWide; ++n) {
    sums[n] *= power_double(last_bit[n] > -1000 ? last_bit[n] : -1000);
  }
}

uint32_t result_pattern(const FloatRules& rules, double sum) {
  if (rules.accumulator == Type::F16) return rounded_to_half(sum);
  return truncated(sum) & ~((1u << (23 - rules.result_fraction_bits)) - 1);
}

/// With infinities or NaNs among the terms: their sum, or nothing when there are none.
bool special_result(const FloatRules& rules, const uint32_t* a, const uint8_t* absent,
                    const uint32_t* b, uint32_t b_stride, uint32_t depth, uint32_t c,
                    uint32_t& result) {
  const Format a_format = format_of(rules.a), b_format = format_of(rules.b),
               c_format = format_of(rules.accumulator);
  bool has_nan = is_nan(c_format, c), has_positive = false, has_negative = false;
  const auto add_infinity = [&](bool negative) { (negative ? has_negative : has_positive) = true; };
  if (is_infinite(c_format, c)) add_infinity(is_negative(c_format, c));
  for (uint32_t k = 0; k < depth; ++k) {
    if (absent && absent[k]) continue;
    const uint32_t x = a[k], y = b[size_t{k} * b_stride];
    const bool x_infinite = is_infinite(a_format, x), y_infinite = is_infinite(b_format, y);
    has_nan = has_nan || is_nan(a_format, x) || is_nan(b_format, y) ||
              (x_infinite && is_zero(b_format, y)) || (y_infinite && is_zero(a_format, x));
    if (x_infinite || y_infinite) {
      add_infinity((is_negative(a_format, x) != rules.negates_a) !=
                   (is_negative(b_format, y) != rules.negates_b));
    }
  }
  const bool is_half = rules.accumulator == Type::F16;
  if (has_nan || (has_positive && has_negative)) {
    result = is_half ? uint32_t{kHalfNaN} : 0x7FFF'FFFFu;
    return true;
  }
  if (!has_positive && !has_negative) return false;
  result = (is_half ? 0x7C00u : 0x7F80'0000u) | uint32_t{has_negative} << (is_half ? 15 : 31);
  return true;
}

}  // namespace

void multiply_floats(const FloatRules& rules, const MatrixSize& size, const uint32_t* a,
                     const uint32_t* b, uint32_t* accumulators, const uint8_t* absent) {
  alignas(64) float a_significand[kMaximalRows * kMaximalDepth];
  alignas(64) int32_t a_exponent[kMaximalRows * kMaximalDepth];
  Factors factors;
  bool a_special = unpack(format_of(rules.a), rules.negates_a, a, size.rows * size.depth,
                          a_significand, a_exponent);
  for (uint32_t start = 0; start < size.columns; start += kChunk) {
    const uint32_t columns = size.columns - start < kChunk ? size.columns - start : kChunk;
    bool has_special = a_special;
    for (uint32_t k = 0; k < size.depth; ++k) {
      has_special |=
          unpack(format_of(rules.b), rules.negates_b, b + size_t{k} * size.columns + start, columns,
                 factors.significand + k * kChunk, factors.exponent + k * kChunk);
    }
    for (uint32_t row = 0; row < size.rows; ++row) {
      for (uint32_t column = 0; column < columns; column += kWide) {
        uint32_t* const d = accumulators + size_t{row} * size.columns + start + column;
        for (uint32_t k = 0; k < size.depth; k += rules.group) {
          const uint32_t count = size.depth - k < rules.group ? size.depth - k : rules.group;
          alignas(32) float c_significand[kWide];
          alignas(32) int32_t c_exponent[kWide];
          alignas(32) double sums[kWide];
          uint32_t c[kWide];
          for (uint32_t n = 0; n < kWide; ++n) c[n] = d[n];
          const bool c_special =
              unpack(format_of(rules.accumulator), false, d, kWide, c_significand, c_exponent);
          const size_t at = size_t{row} * size.depth + k;
          add_group(rules, a_significand + at, a_exponent + at,
                    factors.significand + k * kChunk + column,
                    factors.exponent + k * kChunk + column, count, c_significand, c_exponent, sums);
          for (uint32_t n = 0; n < kWide; ++n) d[n] = result_pattern(rules, sums[n]);
          if (!has_special && !c_special) [[likely]]
            continue;
          const uint32_t* factor = b + size_t{k} * size.columns + start + column;
          for (uint32_t n = 0; n < kWide; ++n) {
            special_result(rules, a + at, absent ? absent + at : nullptr, factor + n, size.columns,
                           count, c[n], d[n]);
          }
        }
      }
    }
  }
}

}  // namespace gtl::exec::GTL_LANES
