// Counting bits, bit fields, dot products of packed bytes (PTX ISA 9.7.1.14–24).
#include <algorithm>
#include <type_traits>

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

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

}  // namespace

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

}  // namespace gtl::exec::GTL_LANES
