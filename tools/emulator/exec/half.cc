// Half-precision arithmetic (PTX ISA 9.7.4). Every operation is a fused multiply-add in double
// precision, rounded to odd on the way, so that the result is rounded once.
#include "exec/half.h"

#include <cmath>

#include "exec/float_value.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// a * b + c of 16-bit formats in double precision: the product is exact, the sum rounded to odd.
inline double fused_to_odd(double a, double b, double c) { return added_to_odd(a * b, c); }

struct Sum {
  static double apply(double a, double b, double) { return fused_to_odd(a, 1.0, b); }
};
struct Difference {
  static double apply(double a, double b, double) { return fused_to_odd(a, 1.0, -b); }
};
struct Product {
  static double apply(double a, double b, double) { return a * b; }
};
struct Fused {
  static double apply(double a, double b, double c) { return fused_to_odd(a, b, c); }
};
struct TanhOf {
  static double apply(double a, double, double) { return std::tanh(a); }
};
struct Exp2Of {
  static double apply(double a, double, double) { return std::exp2(a); }
};

/// Writes 32 results, or 64 halves of packed registers, in the lanes of `mask`.
template <uint32_t kHalves>
void write_halves(uint16_t* d, uint32_t mask, const uint16_t* results) {
  if (mask == kAllLanes) {
    std::memcpy(d, results, kHalves * sizeof(uint16_t));
    return;
  }
  constexpr uint32_t kPerLane = kHalves / kWarpSize;
  for_each_lane(mask, [&](uint32_t lane) {
    std::memcpy(d + lane * kPerLane, results + lane * kPerLane, kPerLane * sizeof(uint16_t));
  });
}

template <class Format, class Operation, uint32_t kSources, uint32_t kHalves>
Flow arithmetic(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  const uint16_t* b = kSources > 1 ? operand<uint16_t>(context, instruction, 2) : a;
  const uint16_t* c = kSources > 2 ? operand<uint16_t>(context, instruction, 3) : a;
  const bool flushes = instruction.has(decode::kFlushToZero);
  const bool saturates = instruction.has(decode::kSaturate);
  const bool has_relu = instruction.has(decode::kRelu);
  alignas(64) uint16_t results[kHalves];
#pragma omp simd
  for (uint32_t i = 0; i < kHalves; ++i) {
    const uint16_t x = flushes ? Format::flush(a[i]) : a[i];
    const uint16_t y = flushes ? Format::flush(b[i]) : b[i];
    const uint16_t z = flushes ? Format::flush(c[i]) : c[i];
    const double exact = Operation::apply(Format::widen(x), Format::widen(y), Format::widen(z));
    uint16_t result = Format::narrow(narrowed_to_odd(exact));
    // Flushed is what is below the smallest normal number when rounded to the format's precision.
    if (flushes && std::abs(exact) < Format::kRoundsUpToNormal) result &= 0x8000;
    const bool is_negative = (result & 0x8000) != 0;
    if (has_relu && is_negative) result = 0;
    if (saturates) {
      result = is_negative || result == kHalfNaN ? uint16_t{0}
               : result > Format::kOne           ? Format::kOne
                                                 : result;
    }
    results[i] = result;
  }
  write_halves<kHalves>(operand<uint16_t>(context, instruction, 0), mask, results);
  return Flow::Next;
}

template <class Operation, uint32_t kSources>
Handler arithmetic_handler(Type type) {
  switch (type) {
    case Type::F16:
      return arithmetic<F16Format, Operation, kSources, 32>;
    case Type::F16x2:
      return arithmetic<F16Format, Operation, kSources, 64>;
    case Type::BF16:
      return arithmetic<BF16Format, Operation, kSources, 32>;
    case Type::BF16x2:
      return arithmetic<BF16Format, Operation, kSources, 64>;
    default:
      return nullptr;
  }
}

/// abs and neg change the sign bit, the same one in both formats, and give the one NaN.
template <class Format, bool kNegates, uint32_t kHalves>
Flow change_sign(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  const bool flushes = instruction.has(decode::kFlushToZero);
  alignas(64) uint16_t results[kHalves];
  for (uint32_t i = 0; i < kHalves; ++i) {
    const uint16_t value = flushes ? Format::flush(a[i]) : a[i];
    const uint16_t changed = kNegates ? uint16_t(value ^ 0x8000) : uint16_t(value & 0x7FFF);
    results[i] = (value & 0x7FFF) > Format::kInfinity ? kHalfNaN : changed;
  }
  write_halves<kHalves>(operand<uint16_t>(context, instruction, 0), mask, results);
  return Flow::Next;
}

template <bool kNegates>
Handler sign_handler(const Instruction& instruction) {
  switch (instruction.type) {
    case Type::F16:
      return change_sign<F16Format, kNegates, 32>;
    case Type::F16x2:
      return change_sign<F16Format, kNegates, 64>;
    case Type::BF16:
      return change_sign<BF16Format, kNegates, 32>;
    case Type::BF16x2:
      return change_sign<BF16Format, kNegates, 64>;
    default:
      return nullptr;
  }
}

template <class Format, bool kMax>
uint16_t extreme_of(uint16_t a, uint16_t b, bool nan_wins) {
  const float x = Format::widen(a), y = Format::widen(b);
  const bool a_is_nan = x != x, b_is_nan = y != y;
  const uint16_t equal = kMax ? uint16_t(a & b) : uint16_t(a | b);  // of +0 and -0
  uint16_t result = x == y ? equal : (kMax ? x > y : x < y) ? a : b;
  if (a_is_nan) result = b;
  if (b_is_nan) result = a;
  return (a_is_nan && b_is_nan) || (nan_wins && (a_is_nan || b_is_nan)) ? kHalfNaN : result;
}

template <class Format, bool kMax, uint32_t kHalves>
Flow extreme(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  const uint16_t* b = operand<uint16_t>(context, instruction, 2);
  const bool flushes = instruction.has(decode::kFlushToZero);
  const bool nan_wins = instruction.has(decode::kNaN);
  const bool signs = instruction.has(decode::kXorSign);
  alignas(64) uint16_t results[kHalves];
  for (uint32_t i = 0; i < kHalves; ++i) {
    uint16_t x = flushes ? Format::flush(a[i]) : a[i];
    uint16_t y = flushes ? Format::flush(b[i]) : b[i];
    const uint16_t sign = uint16_t((x ^ y) & 0x8000);
    if (signs) x &= 0x7FFF, y &= 0x7FFF;
    const uint16_t result = extreme_of<Format, kMax>(x, y, nan_wins);
    results[i] = signs && result != kHalfNaN ? uint16_t(result | sign) : result;
  }
  write_halves<kHalves>(operand<uint16_t>(context, instruction, 0), mask, results);
  return Flow::Next;
}

template <bool kMax>
Handler extreme_handler(Type type) {
  switch (type) {
    case Type::F16:
      return extreme<F16Format, kMax, 32>;
    case Type::F16x2:
      return extreme<F16Format, kMax, 64>;
    case Type::BF16:
      return extreme<BF16Format, kMax, 32>;
    case Type::BF16x2:
      return extreme<BF16Format, kMax, 64>;
    default:
      return nullptr;
  }
}

}  // namespace

Handler bind_AddHalf(const Instruction& i) { return arithmetic_handler<Sum, 2>(i.type); }
Handler bind_SubHalf(const Instruction& i) { return arithmetic_handler<Difference, 2>(i.type); }
Handler bind_MulHalf(const Instruction& i) { return arithmetic_handler<Product, 2>(i.type); }
Handler bind_FmaHalf(const Instruction& i) { return arithmetic_handler<Fused, 3>(i.type); }
Handler bind_TanhHalf(const Instruction& i) { return arithmetic_handler<TanhOf, 1>(i.type); }
Handler bind_ExpBase2Half(const Instruction& i) { return arithmetic_handler<Exp2Of, 1>(i.type); }
Handler bind_NegHalf(const Instruction& i) { return sign_handler<true>(i); }
Handler bind_AbsHalf(const Instruction& i) { return sign_handler<false>(i); }
Handler bind_MinHalf(const Instruction& i) { return extreme_handler<false>(i.type); }
Handler bind_MaxHalf(const Instruction& i) { return extreme_handler<true>(i.type); }

}  // namespace gtl::exec::GTL_LANES
