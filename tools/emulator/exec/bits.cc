// Bits of integers: counting, fields, logic, shifts, permutation (PTX
// ISA 9.7.1.14–24, 9.7.8, 9.7.9.7).
#include <algorithm>
#include <type_traits>

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

struct AndBits {
  template <class T>
  static T apply(T a, T b) {
    return T(a & b);
  }
};
struct OrBits {
  template <class T>
  static T apply(T a, T b) {
    return T(a | b);
  }
};
struct XorBits {
  template <class T>
  static T apply(T a, T b) {
    return T(a ^ b);
  }
};
struct NotBits {
  template <class T>
  static T apply(T a) {
    return T(~a);
  }
};
struct IsZero {
  template <class T>
  static T apply(T a) {
    return T(a == 0);
  }
};

/// Shift amounts are 32-bit and clamp at the width.
struct ShiftLeftBits {
  template <class T>
  static T apply(T a, uint32_t amount) {
    return amount >= 8 * sizeof(T) ? T(0) : T(a << amount);
  }
};
struct ShiftRightBits {
  template <class T>
  static T apply(T a, uint32_t amount) {
    constexpr uint32_t kLast = 8 * sizeof(T) - 1;
    if constexpr (std::is_signed_v<T>) return T(a >> std::min(amount, kLast));
    return amount > kLast ? T(0) : T(a >> amount);
  }
};

/// d = Operation(a of type T, b of 32 bits).
template <class Operation, class T>
Flow with_amount(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Operation::apply(a[lane], b[lane]); });
  return Flow::Next;
}

/// A 32-bit result of a value of type T.
template <class Operation, class T>
Flow to_word(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  write_lanes(operand<uint32_t>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Operation::apply(a[lane]); });
  return Flow::Next;
}

struct CountOnes {
  static uint32_t apply(uint32_t a) { return uint32_t(__builtin_popcount(a)); }
  static uint32_t apply(uint64_t a) { return uint32_t(__builtin_popcountll(a)); }
};
struct LeadingZeros {
  static uint32_t apply(uint32_t a) { return a == 0 ? 32 : uint32_t(__builtin_clz(a)); }
  static uint32_t apply(uint64_t a) { return a == 0 ? 64 : uint32_t(__builtin_clzll(a)); }
};
template <bool kShiftAmount>
struct TopBit {
  template <class T>
  static uint32_t apply(T a) {
    using U = std::make_unsigned_t<T>;
    const U value = U(a < 0 ? ~a : a);
    if (value == 0) return 0xFFFF'FFFF;
    const uint32_t zeros = LeadingZeros::apply(value);
    return kShiftAmount ? zeros : uint32_t(8 * sizeof(T)) - 1 - zeros;
  }
};

template <class T>
constexpr T reverse(T a) {
  T result = 0;
  for (uint32_t bit = 0; bit < 8 * sizeof(T); ++bit)
    result |= T((a >> bit) & 1) << (8 * sizeof(T) - 1 - bit);
  return result;
}
struct ReverseBits {
  template <class T>
  static T apply(T a) {
    return reverse(a);
  }
};

/// A field's position or length. The ISA defines 0 … 255; beyond, hardware takes the low 8 bits in
/// 32-bit fields and clamps in 64-bit ones.
template <class T>
uint32_t field_amount(uint32_t value) {
  return sizeof(T) == 4 ? value & 0xFF : std::min(value, 0xFFu);
}

template <class T>
T extract_field(T a, uint32_t position, uint32_t length) {
  using U = std::make_unsigned_t<T>;
  constexpr uint32_t kBits = 8 * sizeof(T);
  position = field_amount<T>(position);
  length = field_amount<T>(length);
  // The sign of a field that reaches beyond the top is the top bit (ISA 9.7.1.19).
  const uint32_t sign_at = std::min(position + length - 1, kBits - 1);
  const bool negative = std::is_signed_v<T> && length != 0 && (U(a) >> sign_at & 1);
  U field = position >= kBits ? U(0) : U(U(a) >> position);
  const U ones = length >= kBits ? U(~U(0)) : U((U(1) << length) - 1);
  // Bits beyond the top of `a` repeat the sign, too.
  if (position < kBits && position != 0 && negative) field |= U(~U(0)) << (kBits - position);
  if (position >= kBits && negative) field = U(~U(0));
  return T((field & ones) | (negative ? U(~ones) : U(0)));
}

template <class T>
Flow field_extract(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const uint32_t* c = operand<uint32_t>(context, instruction, 3);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return extract_field(a[lane], b[lane], c[lane]); });
  return Flow::Next;
}

template <class T>
Flow field_insert(Context& context, const Instruction& instruction, uint32_t mask) {
  constexpr uint32_t kBits = 8 * sizeof(T);
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  const uint32_t* c = operand<uint32_t>(context, instruction, 3);
  const uint32_t* d = operand<uint32_t>(context, instruction, 4);
  write_lanes(operand<T>(context, instruction, 0), mask, [=](uint32_t lane) {
    const uint32_t position = field_amount<T>(c[lane]), length = field_amount<T>(d[lane]);
    const T ones = length >= kBits ? T(~T(0)) : T((T(1) << length) - 1);
    const T field = position >= kBits ? T(0) : T(ones << position);
    const T value = position >= kBits ? T(0) : T(a[lane] << position);
    return T((b[lane] & ~field) | (value & field));
  });
  return Flow::Next;
}

template <class T>
Flow sign_zero_extend(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const bool clamps = instruction.has(decode::kClamp);
  write_lanes(operand<T>(context, instruction, 0), mask, [=](uint32_t lane) {
    const uint32_t bits = clamps ? std::min(b[lane], 32u) : b[lane] & 31;
    if (bits == 0) return T(0);
    return T(T(uint32_t(a[lane]) << (32 - bits)) >> (32 - bits));
  });
  return Flow::Next;
}

Flow bit_mask(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const bool clamps = instruction.has(decode::kClamp);
  write_lanes(operand<uint32_t>(context, instruction, 0), mask, [=](uint32_t lane) {
    const uint32_t position = clamps ? std::min(a[lane], 32u) : a[lane] & 31;
    const uint32_t length = clamps ? std::min(b[lane], 32u) : b[lane] & 31;
    const uint64_t ones = (uint64_t{1} << length) - 1;
    return uint32_t(ones << position);
  });
  return Flow::Next;
}

/// ISA 9.7.1.17: the |offset|-th set bit from `base` on, upwards or downwards; offset 0: base
/// itself.
uint32_t nth_set(uint32_t value, uint32_t base, int32_t offset) {
  if (offset == 0) return base < 32 && (value >> base & 1) ? base : 0xFFFF'FFFF;
  const int32_t step = offset > 0 ? 1 : -1;
  int32_t left = offset > 0 ? offset : -offset;
  for (int64_t at = base; at >= 0 && at < 32; at += step) {
    if ((value >> at & 1) && --left == 0) return uint32_t(at);
  }
  return 0xFFFF'FFFF;
}
Flow find_nth_set(Context& context, const Instruction& instruction, uint32_t mask) {
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const int32_t* c = operand<int32_t>(context, instruction, 3);
  for_each_lane(mask, [&](uint32_t lane) { d[lane] = nth_set(a[lane], b[lane], c[lane]); });
  return Flow::Next;
}

/// One element of a packed operand, signed or not.
template <bool kSigned, uint32_t kBits>
constexpr int32_t element(uint32_t word, uint32_t index) {
  const uint32_t raw = word >> (kBits * index) << (32 - kBits);
  return kSigned ? int32_t(raw) >> (32 - kBits) : int32_t(raw >> (32 - kBits));
}

template <bool kSignedA, bool kSignedB>
Flow dot_product4(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const uint32_t* c = operand<uint32_t>(context, instruction, 3);
  write_lanes(operand<uint32_t>(context, instruction, 0), mask, [=](uint32_t lane) {
    uint32_t sum = c[lane];
    for (uint32_t i = 0; i < 4; ++i) {
      sum += uint32_t(element<kSignedA, 8>(a[lane], i) * element<kSignedB, 8>(b[lane], i));
    }
    return sum;
  });
  return Flow::Next;
}

template <bool kSignedA, bool kSignedB>
Flow dot_product2(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const uint32_t* c = operand<uint32_t>(context, instruction, 3);
  const uint32_t first = instruction.has(decode::kHighHalf) ? 2 : 0;
  write_lanes(operand<uint32_t>(context, instruction, 0), mask, [=](uint32_t lane) {
    uint32_t sum = c[lane];
    for (uint32_t i = 0; i < 2; ++i) {
      sum += uint32_t(element<kSignedA, 16>(a[lane], i) * element<kSignedB, 8>(b[lane], first + i));
    }
    return sum;
  });
  return Flow::Next;
}

/// Any function of three bits: bit (4a + 2b + c) of the table.
uint32_t look_up3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t result = 0;
  for (uint32_t row = 0; row < 8; ++row) {
    const uint32_t keep = table >> row & 1 ? kAllLanes : 0;
    result |= keep & (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  }
  return result;
}

template <size_t kFirstSource>
void logic3(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, kFirstSource);
  const uint32_t* b = operand<uint32_t>(context, instruction, kFirstSource + 1);
  const uint32_t* c = operand<uint32_t>(context, instruction, kFirstSource + 2);
  const uint32_t table = uint32_t(instruction.immediate);
  write_lanes(operand<uint32_t>(context, instruction, 0), mask,
              [=](uint32_t lane) { return look_up3(a[lane], b[lane], c[lane], table); });
}
Flow logic3_plain(Context& context, const Instruction& instruction, uint32_t mask) {
  logic3<1>(context, instruction, mask);
  return Flow::Next;
}
template <bool kAnd>
Flow logic3_predicate(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t given = predicate(context, instruction, 5);
  alignas(64) uint32_t results[kWarpSize];
  const uint32_t* a = operand<uint32_t>(context, instruction, 2);
  const uint32_t* b = operand<uint32_t>(context, instruction, 3);
  const uint32_t* c = operand<uint32_t>(context, instruction, 4);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    results[lane] = look_up3(a[lane], b[lane], c[lane], uint32_t(instruction.immediate));
  }
  if (instruction.operands[0].present()) {
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [&](uint32_t lane) { return results[lane]; });
  }
  if (instruction.operands[1].present()) {
    const uint32_t nonzero = mask_where([&](uint32_t lane) { return results[lane] != 0; });
    write_predicate(context, instruction, 1, mask, kAnd ? nonzero & given : nonzero | given);
  }
  return Flow::Next;
}

template <bool kLeft, bool kClamps>
struct Funnel {
  static uint32_t apply(uint32_t low, uint32_t high, uint32_t amount) {
    const uint32_t n = kClamps ? std::min(amount, 32u) : amount & 31;
    const uint64_t both = uint64_t{high} << 32 | low;
    return kLeft ? uint32_t((both << n) >> 32) : uint32_t(both >> n);
  }
};

/// prmt: each selector nibble names a byte of {b,a}, and with bit 3 asks for its sign alone.
uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t nibble = selector >> (4 * i) & 0xF;
    uint32_t byte = uint32_t(bytes >> (8 * (nibble & 7))) & 0xFF;
    if (nibble & 8) byte = byte & 0x80 ? 0xFF : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// The selector that a prmt mode stands for, by the low two bits of c (ISA 9.7.9.7).
uint32_t mode_selector(Variant mode, uint32_t c) {
  static constexpr uint16_t kForward4[] = {0x3210, 0x4321, 0x5432, 0x6543};
  static constexpr uint16_t kBackward4[] = {0x5670, 0x6701, 0x7012, 0x0123};
  static constexpr uint16_t kReplicate8[] = {0x0000, 0x1111, 0x2222, 0x3333};
  static constexpr uint16_t kEdgeLeft[] = {0x3210, 0x3211, 0x3222, 0x3333};
  static constexpr uint16_t kEdgeRight[] = {0x0000, 0x1110, 0x2210, 0x3210};
  static constexpr uint16_t kReplicate16[] = {0x1010, 0x3232, 0x1010, 0x3232};
  switch (mode) {
    case Variant::Forward4:
      return kForward4[c & 3];
    case Variant::Backward4:
      return kBackward4[c & 3];
    case Variant::Replicate8:
      return kReplicate8[c & 3];
    case Variant::EdgeLeft:
      return kEdgeLeft[c & 3];
    case Variant::EdgeRight:
      return kEdgeRight[c & 3];
    default:
      return kReplicate16[c & 3];
  }
}

Flow permute_bytes(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const uint32_t* c = operand<uint32_t>(context, instruction, 3);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  if (instruction.variant == Variant::None) {
    write_lanes(d, mask, [=](uint32_t lane) { return permute(a[lane], b[lane], c[lane]); });
  } else {
    const Variant mode = instruction.variant;
    for_each_lane(mask, [&](uint32_t lane) {
      d[lane] = permute(a[lane], b[lane], mode_selector(mode, c[lane]));
    });
  }
  return Flow::Next;
}

}  // namespace

Handler bind_And(const Instruction& i) { return bits_binary<AndBits>(i.type); }
Handler bind_Or(const Instruction& i) { return bits_binary<OrBits>(i.type); }
Handler bind_Xor(const Instruction& i) { return bits_binary<XorBits>(i.type); }
Handler bind_Not(const Instruction& i) { return bits_unary<NotBits>(i.type); }
Handler bind_LogicalNot(const Instruction& i) { return bits_unary<IsZero>(i.type); }
Handler bind_ShiftLeft(const Instruction& i) {
  return with_bits(i.type, []<class T>() -> Handler { return with_amount<ShiftLeftBits, T>; });
}
Handler bind_ShiftRight(const Instruction& i) {
  return with_integer(i.type, []<class T>() -> Handler { return with_amount<ShiftRightBits, T>; });
}
Handler bind_PopulationCount(const Instruction& i) {
  return i.type == Type::B64 ? to_word<CountOnes, uint64_t> : to_word<CountOnes, uint32_t>;
}
Handler bind_CountLeadingZeros(const Instruction& i) {
  return i.type == Type::B64 ? to_word<LeadingZeros, uint64_t> : to_word<LeadingZeros, uint32_t>;
}
Handler bind_FindBit(const Instruction& i) {
  const bool shift = i.variant == Variant::ShiftAmount;
  return with_integer(i.type, [=]<class T>() -> Handler {
    if constexpr (sizeof(T) == 2)
      return nullptr;
    else
      return shift ? Handler{to_word<TopBit<true>, T>} : Handler{to_word<TopBit<false>, T>};
  });
}
Handler bind_FindNthSet(const Instruction&) { return find_nth_set; }
Handler bind_BitReverse(const Instruction& i) { return bits_unary<ReverseBits>(i.type); }
Handler bind_BitFieldExtract(const Instruction& i) {
  return with_integer(i.type, []<class T>() -> Handler { return field_extract<T>; });
}
Handler bind_BitFieldInsert(const Instruction& i) {
  return i.type == Type::B64 ? field_insert<uint64_t> : field_insert<uint32_t>;
}
Handler bind_SignZeroExtend(const Instruction& i) {
  return i.type == Type::S32 ? sign_zero_extend<int32_t> : sign_zero_extend<uint32_t>;
}
Handler bind_BitMask(const Instruction&) { return bit_mask; }
Handler bind_DotProduct4(const Instruction& i) {
  const bool signed_a = i.type == Type::S32, signed_b = i.source_type == Type::S32;
  if (signed_a) return signed_b ? dot_product4<true, true> : dot_product4<true, false>;
  return signed_b ? dot_product4<false, true> : dot_product4<false, false>;
}
Handler bind_DotProduct2(const Instruction& i) {
  const bool signed_a = i.type == Type::S32, signed_b = i.source_type == Type::S32;
  if (signed_a) return signed_b ? dot_product2<true, true> : dot_product2<true, false>;
  return signed_b ? dot_product2<false, true> : dot_product2<false, false>;
}
Handler bind_Logic3(const Instruction&) { return logic3_plain; }
Handler bind_Logic3Predicate(const Instruction&) { return logic3_predicate<false>; }
Handler bind_Logic3AndPredicate(const Instruction&) { return logic3_predicate<true>; }
Handler bind_FunnelShift(const Instruction& i) {
  const bool clamps = i.has(decode::kClamp);
  if (i.variant == Variant::Left) {
    return clamps ? ternary<Funnel<true, true>, uint32_t> : ternary<Funnel<true, false>, uint32_t>;
  }
  return clamps ? ternary<Funnel<false, true>, uint32_t> : ternary<Funnel<false, false>, uint32_t>;
}
Handler bind_Permute(const Instruction&) { return permute_bytes; }

}  // namespace gtl::exec::GTL_LANES
