#include "inputs.h"

namespace ptx_programs {
namespace {

uint64_t mix(uint64_t x) {  // The finaliser of SplitMix64: every bit depends on every other.
  x += 0x9E3779B97F4A7C15;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

uint64_t any(uint64_t bits) { return bits; }

/// Any bits, but half of the values have an exponent near that of 1: sums that do not just vanish.
uint64_t random_f32(uint64_t bits) {
  if (bits >> 63) return bits & 0xFFFFFFFF;
  return (bits & 0x807FFFFF) | ((120 + (bits >> 32) % 16) << 23);
}
uint64_t random_f64(uint64_t bits) {
  if (mix(bits) & 1) return bits;
  return (bits & 0x800FFFFFFFFFFFFF) | ((1016 + mix(bits ^ 1) % 16) << 52);
}
uint64_t random_f16(uint64_t bits) {
  if (bits >> 63) return bits & 0xFFFF;
  return (bits & 0x83FF) | ((10 + (bits >> 32) % 10) << 10);
}
uint64_t random_bf16(uint64_t bits) { return random_f32(bits) >> 16; }
uint64_t random_f16x2(uint64_t bits) { return random_f16(bits) | random_f16(mix(bits)) << 16; }
uint64_t random_bf16x2(uint64_t bits) { return random_bf16(bits) | random_bf16(mix(bits)) << 16; }
/// A float in [-2π, 2π] or so: exponents up to 2 and a mantissa below 1.57.
uint64_t random_angle(uint64_t bits) {
  return (bits & 0x80000000) | (bits % 0x00480000) | ((112 + (bits >> 32) % 18) << 23);
}
/// A positive normal float.
uint64_t random_positive(uint64_t bits) {
  return (bits & 0x007FFFFF) | ((1 + (bits >> 32) % 254) << 23);
}
/// A float in [-64, 64].
uint64_t random_exponent(uint64_t bits) {
  return (bits & 0x807FFFFF) | ((110 + (bits >> 32) % 23) << 23);
}
/// A float whose product with another of its kind lies near 2^-126, the smallest normal number.
uint64_t random_small_factor(uint64_t bits) {
  const uint64_t fraction = bits >> 62 == 0 ? 0x007FFFFF - bits % 4 : bits & 0x007FFFFF;
  return (bits & 0x80000000) | fraction | ((63 + (bits >> 32) % 3) << 23);
}
/// A float near the smallest normal number, or below it.
uint64_t random_tiny(uint64_t bits) {
  return (bits & 0x807FFFFF) | (((bits >> 32) % 4 + (bits >> 40) % 2 * 20) << 23);
}
/// A float between 1/2 and 4: a tiny one divided by it stays tiny.
uint64_t random_small_divisor(uint64_t bits) {
  return (bits & 0x807FFFFF) | ((126 + (bits >> 32) % 4) << 23);
}
/// A float whose reciprocal lies near 2^-126.
uint64_t random_huge(uint64_t bits) {
  return (bits & 0x807FFFFF) | ((250 + (bits >> 32) % 5) << 23);
}
/// A half whose product with another of its kind lies near 2^-14, or that is itself near it.
uint64_t random_small_half(uint64_t bits) {
  const uint64_t exponent = bits >> 63 ? 7 + (bits >> 32) % 3 : (bits >> 32) % 3;
  return (bits & 0x83FF) | (exponent << 10);
}
/// A float near the ends of half precision: with 11 bits and a little, subnormal halves, overflow.
uint64_t random_half_edge(uint64_t bits) {
  const uint64_t exponent = bits >> 63 ? 102 + (bits >> 32) % 14 : 140 + (bits >> 32) % 4;
  const uint64_t fraction = bits % 3 == 0 ? (bits & 0x007FF000) : bits & 0x007FFFFF;
  return (bits & 0x80000000) | fraction | (exponent << 23);
}
uint64_t random_small_factor64(uint64_t bits) {
  return (bits & 0x800FFFFFFFFFFFFF) | ((511 + mix(bits) % 3) << 52);
}
uint64_t random_tiny_f64(uint64_t bits) {
  return (bits & 0x800FFFFFFFFFFFFF) | (mix(bits) % 4 << 52);
}
uint64_t random_small_divisor64(uint64_t bits) {
  return (bits & 0x800FFFFFFFFFFFFF) | ((1022 + mix(bits) % 4) << 52);
}
uint64_t random_huge64(uint64_t bits) {
  return (bits & 0x800FFFFFFFFFFFFF) | ((2042 + mix(bits) % 5) << 52);
}
/// A double near the smallest normal float; half of them are between two floats.
uint64_t random_tiny64(uint64_t bits) {
  const uint64_t exponent = uint64_t{1023 - 152} + mix(bits) % 30;
  const uint64_t fraction = mix(bits) >> 63 ? bits & 0x800FFFFFE0000000 : bits & 0x800FFFFFFFFFFFFF;
  return fraction | (exponent << 52);
}
uint64_t random_half_edge64(uint64_t bits) {
  const uint64_t exponent =
      mix(bits) >> 63 ? 1023 - 25 + mix(bits) % 14 : 1023 + 13 + mix(bits) % 4;
  const uint64_t fraction = bits % 3 == 0 ? bits & 0x800FFE0000000000 : bits & 0x800FFFFFFFFFFFFF;
  return fraction | (exponent << 52);
}
uint64_t random_small(uint64_t bits) { return bits % 80; }
uint64_t random_lane(uint64_t bits) { return bits % 32; }
uint64_t random_few(uint64_t bits) { return bits % 5; }
uint64_t random_bit(uint64_t bits) { return bits & 1; }
/// For a divisor: never zero in its low bits, often small.
uint64_t random_divisor(uint64_t bits) { return (mix(bits) >> (bits & 63)) | 1; }
/// As random_small, but sparse and dense words too: for bit counting.
uint64_t random_sparse64(uint64_t bits) {
  const uint64_t more = mix(bits);
  return bits & 1 ? more >> (more & 63) : more & mix(more) & mix(more + 1);
}
uint64_t random_sparse32(uint64_t bits) {
  const uint64_t more = mix(bits) & 0xFFFFFFFF;
  return bits & 1 ? more >> (bits >> 8 & 31) : more & mix(more) & mix(more + 1);
}

const std::vector<uint64_t> kEdges16 = {0,      1,      2,      0xFFFF, 0x8000, 0x7FFF,
                                        0x8001, 0x00FF, 0x0100, 0x5555, 0xAAAA, 0x0080};
const std::vector<uint64_t> kEdges32 = {
    0,          1,          2,          3,          0xFFFFFFFF, 0xFFFFFFFE, 0x80000000, 0x7FFFFFFF,
    0x80000001, 0x55555555, 0xAAAAAAAA, 0x0000FFFF, 0x00010000, 0xFFFF0000, 0x00FF00FF, 0x00000080,
    0x0000007F, 0xFFFFFF80, 0x12345678, 31,         32,         33};
const std::vector<uint64_t> kEdges64 = {0,
                                        1,
                                        2,
                                        0xFFFFFFFFFFFFFFFF,
                                        0x8000000000000000,
                                        0x7FFFFFFFFFFFFFFF,
                                        0x8000000000000001,
                                        0x00000000FFFFFFFF,
                                        0x0000000100000000,
                                        0xFFFFFFFF00000000,
                                        0xFFFFFFFF80000000,
                                        0x000000007FFFFFFF,
                                        0x5555555555555555,
                                        0xAAAAAAAAAAAAAAAA,
                                        0x0123456789ABCDEF,
                                        31,
                                        32,
                                        33,
                                        63,
                                        64,
                                        65};
// Zeros, subnormals, the smallest normals, around 1, halves (ties of rounding to an integer),
// around the ends of the integer types, around the ends of half and bfloat16, the largest,
// infinities, NaNs.
const std::vector<uint64_t> kEdgesF32 = {
    0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF, 0x807FFFFF, 0x00800000, 0x80800000,
    0x00800001, 0x3F800000, 0xBF800000, 0x3F7FFFFF, 0x3F800001, 0x40000000, 0x3F000000, 0xBF000000,
    0x3FC00000, 0x40200000, 0xC0200000, 0x3EFFFFFF, 0x3DCCCCCD, 0x40490FDB, 0x42FE0000, 0x43000000,
    0x437F8000, 0x477FFF00, 0x477FE000, 0x477FF000, 0x4B000001, 0x4B7FFFFF, 0x4EFFFFFF, 0x4F000000,
    0xCF000000, 0xCF000001, 0x4F7FFFFF, 0x4F800000, 0x5EFFFFFF, 0x5F000000, 0xDF000000, 0x5F800000,
    0x33800000, 0x33000000, 0x38800000, 0x387FE000, 0x7E800000, 0x7F7FFFFF, 0xFF7FFFFF, 0x7F7F8000,
    0x7F800000, 0xFF800000, 0x7FC00000, 0xFFC00000, 0x7F800001, 0xFFABCDEF, 0x7FFFFFFF};
const std::vector<uint64_t> kEdgesF64 = {
    0x0000000000000000, 0x8000000000000000, 0x0000000000000001, 0x800FFFFFFFFFFFFF,
    0x0010000000000000, 0x3FF0000000000000, 0xBFF0000000000000, 0x3FEFFFFFFFFFFFFF,
    0x3FF0000000000001, 0x3FE0000000000000, 0x3FF8000000000000, 0x4004000000000000,
    0xC004000000000000, 0x3FB999999999999A, 0x400921FB54442D18, 0x41DFFFFFFFC00000,
    0x41DFFFFFFFE00000, 0x41E0000000000000, 0xC1E0000000000000, 0xC1E0000000200000,
    0x41EFFFFFFFE00000, 0x41F0000000000000, 0x43DFFFFFFFFFFFFF, 0x43E0000000000000,
    0xC3E0000000000000, 0x43F0000000000000, 0x47EFFFFFE0000000, 0x47EFFFFFF0000000,
    0x36A0000000000000, 0x3690000000000000, 0x3810000000000000, 0x380FFFFFE0000000,
    0x7FEFFFFFFFFFFFFF, 0xFFEFFFFFFFFFFFFF, 0x7FF0000000000000, 0xFFF0000000000000,
    0x7FF8000000000000, 0xFFF8000000000000, 0x7FF0000000000001, 0xFFFABCDEF0123456};
const std::vector<uint64_t> kEdgesF16 = {0x0000, 0x8000, 0x0001, 0x8001, 0x03FF, 0x0400, 0x8400,
                                         0x3C00, 0xBC00, 0x3BFF, 0x3C01, 0x3800, 0xB800, 0x3E00,
                                         0x4100, 0xC100, 0x2E66, 0x57F0, 0x5800, 0x7BFF, 0xFBFF,
                                         0x6400, 0x7C00, 0xFC00, 0x7E00, 0xFE00, 0x7C01, 0x7FFF};
const std::vector<uint64_t> kEdgesBf16 = {0x0000, 0x8000, 0x0001, 0x8001, 0x007F, 0x0080, 0x8080,
                                          0x3F80, 0xBF80, 0x3F7F, 0x3F81, 0x3F00, 0xBF00, 0x3FC0,
                                          0x4020, 0xC020, 0x3DCD, 0x437F, 0x4380, 0x7F7F, 0xFF7F,
                                          0x4B00, 0x7F80, 0xFF80, 0x7FC0, 0xFFC0, 0x7F81, 0x7FFF};

// Products of two of these lie around the smallest normal number, some within half a unit below it.
const std::vector<uint64_t> kSmallFactors = {
    0x1FFFFFFF, 0x20000000, 0x20000001, 0x1F800000, 0x1F7FFFFF, 0x9FFFFFFF, 0x3F7FFFFF, 0x3F800000,
    0x3F7FFFFE, 0x3F800001, 0xBF7FFFFF, 0x3F000000, 0x00800000, 0x00800001, 0x80800000, 0x00FFFFFF,
    0x01000000, 0x007FFFFF, 0x00400000, 0x3F000001, 0x3EFFFFFF, 0x1FFFFFFE};
const std::vector<uint64_t> kTiny = {0x00000000, 0x80000000, 0x00000001, 0x80000001, 0x007FFFFF,
                                     0x807FFFFF, 0x00800000, 0x80800000, 0x00800001, 0x80800001,
                                     0x00FFFFFF, 0x01000000, 0x81000001, 0x00400000, 0x00400001,
                                     0x3F800000, 0x7F800000, 0x7FC00000};
const std::vector<uint64_t> kTinyF64 = {0x0000000000000000, 0x8000000000000000, 0x0000000000000001,
                                        0x800FFFFFFFFFFFFF, 0x000FFFFFFFFFFFFF, 0x0010000000000000,
                                        0x8010000000000000, 0x0010000000000001, 0x001FFFFFFFFFFFFF,
                                        0x0020000000000000, 0x0008000000000000, 0x3FF0000000000000};

/// Division by zero has no specified result.
std::vector<uint64_t> without_zero(std::vector<uint64_t> edges) {
  edges.erase(edges.begin());
  return edges;
}

std::vector<uint64_t> pairs(const std::vector<uint64_t>& halves) {
  std::vector<uint64_t> result;
  for (size_t i = 0; i < halves.size(); ++i) {
    result.push_back(halves[i] | halves[(i * 5 + 3) % halves.size()] << 16);
  }
  return result;
}

const std::vector<InputClass>& classes() {
  static const std::vector<InputClass> all = {
      {"i16", 16, kEdges16, any},
      {"i32", 32, kEdges32, any},
      {"i64", 64, kEdges64, any},
      {"divisor16", 16, without_zero(kEdges16), random_divisor},
      {"divisor32", 32, without_zero(kEdges32), random_divisor},
      {"divisor64", 64, without_zero(kEdges64), random_divisor},
      {"bits32", 32, kEdges32, random_sparse32},
      {"bits64", 64, kEdges64, random_sparse64},
      {"shift",
       32,
       {0, 1, 8, 15, 16, 17, 31, 32, 33, 63, 64, 65, 0xFF, 0x100, 0xFFFFFFFF},
       random_small},
      {"lane", 32, {0, 1, 2, 4, 8, 16, 31}, random_lane},
      {"few", 32, {0, 1, 2, 3, 4}, random_few},
      {"pred", 1, {0, 1}, random_bit},
      {"f16", 16, kEdgesF16, random_f16},
      {"bf16", 16, kEdgesBf16, random_bf16},
      {"f16x2", 32, pairs(kEdgesF16), random_f16x2},
      {"bf16x2", 32, pairs(kEdgesBf16), random_bf16x2},
      {"f32", 32, kEdgesF32, random_f32},
      {"f64", 64, kEdgesF64, random_f64},
      {"angle",
       32,
       {0, 0x80000000, 0x3F800000, 0x3FC90FDB, 0x40490FDB, 0xC0490FDB, 0x40C90FDB, 1, 0x7F800000,
        0xFF800000, 0x7FC00000},
       random_angle},
      {"positive",
       32,
       {0x3F800000, 0x00800000, 0x7F7FFFFF, 0x40000000, 0x3F7FFFFF, 0x3F800001},
       random_positive},
      {"small_factor", 32, kSmallFactors, random_small_factor},
      {"tiny", 32, kTiny, random_tiny},
      {"small_divisor",
       32,
       {0x3F800000, 0x3F800001, 0x3F7FFFFF, 0x40000000, 0xC0400000, 0x3F000000, 0x41200000},
       random_small_divisor},
      {"huge",
       32,
       {0x7E800000, 0x7E800001, 0x7E7FFFFF, 0x7F000000, 0x7F7FFFFF, 0xFE800001, 0x7F800000,
        0x7EFFFFFF, 0x7F000001, 0x00800000},
       random_huge},
      {"small_half",
       16,
       {0x1FFF, 0x2000, 0x2001, 0x3BFF, 0x3C00, 0x3C01, 0x0400, 0x03FF, 0x0401, 0x8400, 0x9FFF,
        0x0001},
       random_small_half},
      {"half_edge",
       32,
       {0x33000000, 0x33000001, 0x33800000, 0x33C00000, 0x387FE000, 0x387FF000, 0x387FEFFF,
        0x38800000, 0x477FEFFF, 0x477FF000, 0x477FE000, 0x47800000, 0xC77FF000, 0x7F800000,
        0x7FC00000, 0x32FFFFFF, 0x38002000, 0x38001000},
       random_half_edge},
      {"half_edge64",
       64,
       {0x3E60000000000000, 0x3E60000000000001, 0x3E70000000000000, 0x3F0FFE0000000000,
        0x3F0FFDFFFFFFFFFF, 0x40EFFDFFFFFFFFFF, 0x40EFFE0000000000, 0x7FF8000000000000},
       random_half_edge64},
      {"tiny64",
       64,
       {0x36A0000000000000, 0x3690000000000000, 0x3690000000000001, 0x380FFFFFC0000000,
        0x380FFFFFE0000000, 0x380FFFFFF0000000, 0x380FFFFFEFFFFFFF, 0x3810000000000000,
        0xB80FFFFFF0000001, 0x380FFFFFFFFFFFFF, 0x0000000000000001, 0x3810000000000001},
       random_tiny64},
      {"tiny_f64", 64, kTinyF64, random_tiny_f64},
      {"small_factor64",
       64,
       {0x1FFFFFFFFFFFFFFF, 0x2000000000000000, 0x2000000000000001, 0x1FF0000000000000,
        0x3FEFFFFFFFFFFFFF, 0x3FF0000000000000, 0x3FF0000000000001, 0x0010000000000000,
        0x000FFFFFFFFFFFFF, 0x9FFFFFFFFFFFFFFF},
       random_small_factor64},
      {"small_divisor64",
       64,
       {0x3FF0000000000000, 0x3FF0000000000001, 0x3FEFFFFFFFFFFFFF, 0x4000000000000000,
        0xC008000000000000, 0x3FE0000000000000},
       random_small_divisor64},
      {"huge64",
       64,
       {0x7FD0000000000000, 0x7FD0000000000001, 0x7FCFFFFFFFFFFFFF, 0x7FE0000000000000,
        0x7FEFFFFFFFFFFFFF, 0x7FF0000000000000, 0x0010000000000000},
       random_huge64},
      {"exponent",
       32,
       {0, 0x80000000, 0x3F800000, 0xBF800000, 0x43000000, 0xC3150000, 0x7F800000, 0xFF800000,
        0x7FC00000, 1},
       random_exponent},
  };
  return all;
}

}  // namespace

const InputClass* find_class(const std::string& name) {
  for (const InputClass& candidate : classes()) {
    if (candidate.name == name) return &candidate;
  }
  return nullptr;
}

std::vector<uint64_t> values_of(const std::vector<std::string>& names, size_t position) {
  const InputClass& kind = *find_class(names[position]);
  const uint64_t mask = kind.width == 64 ? ~uint64_t{0} : (uint64_t{1} << kind.width) - 1;
  // Edge values meet in every combination: operand 0 changes fastest. Up to half of the vectors.
  uint64_t combinations = 1, step = 1;
  for (size_t i = 0; i < names.size(); ++i) {
    const uint64_t edges = find_class(names[i])->edges.size();
    if (i < position) step *= edges;
    combinations *= edges;
  }
  std::vector<uint64_t> values(kVectors);
  for (uint64_t i = 0; i < kVectors; ++i) {
    const uint64_t random = mix(i * 8 + position);
    uint64_t value = kind.random(random);
    if (i < kVectors / 2 && combinations <= kVectors / 2 && i < combinations) {
      value = kind.edges[i / step % kind.edges.size()];
    } else if (i < kVectors / 2) {
      value = kind.edges[mix(random) %
                         kind.edges.size()];  // Too many: a random choice of combinations.
    }
    values[i] = value & mask;
  }
  return values;
}

}  // namespace ptx_programs
