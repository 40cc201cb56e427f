// Single and double precision (PTX ISA 9.7.3): the IEEE operations.
#include "exec/float_value.h"
#include "exec/handlers.h"
#include "exec/soft_float.h"
#ifdef __wasm_simd128__
#include <wasm_simd128.h>
#endif

namespace gtl::exec::GTL_LANES {

namespace {

using decode::Rounding;

struct WithNaN {
  template <class T, class... Sources>
  static T result(T value, T a, Sources... rest) {
    return with_nan(value, a, rest...);
  }
};
struct Sum : WithNaN {
  static constexpr bool kIsExactNearZero = true;
  template <class T>
  static T apply(T a, T b) {
    return a + b;
  }
  static soft::Number exact(const soft::Number* n, Rounding r) { return soft::add(n[0], n[1], r); }
};
struct Difference : WithNaN {
  static constexpr bool kIsExactNearZero = true;
  template <class T>
  static T apply(T a, T b) {
    return a - b;
  }
  static soft::Number exact(const soft::Number* n, Rounding r) {
    return soft::add(n[0], soft::negated(n[1]), r);
  }
};
struct Product : WithNaN {
  static constexpr bool kIsExactNearZero = false;
  /// Exact, or on the same side of every number of 25 bits as the exact result.
  static double precise(double a, double b) { return a * b; }
  template <class T>
  static T apply(T a, T b) {
    return a * b;
  }
  static soft::Number exact(const soft::Number* n, Rounding) { return soft::multiply(n[0], n[1]); }
};
struct Quotient {
  static constexpr bool kIsExactNearZero = false;
  static double precise(double a, double b) { return a / b; }
  template <class T>
  static T apply(T a, T b) {
    return a / b;
  }
  static soft::Number exact(const soft::Number* n, Rounding) { return soft::divide(n[0], n[1]); }
  /// Division is a sequence of instructions: the dividend's NaN comes first.
  template <class T>
  static T result(T value, T a, T b) {
    return with_nan(value, b, a);
  }
};
struct Fused : WithNaN {
  static constexpr bool kIsExactNearZero = false;
  static double precise(double a, double b, double c) { return added_to_odd(a * b, c); }
  template <class T>
  static T apply(T a, T b, T c) {
    return fused(a, b, c);
  }
  static soft::Number exact(const soft::Number* n, Rounding r) {
    return soft::add(soft::multiply(n[0], n[1]), n[2], r);
  }
};
struct Inverse : WithNaN {
  static constexpr bool kIsExactNearZero = false;
  static double precise(double a) { return 1 / a; }
  template <class T>
  static T apply(T a) {
    return T(1) / a;
  }
  static soft::Number exact(const soft::Number* n, Rounding) {
    return soft::divide(soft::from_integer(1), n[0]);
  }
};
struct Root : WithNaN {
  static constexpr bool kIsExactNearZero = true;
  static float apply(float a) { return __builtin_sqrtf(a); }
  static double apply(double a) { return __builtin_sqrt(a); }
  static soft::Number exact(const soft::Number* n, Rounding) { return soft::square_root(n[0]); }
};

template <class T, bool kFlush>
T input(T value) {
  return kFlush ? flushed(value) : value;
}

template <class T, bool kFlush, bool kSaturate>
T output(T result) {
  if constexpr (kFlush) result = flushed(result);
  if constexpr (kSaturate) result = saturated(result);
  return result;
}

/// The operation on sources that are flushed already. Hardware flushes what is below the smallest
/// normal number when rounded to 24 bits; the host rounds such numbers to fewer, and up to that
/// number more often. Sums so small are never rounded.
template <class Operation, bool kFlush, class T, class... Sources>
T computed(T a, Sources... rest) {
  const T result = Operation::result(Operation::apply(a, rest...), a, rest...);
  if constexpr (kFlush && !Operation::kIsExactNearZero) {
    constexpr double kRoundsUp = double(std::numeric_limits<T>::min()) * (1 - 0x1p-25);
    const double exact = Operation::precise(a, rest...);
    return std::abs(exact) < kRoundsUp ? std::copysign(T(0), result) : result;
  }
  return result;
}

#ifdef __wasm_simd128__
/// d = a * b + c by rounding twice, to double and to single precision, which is right unless the
/// sum in double precision lies half-way between two floats, or where floats are subnormal. False:
/// one lane's does, and nothing was written. WebAssembly has no fused multiplication; added_to_odd
/// takes three times as long.
template <bool kSaturate>
bool fuse_in_double(float* d, uint32_t mask, const float* a, const float* b, const float* c) {
  alignas(64) float results[kWarpSize];
  v128_t is_doubtful = wasm_i32x4_splat(0);
  for (uint32_t lane = 0; lane < kWarpSize; lane += 4) {
    const auto sum_of_two = [=](uint32_t first) {
      const auto two = [=](const float* from) {
        return wasm_f64x2_promote_low_f32x4(wasm_v128_load64_zero(from + first));
      };
      return wasm_f64x2_add(wasm_f64x2_mul(two(a), two(b)), two(c));
    };
    const v128_t sums[2] = {sum_of_two(lane), sum_of_two(lane + 2)};
    const v128_t rounded = wasm_i32x4_shuffle(wasm_f32x4_demote_f64x2_zero(sums[0]),
                                              wasm_f32x4_demote_f64x2_zero(sums[1]), 0, 1, 4, 5);
    const v128_t number = wasm_f32x4_eq(rounded, rounded);
    wasm_v128_store(results + lane,
                    wasm_v128_bitselect(rounded, wasm_i32x4_splat(0x7FFF'FFFF), number));
    const v128_t low = wasm_i32x4_shuffle(sums[0], sums[1], 0, 2, 4, 6);
    const v128_t high = wasm_i32x4_shuffle(sums[0], sums[1], 1, 3, 5, 7);
    // Half-way: of the 29 bits that a float lacks, the first alone is set.
    const v128_t halfway =
        wasm_i32x4_eq(wasm_i32x4_shl(low, 3), wasm_i32x4_splat(int32_t(0x8000'0000)));
    // Below the smallest normal float, but not 0, which the subtraction takes above all.
    constexpr uint32_t kSmallest = std::bit_cast<uint64_t>(0x1p-126) >> 32;
    const v128_t small = wasm_u32x4_lt(wasm_i32x4_sub(wasm_i32x4_shl(high, 1), wasm_i32x4_splat(1)),
                                       wasm_i32x4_splat(int32_t(2 * kSmallest - 1)));
    is_doubtful = wasm_v128_or(is_doubtful, wasm_v128_or(halfway, small));
  }
  if (wasm_v128_any_true(is_doubtful)) return false;
  write_lanes(d, mask,
              [&](uint32_t lane) { return output<float, false, kSaturate>(results[lane]); });
  return true;
}
#endif

/// Rounded to nearest: the host's own arithmetic.
template <class Operation, uint32_t kSources, class T, bool kFlush, bool kSaturate>
Flow nearest(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  T* d = operand<T>(context, instruction, 0);
  if constexpr (kSources == 1) {
    write_lanes(d, mask, [=](uint32_t lane) {
      return output<T, kFlush, kSaturate>(computed<Operation, kFlush>(input<T, kFlush>(a[lane])));
    });
  } else if constexpr (kSources == 2) {
    const T* b = operand<T>(context, instruction, 2);
    write_lanes(d, mask, [=](uint32_t lane) {
      return output<T, kFlush, kSaturate>(
          computed<Operation, kFlush>(input<T, kFlush>(a[lane]), input<T, kFlush>(b[lane])));
    });
  } else {
    const T* b = operand<T>(context, instruction, 2);
    const T* c = operand<T>(context, instruction, 3);
#ifdef __wasm_simd128__
    if constexpr (std::is_same_v<T, float> && !kFlush) {
      if (fuse_in_double<kSaturate>(d, mask, a, b, c)) return Flow::Next;
    }
#endif
    write_lanes(d, mask, [=](uint32_t lane) {
      return output<T, kFlush, kSaturate>(computed<Operation, kFlush>(
          input<T, kFlush>(a[lane]), input<T, kFlush>(b[lane]), input<T, kFlush>(c[lane])));
    });
  }
  return Flow::Next;
}

/// Any other rounding: computed exactly, rounded once.
template <class Operation, uint32_t kSources, class T>
Flow directed(Context& context, const Instruction& instruction, uint32_t mask) {
  using Bits = BitsOf<T>;
  const soft::Format& format = sizeof(T) == 4 ? soft::kF32 : soft::kF64;
  const bool flushes = instruction.has(decode::kFlushToZero);
  T* d = operand<T>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    soft::Number sources[kSources];
    T values[3] = {};
    for (uint32_t s = 0; s < kSources; ++s) {
      const T value = operand<T>(context, instruction, 1 + s)[lane];
      values[s] = flushes ? flushed(value) : value;
      sources[s] = soft::unpack(format, std::bit_cast<Bits>(values[s]));
    }
    soft::Number exact = Operation::exact(sources, instruction.rounding);
    if (flushes && soft::is_tiny(format, exact, instruction.rounding))
      exact = {soft::Kind::Zero, exact.negative, 0, 0};
    T result = std::bit_cast<T>(Bits(soft::pack(format, exact, instruction.rounding)));
    if constexpr (kSources == 1) result = Operation::result(result, values[0]);
    if constexpr (kSources == 2) result = Operation::result(result, values[0], values[1]);
    if constexpr (kSources == 3)
      result = Operation::result(result, values[0], values[1], values[2]);
    d[lane] = instruction.has(decode::kSaturate) ? saturated(result) : result;
  });
  return Flow::Next;
}

template <class Operation, uint32_t kSources>
Handler float_handler(const Instruction& instruction) {
  const bool is_directed =
      instruction.rounding != Rounding::None && instruction.rounding != Rounding::Nearest;
  const bool saturates = instruction.has(decode::kSaturate);
  if (instruction.type == Type::F64) {
    if (is_directed) return directed<Operation, kSources, double>;
    return nearest<Operation, kSources, double, false, false>;
  }
  if (is_directed) return directed<Operation, kSources, float>;
  if (instruction.has(decode::kFlushToZero)) {
    return saturates ? nearest<Operation, kSources, float, true, true>
                     : nearest<Operation, kSources, float, true, false>;
  }
  return saturates ? nearest<Operation, kSources, float, false, true>
                   : nearest<Operation, kSources, float, false, false>;
}

/// Sign operations act on the bits. A NaN becomes the one of single precision, or stays as it is
/// but quiet.
template <class T>
struct SignBit {
  static constexpr BitsOf<T> kMask = BitsOf<T>(1) << (8 * sizeof(T) - 1);
};
template <class T, bool kFlush>
struct Absolute {
  static T apply(T a) {
    return a != a ? nan_of(a, a)
                  : std::bit_cast<T>(BitsOf<T>(std::bit_cast<BitsOf<T>>(input<T, kFlush>(a)) &
                                               ~SignBit<T>::kMask));
  }
};
template <class T, bool kFlush>
struct Negative {
  static T apply(T a) {
    return a != a ? nan_of(a, a)
                  : std::bit_cast<T>(BitsOf<T>(std::bit_cast<BitsOf<T>>(input<T, kFlush>(a)) ^
                                               SignBit<T>::kMask));
  }
};
template <class T>
struct CopiedSign {
  static T apply(T sign, T magnitude) {
    return std::bit_cast<T>(BitsOf<T>((std::bit_cast<BitsOf<T>>(sign) & SignBit<T>::kMask) |
                                      (std::bit_cast<BitsOf<T>>(magnitude) & ~SignBit<T>::kMask)));
  }
};

template <template <class, bool> class Operation>
Handler sign_handler(const Instruction& instruction) {
  if (instruction.type == Type::F64) return unary<Operation<double, false>, double>;
  return instruction.has(decode::kFlushToZero) ? unary<Operation<float, true>, float>
                                               : unary<Operation<float, false>, float>;
}

/// -0 is smaller than +0. `kNaN`: NaN wins; else a number does.
template <bool kMax, bool kNaN>
struct Extreme {
  template <class T>
  static T apply(T a, T b) {
    using Bits = BitsOf<T>;
    const Bits bits_a = std::bit_cast<Bits>(a), bits_b = std::bit_cast<Bits>(b);
    const T equal =
        std::bit_cast<T>(Bits(kMax ? bits_a & bits_b : bits_a | bits_b));  // of +0 and -0
    const T ordered = a == b ? equal : (kMax ? a > b : a < b) ? a : b;
    if (a != a) return kNaN || b != b ? nan_of(a, b) : b;
    if (b != b) return kNaN ? nan_of(a, b) : a;
    return ordered;
  }
};

template <class T, bool kMax, bool kNaN>
Flow extreme(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  const bool flushes = instruction.has(decode::kFlushToZero);
  const bool signs = instruction.has(decode::kXorSign);
  const bool has_third = instruction.operands[3].present();
  const T* c = has_third ? operand<T>(context, instruction, 3) : b;
  write_lanes(operand<T>(context, instruction, 0), mask, [=](uint32_t lane) {
    T x = a[lane], y = b[lane], z = c[lane];
    if (flushes) x = flushed(x), y = flushed(y), z = flushed(z);
    if (signs) {
      const T magnitude =
          Extreme<kMax, kNaN>::apply(Absolute<T, false>::apply(x), Absolute<T, false>::apply(y));
      const BitsOf<T> sign =
          (std::bit_cast<BitsOf<T>>(x) ^ std::bit_cast<BitsOf<T>>(y)) & SignBit<T>::kMask;
      if (magnitude != magnitude) return magnitude;
      return std::bit_cast<T>(BitsOf<T>(std::bit_cast<BitsOf<T>>(magnitude) | sign));
    }
    const T first = Extreme<kMax, kNaN>::apply(x, y);
    return has_third ? Extreme<kMax, kNaN>::apply(first, z) : first;
  });
  return Flow::Next;
}

template <bool kMax>
Handler extreme_handler(const Instruction& instruction) {
  const bool nan = instruction.has(decode::kNaN);
  if (instruction.type == Type::F64)
    return nan ? extreme<double, kMax, true> : extreme<double, kMax, false>;
  return nan ? extreme<float, kMax, true> : extreme<float, kMax, false>;
}

template <class T>
Flow test_property(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const Variant property = instruction.variant;
  const uint32_t holds = mask_where([=](uint32_t lane) {
    const T magnitude = Absolute<T, false>::apply(a[lane]);
    const bool is_nan = magnitude != magnitude;
    switch (property) {
      case Variant::Finite:
        return magnitude < std::numeric_limits<T>::infinity();
      case Variant::Infinite:
        return magnitude == std::numeric_limits<T>::infinity();
      case Variant::Number:
        return !is_nan;
      case Variant::NotANumber:
        return is_nan;
      case Variant::Normal:  // Zero counts as normal.
        return magnitude < std::numeric_limits<T>::infinity() &&
               (magnitude == 0 || magnitude >= std::numeric_limits<T>::min());
      default:
        return magnitude > 0 && magnitude < std::numeric_limits<T>::min();
    }
  });
  write_predicate(context, instruction, 0, mask, holds);
  return Flow::Next;
}

}  // namespace

Handler bind_AddFloat(const Instruction& i) { return float_handler<Sum, 2>(i); }
Handler bind_SubFloat(const Instruction& i) { return float_handler<Difference, 2>(i); }
Handler bind_MulFloat(const Instruction& i) { return float_handler<Product, 2>(i); }
Handler bind_FmaFloat(const Instruction& i) { return float_handler<Fused, 3>(i); }
Handler bind_MadFloat(const Instruction& i) { return float_handler<Fused, 3>(i); }
Handler bind_DivFloat(const Instruction& i) { return float_handler<Quotient, 2>(i); }
Handler bind_Reciprocal(const Instruction& i) {
  const bool is_gross = i.type == Type::F64 && i.has(decode::kFlushToZero);
  return is_gross ? gross_reciprocal_handler() : float_handler<Inverse, 1>(i);
}
Handler bind_SquareRoot(const Instruction& i) { return float_handler<Root, 1>(i); }
Handler bind_AbsFloat(const Instruction& i) { return sign_handler<Absolute>(i); }
Handler bind_NegFloat(const Instruction& i) { return sign_handler<Negative>(i); }
Handler bind_CopySign(const Instruction& i) {
  return i.type == Type::F64 ? binary<CopiedSign<double>, double>
                             : binary<CopiedSign<float>, float>;
}
Handler bind_MinFloat(const Instruction& i) { return extreme_handler<false>(i); }
Handler bind_MaxFloat(const Instruction& i) { return extreme_handler<true>(i); }
Handler bind_TestProperty(const Instruction& i) {
  return i.type == Type::F64 ? test_property<double> : test_property<float>;
}

}  // namespace gtl::exec::GTL_LANES
