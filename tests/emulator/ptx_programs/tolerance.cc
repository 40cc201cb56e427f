#include "tolerance.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace ptx_programs {
namespace {

double half_value(uint64_t bits) {
  const double sign = bits & 0x8000 ? -1 : 1;
  const int exponent = bits >> 10 & 31;
  const int mantissa = bits & 0x3FF;
  if (exponent == 31) return mantissa ? NAN : sign * INFINITY;
  return sign * (exponent ? std::ldexp(1024 + mantissa, exponent - 25) : std::ldexp(mantissa, -24));
}

double value_of(const std::string& type, uint64_t bits) {
  if (type == "f64") return std::bit_cast<double>(bits);
  if (type == "f16") return half_value(bits);
  if (type == "bf16") bits <<= 16;
  return std::bit_cast<float>(static_cast<uint32_t>(bits));
}

int mantissa_bits(const std::string& type) {
  if (type == "f64") return 52;
  if (type == "f16") return 10;
  return type == "bf16" ? 7 : 23;
}

double ulp_of(const std::string& type, double value) {
  const int lowest = type == "f64" ? -1022 : type == "f16" ? -14 : -126;
  const int exponent = value == 0 ? lowest : std::ilogb(value);
  return std::ldexp(1.0, std::max(exponent, lowest) - mantissa_bits(type));
}

}  // namespace

bool is_within(const Tolerance& tolerance, const std::string& type, uint64_t expected,
               uint64_t got) {
  if (expected == got) return true;
  if (tolerance.kind == Tolerance::Kind::Exact) return false;
  if (type.ends_with("x2")) {
    const std::string half = type.substr(0, type.size() - 2);
    return is_within(tolerance, half, expected & 0xFFFF, got & 0xFFFF) &&
           is_within(tolerance, half, expected >> 16, got >> 16);
  }
  const double a = value_of(type, expected), b = value_of(type, got);
  if (std::isnan(a) || std::isnan(b)) return std::isnan(a) && std::isnan(b);
  if (std::isinf(a) || std::isinf(b) || (a == 0 && b == 0))
    return a == b && std::signbit(a) == std::signbit(b);
  double allowed = 2 * tolerance.bound;
  if (tolerance.kind == Tolerance::Kind::Ulp) allowed *= ulp_of(type, a);
  if (tolerance.kind == Tolerance::Kind::Relative) allowed *= std::abs(a);
  return std::abs(a - b) <= std::max(allowed, ulp_of(type, a));  // No format has smaller steps.
}

}  // namespace ptx_programs
