// The values that matrix forms run on. A case's number says of what sort its values are: sums of
// like terms, terms of very different size, mostly zeros, infinities and NaNs among them, exact
// small integers, subnormal numbers, numbers near overflow, an addend far from the products.
#include "matrix_form.h"

namespace matrix_programs {
namespace {

uint64_t mix(uint64_t x) {  // The finaliser of SplitMix64: every bit depends on every other.
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

enum class Sort : uint32_t { Alike, Wide, Sparse, Special, Integers, Subnormal, Huge, FarAddend };

struct Format {
  uint32_t exponent_bits, fraction_bits;
  bool has_infinity = true;
};

/// One floating-point pattern. `is_addend`: of the accumulator rather than a factor.
uint64_t float_value(const Format& format, Sort sort, uint64_t random, bool is_addend) {
  const uint32_t all_ones = (1u << format.exponent_bits) - 1, bias = all_ones >> 1;
  const uint32_t largest = format.has_infinity ? all_ones - 1 : all_ones;
  const uint64_t fraction = random & ((uint64_t{1} << format.fraction_bits) - 1);
  const uint64_t sign = (random >> 63) << (format.exponent_bits + format.fraction_bits);
  const uint64_t choice = mix(random);
  const auto with_exponent = [&](uint32_t exponent) {
    uint64_t bits = sign | uint64_t{exponent} << format.fraction_bits | fraction;
    // e4m3: all ones is NaN.
    if (!format.has_infinity && exponent == all_ones && fraction == 7) bits &= ~uint64_t{1};
    return bits;
  };
  const auto around = [&](uint32_t centre, uint32_t spread) {
    const int64_t exponent = int64_t{centre} - spread + int64_t(choice % (2 * spread + 1));
    return with_exponent(uint32_t(exponent < 0                  ? 0
                                  : exponent > int64_t{largest} ? largest
                                                                : exponent));
  };
  switch (sort) {
    case Sort::Alike:
      return around(bias, 2);
    case Sort::Wide:
      // A wide format's accumulator stays where the products of narrow ones are.
      return format.exponent_bits == 8 && (choice >> 32) % 4 != 0
                 ? around(bias, 24)
                 : with_exponent(uint32_t(choice % (largest + 1)));
    case Sort::Sparse:
      return (choice >> 40) % 8 < 5 ? ((choice >> 50) % 2 != 0 ? sign : 0)
                                    : around(bias, is_addend   ? 20
                                                   : bias < 20 ? bias
                                                               : 20);
    case Sort::Special: {
      if ((choice >> 40) % 16 != 0) return around(bias, 3);
      const uint64_t nan = format.has_infinity
                               ? uint64_t{all_ones} << format.fraction_bits | (fraction | 1)
                               : uint64_t{0x7F};
      const uint64_t infinity =
          format.has_infinity ? uint64_t{all_ones} << format.fraction_bits : uint64_t{0x7E};
      return sign | ((choice >> 50) % 8 == 0 ? nan : (choice >> 50) % 4 == 1 ? 0 : infinity);
    }
    case Sort::Integers: {  // ±1 … ±1.75 times a power of two below 8
      const uint64_t short_fraction = fraction >> (format.fraction_bits - 2)
                                                      << (format.fraction_bits - 2);
      return sign | (uint64_t{bias} + choice % 3) << format.fraction_bits | short_fraction;
    }
    case Sort::Subnormal:
      return is_addend ? (format.exponent_bits == 8 ? around((choice >> 32) % 2 ? bias - 30 : 2, 3)
                                                    : with_exponent(0))
                       : with_exponent((choice >> 32) % 2 ? 0 : bias);
    case Sort::Huge:
      return around(largest, 2);
    case Sort::FarAddend:
      return is_addend ? around(bias, format.exponent_bits == 8 ? 34 : bias - 1) : around(bias, 1);
  }
  return 0;
}

uint64_t packed(const Format& format, uint32_t width, Sort sort, uint64_t random) {
  uint64_t word = 0;
  for (uint32_t shift = 0; shift < 32; shift += width) {
    random = mix(random);
    word |= float_value(format, sort, random, false) << shift;
  }
  return word;
}

}  // namespace

uint64_t value_of(const std::string& kind, uint32_t case_index, uint32_t salt, uint32_t index) {
  const uint64_t random = mix((uint64_t{case_index} << 40 | uint64_t{salt} << 32) + index);
  const Sort sort = Sort(case_index % 8);
  if (kind == "f16x2") return packed({5, 10}, 16, sort, random);
  if (kind == "bf16x2") return packed({8, 7}, 16, sort, random);
  if (kind == "e4m3x4") return packed({4, 3, false}, 8, sort, random);
  if (kind == "e5m2x4") return packed({5, 2}, 8, sort, random);
  if (kind == "tf32") return float_value({8, 23}, sort, random, false);
  if (kind == "f32") return float_value({8, 23}, sort, random, true);
  if (kind == "h16x2") {  // an accumulator in half precision
    return float_value({5, 10}, sort, random, true) | float_value({5, 10}, sort, mix(random), true)
                                                          << 16;
  }
  if (kind == "f64") return float_value({11, 52}, sort, random, false);
  if (kind == "index16") return (index * 2 + 1) << 16 | (index * 2);
  if (kind == "index8") return index * 4 * 0x01010101u + 0x03020100u;
  if (kind == "index32") return index;
  // Metadata of sparse matrices: which two of four elements (as s4, of eight, in pairs), or one of
  // two.
  if (kind == "sparse24" || kind == "sparse12") {
    uint64_t bits = 0;
    for (uint32_t i = 0; i < 8; ++i) {
      const uint64_t which = random >> (8 * i) & 0xFF;
      bits |= (kind == "sparse12" ? (which & 1 ? 0xEu : 0x4u)
                                  : uint64_t{0xED9C84} >> (which % 6 * 4) & 15)
              << (4 * i);
    }
    return bits;
  }
  if (kind == "s32") {  // an accumulator of integers: small, or near an end of the range
    const uint64_t small = random % 4096 - 2048;
    if (sort == Sort::Huge) return uint32_t((random >> 32 & 1 ? 0x7FFFFFFF : 0x80000000) + small);
    return sort == Sort::Wide ? uint32_t(random) : uint32_t(small);
  }
  if (kind == "b32" && sort == Sort::Huge)  // bytes and nibbles at the ends of their ranges
    return (random & 1 ? 0x7F7F7F7F : random & 2 ? 0x80808080 : 0xFFFFFFFF);
  return kind == "b64" ? random : uint32_t(random);
}

}  // namespace matrix_programs
