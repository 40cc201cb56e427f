// Integer arithmetic (PTX ISA 9.7.1), where each lane's result depends on its own operands alone.
// Sums and products are computed on unsigned types: they wrap, as the hardware's do.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "exec/handlers.h"
#include "exec/wide_integer.h"

namespace gtl::exec::GTL_LANES {

namespace {

template <class T>
using Unsigned = std::make_unsigned_t<T>;

template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, Uint128>,
    std::conditional_t<sizeof(T) == 4, std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>,
                       std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>>>;

template <class T>
constexpr T wrapping_mul(T a, T b) {
  if constexpr (sizeof(T) == 2)
    return T(uint32_t(uint16_t(a)) * uint32_t(uint16_t(b)));
  else
    return T(Unsigned<T>(a) * Unsigned<T>(b));
}

template <class T>
constexpr T high_mul(T a, T b) {
  return T((Wide<T>(a) * Wide<T>(b)) >> (8 * sizeof(T)));
}

constexpr int32_t clamp_to_s32(int64_t value) {
  return int32_t(std::clamp<int64_t>(value, std::numeric_limits<int32_t>::min(),
                                     std::numeric_limits<int32_t>::max()));
}

struct Add {
  template <class T>
  static T apply(T a, T b) {
    return T(Unsigned<T>(a) + Unsigned<T>(b));
  }
};
struct AddSaturated {
  static int32_t apply(int32_t a, int32_t b) { return clamp_to_s32(int64_t{a} + b); }
};
struct Sub {
  template <class T>
  static T apply(T a, T b) {
    return T(Unsigned<T>(a) - Unsigned<T>(b));
  }
};
struct SubSaturated {
  static int32_t apply(int32_t a, int32_t b) { return clamp_to_s32(int64_t{a} - b); }
};
struct MulLo {
  template <class T>
  static T apply(T a, T b) {
    return wrapping_mul(a, b);
  }
};
struct MulHi {
  template <class T>
  static T apply(T a, T b) {
    return high_mul(a, b);
  }
};
struct MadLo {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply(wrapping_mul(a, b), c);
  }
};
struct MadHi {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply(high_mul(a, b), c);
  }
};
struct MadHiSaturated {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return clamp_to_s32(int64_t{high_mul(a, b)} + c);
  }
};

/// The product of the low 24 bits, sign-extended for s32.
template <class T>
constexpr int64_t product24(T a, T b) {
  const auto low = [](T value) {
    return std::is_signed_v<T> ? int64_t(int32_t(uint32_t(value) << 8) >> 8)
                               : int64_t(uint32_t(value) & 0xFF'FFFF);
  };
  return low(a) * low(b);
}
struct Mul24Lo {
  template <class T>
  static T apply(T a, T b) {
    return T(product24(a, b));
  }
};
struct Mul24Hi {
  template <class T>
  static T apply(T a, T b) {
    return T(product24(a, b) >> 16);
  }
};
struct Mad24Lo {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply(T(product24(a, b)), c);
  }
};
struct Mad24Hi {
  template <class T>
  static T apply(T a, T b, T c) {
    return Add::apply(T(product24(a, b) >> 16), c);
  }
};
struct Mad24HiSaturated {
  static int32_t apply(int32_t a, int32_t b, int32_t c) {
    return clamp_to_s32(int64_t(int32_t(product24(a, b) >> 16)) + c);
  }
};

struct SumAbsDifference {
  template <class T>
  static T apply(T a, T b, T c) {
    const Unsigned<T> difference = a < b ? Unsigned<T>(Unsigned<T>(b) - Unsigned<T>(a))
                                         : Unsigned<T>(Unsigned<T>(a) - Unsigned<T>(b));
    return T(Unsigned<T>(c) + difference);
  }
};
/// The most negative number divided by -1 does not trap: it wraps.
template <class T>
constexpr bool overflows(T a, T b) {
  return std::is_signed_v<T> && b == T(-1) && a == std::numeric_limits<T>::min();
}
struct Div {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) return T(-1);
    return overflows(a, b) ? a : T(a / b);
  }
};
struct Rem {
  template <class T>
  static T apply(T a, T b) {
    if (b == 0) return a;
    return overflows(a, b) ? T(0) : T(a % b);
  }
};
struct Abs {
  template <class T>
  static T apply(T a) {
    return a < 0 ? T(Unsigned<T>(0) - Unsigned<T>(a)) : a;
  }
};
struct Neg {
  template <class T>
  static T apply(T a) {
    return T(Unsigned<T>(0) - Unsigned<T>(a));
  }
};
struct Min {
  template <class T>
  static T apply(T a, T b) {
    return a < b ? a : b;
  }
};
struct Max {
  template <class T>
  static T apply(T a, T b) {
    return a > b ? a : b;
  }
};
struct MinRelu {
  template <class T>
  static T apply(T a, T b) {
    return std::max(std::min(a, b), T(0));
  }
};
struct MaxRelu {
  template <class T>
  static T apply(T a, T b) {
    return std::max(std::max(a, b), T(0));
  }
};

/// Operation on both 16-bit halves.
template <class Operation, class Half>
struct Packed {
  static uint32_t apply(uint32_t a, uint32_t b) {
    const Half low = Operation::apply(Half(a), Half(b));
    const Half high = Operation::apply(Half(a >> 16), Half(b >> 16));
    return uint32_t(uint16_t(low)) | uint32_t(uint16_t(high)) << 16;
  }
};
template <class Operation>
Handler packed_binary(Type type) {
  if (type == Type::U16x2) return binary<Packed<Operation, uint16_t>, uint32_t>;
  return binary<Packed<Operation, int16_t>, uint32_t>;
}

/// A product twice as wide as its factors, and a sum.
template <class T, bool kAdds>
Flow wide_product(Context& context, const Instruction& instruction, uint32_t mask) {
  using W = Wide<T>;
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  if constexpr (kAdds) {
    const W* c = operand<W>(context, instruction, 3);
    write_lanes(operand<W>(context, instruction, 0), mask, [=](uint32_t lane) {
      return W(Unsigned<W>(W(a[lane]) * W(b[lane])) + Unsigned<W>(c[lane]));
    });
  } else {
    write_lanes(operand<W>(context, instruction, 0), mask,
                [=](uint32_t lane) { return W(W(a[lane]) * W(b[lane])); });
  }
  return Flow::Next;
}

template <bool kAdds>
Handler wide_handler(Type type) {
  switch (type) {
    case Type::U16:
      return wide_product<uint16_t, kAdds>;
    case Type::S16:
      return wide_product<int16_t, kAdds>;
    case Type::U32:
      return wide_product<uint32_t, kAdds>;
    case Type::S32:
      return wide_product<int32_t, kAdds>;
    default:
      return nullptr;
  }
}

template <class Operation, class T>
Handler saturated_or(const Instruction& instruction, Handler plain) {
  if (!instruction.has(decode::kSaturate)) return plain;
  return instruction.type == Type::S32 ? Handler{binary<Operation, T>} : nullptr;
}

}  // namespace

Handler bind_AddInteger(const Instruction& i) {
  return saturated_or<AddSaturated, int32_t>(i, integer_binary<Add>(i.type));
}
Handler bind_SubInteger(const Instruction& i) {
  return saturated_or<SubSaturated, int32_t>(i, integer_binary<Sub>(i.type));
}
Handler bind_AddPacked16(const Instruction& i) { return packed_binary<Add>(i.type); }
Handler bind_MinPacked16(const Instruction& i) {
  return i.has(decode::kRelu) ? packed_binary<MinRelu>(i.type) : packed_binary<Min>(i.type);
}
Handler bind_MaxPacked16(const Instruction& i) {
  return i.has(decode::kRelu) ? packed_binary<MaxRelu>(i.type) : packed_binary<Max>(i.type);
}
Handler bind_MulWide(const Instruction& i) { return wide_handler<false>(i.type); }
Handler bind_MadWide(const Instruction& i) { return wide_handler<true>(i.type); }
Handler bind_MulHigh(const Instruction& i) { return integer_binary<MulHi>(i.type); }
Handler bind_MulLow(const Instruction& i) { return integer_binary<MulLo>(i.type); }
Handler bind_MadLow(const Instruction& i) { return integer_ternary<MadLo>(i.type); }
Handler bind_MadHigh(const Instruction& i) {
  if (i.has(decode::kSaturate)) return ternary<MadHiSaturated, int32_t>;
  return integer_ternary<MadHi>(i.type);
}
Handler bind_Mul24Low(const Instruction& i) { return integer_binary<Mul24Lo>(i.type); }
Handler bind_Mul24High(const Instruction& i) { return integer_binary<Mul24Hi>(i.type); }
Handler bind_Mad24Low(const Instruction& i) { return integer_ternary<Mad24Lo>(i.type); }
Handler bind_Mad24High(const Instruction& i) {
  if (i.has(decode::kSaturate)) return ternary<Mad24HiSaturated, int32_t>;
  return integer_ternary<Mad24Hi>(i.type);
}
Handler bind_SumAbsoluteDifference(const Instruction& i) {
  return integer_ternary<SumAbsDifference>(i.type);
}
Handler bind_DivInteger(const Instruction& i) { return integer_binary<Div>(i.type); }
Handler bind_RemInteger(const Instruction& i) { return integer_binary<Rem>(i.type); }
Handler bind_AbsInteger(const Instruction& i) { return integer_unary<Abs>(i.type); }
Handler bind_NegInteger(const Instruction& i) { return integer_unary<Neg>(i.type); }
Handler bind_MinInteger(const Instruction& i) {
  return i.has(decode::kRelu) ? Handler{binary<MinRelu, int32_t>} : integer_binary<Min>(i.type);
}
Handler bind_MaxInteger(const Instruction& i) {
  return i.has(decode::kRelu) ? Handler{binary<MaxRelu, int32_t>} : integer_binary<Max>(i.type);
}

}  // namespace gtl::exec::GTL_LANES
