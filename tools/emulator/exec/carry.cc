// Extended-precision arithmetic (PTX ISA 9.7.2): sums and products that pass a carry on through the
// condition code register CC.CF, a mask in the first bytes of each frame. A difference is the sum
// a + ~b + 1, and its carry means that nothing was borrowed: the compiler's 128-bit division takes
// it up with addc.
#include <type_traits>

#include "exec/handlers.h"
#include "exec/wide_integer.h"

namespace gtl::exec::GTL_LANES {

namespace {

enum class Term { Sum, Difference, LowProduct, HighProduct };

/// The upper half of a product, signed or not.
template <class T>
T high_half(T a, T b) {
  if constexpr (sizeof(T) == 8) {
    using Wide = std::conditional_t<std::is_signed_v<T>, Int128, Uint128>;
    return T((Wide(a) * Wide(b)) >> 64);
  } else {
    using Wide = std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>;
    return T((Wide(a) * Wide(b)) >> 32);
  }
}

template <class T, Term kTerm, bool kUsesCarry>
Flow with_carry(Context& context, const Instruction& instruction, uint32_t mask) {
  using U = std::make_unsigned_t<T>;
  uint32_t& flag = *reinterpret_cast<uint32_t*>(context.bases[decode::Operand::Frame]);
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  T* d = operand<T>(context, instruction, 0);
  uint32_t carry_out = 0;
  for_each_lane(mask, [&](uint32_t lane) {
    constexpr bool kSubtracts = kTerm == Term::Difference;
    const U carry = kUsesCarry ? (flag >> lane & 1) ^ U(kSubtracts) : 0;
    U left = U(a[lane]), right = U(b[lane]);
    if constexpr (kTerm == Term::LowProduct || kTerm == Term::HighProduct) {
      left = kTerm == Term::LowProduct ? U(left * right) : U(high_half<T>(a[lane], b[lane]));
      right = U(operand<T>(context, instruction, 3)[lane]);
    }
    U partial, result;
    bool first, second;
    if constexpr (kSubtracts) {
      first = __builtin_sub_overflow(left, right, &partial);
      second = __builtin_sub_overflow(partial, carry, &result);
    } else {
      first = __builtin_add_overflow(left, right, &partial);
      second = __builtin_add_overflow(partial, carry, &result);
    }
    d[lane] = T(result);
    carry_out |= uint32_t((first || second) != kSubtracts) << lane;
  });
  if (instruction.has(decode::kCarryOut)) flag = (flag & ~mask) | carry_out;
  return Flow::Next;
}

template <Term kTerm, bool kUsesCarry>
Handler carry_handler(Type type) {
  switch (type) {
    case Type::U32:
      return with_carry<uint32_t, kTerm, kUsesCarry>;
    case Type::S32:
      return with_carry<int32_t, kTerm, kUsesCarry>;
    case Type::U64:
      return with_carry<uint64_t, kTerm, kUsesCarry>;
    case Type::S64:
      return with_carry<int64_t, kTerm, kUsesCarry>;
    default:
      return nullptr;
  }
}

template <bool kUsesCarry>
Handler product_handler(const Instruction& instruction) {
  if (instruction.has(decode::kHighHalf))
    return carry_handler<Term::HighProduct, kUsesCarry>(instruction.type);
  return carry_handler<Term::LowProduct, kUsesCarry>(instruction.type);
}

}  // namespace

Handler bind_AddSetCarry(const Instruction& i) { return carry_handler<Term::Sum, false>(i.type); }
Handler bind_AddCarry(const Instruction& i) { return carry_handler<Term::Sum, true>(i.type); }
Handler bind_SubSetCarry(const Instruction& i) {
  return carry_handler<Term::Difference, false>(i.type);
}
Handler bind_SubCarry(const Instruction& i) {
  return carry_handler<Term::Difference, true>(i.type);
}
Handler bind_MadSetCarry(const Instruction& i) { return product_handler<false>(i); }
Handler bind_MadCarry(const Instruction& i) { return product_handler<true>(i); }

}  // namespace gtl::exec::GTL_LANES
