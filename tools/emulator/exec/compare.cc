// Comparison, selection and predicates (PTX ISA 9.7.6, 9.7.8.1–4).
#include "exec/compare.h"

#include "exec/float_value.h"
#include "exec/half.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// The lanes of the warp for which `a compare b` holds.
template <class T, class Comparison>
uint32_t compare_lanes(Context& context, const Instruction& instruction, size_t first_source) {
  const T* a = operand<T>(context, instruction, first_source);
  const T* b = operand<T>(context, instruction, first_source + 1);
  if constexpr (std::is_same_v<T, float>) {
    if (instruction.has(decode::kFlushToZero)) {
      return mask_where(
          [=](uint32_t lane) { return Comparison::holds(flushed(a[lane]), flushed(b[lane])); });
    }
  }
  return mask_where([=](uint32_t lane) { return Comparison::holds(a[lane], b[lane]); });
}

/// p|q = (a compare b) op c | !(a compare b) op c. Operands: p, q, a, b, c.
template <class T, class Comparison>
Flow set_predicate(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t holds = compare_lanes<T, Comparison>(context, instruction, 2);
  if (instruction.variant == Variant::None && !instruction.operands[1].present()) {
    write_predicate(context, instruction, 0, mask, holds);
    return Flow::Next;
  }
  const Variant operation = instruction.variant;
  const uint32_t given = operation == Variant::None ? 0 : predicate(context, instruction, 4);
  if (instruction.operands[0].present()) {
    write_predicate(context, instruction, 0, mask, combine(operation, holds, given));
  }
  if (instruction.operands[1].present()) {
    write_predicate(context, instruction, 1, mask, combine(operation, ~holds, given));
  }
  return Flow::Next;
}

/// d = (a compare b) op c ? "true" : 0, where "true" is all ones, or 1.0. Operands: d, a, b, c.
template <class T, class Comparison>
Flow set_value(Context& context, const Instruction& instruction, uint32_t mask) {
  uint32_t holds = compare_lanes<T, Comparison>(context, instruction, 1);
  if (instruction.variant != Variant::None) {
    holds = combine(instruction.variant, holds, predicate(context, instruction, 3));
  }
  if (decode::bytes_of(instruction.type) == 2) {
    const uint16_t yes = instruction.type == Type::F16    ? 0x3C00
                         : instruction.type == Type::BF16 ? 0x3F80
                                                          : 0xFFFF;
    write_lanes(operand<uint16_t>(context, instruction, 0), mask,
                [=](uint32_t lane) { return (holds & kLaneBit[lane]) != 0 ? yes : uint16_t{0}; });
  } else {
    const uint32_t yes = instruction.type == Type::F32 ? 0x3F80'0000 : 0xFFFF'FFFF;
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [=](uint32_t lane) { return (holds & kLaneBit[lane]) != 0 ? yes : 0u; });
  }
  return Flow::Next;
}

template <class T>
Handler set_predicate_handler(const Instruction& instruction) {
  return with_comparison<T>(instruction.compare, []<class Comparison>() -> Handler {
    return set_predicate<T, Comparison>;
  });
}
template <class T>
Handler set_value_handler(const Instruction& instruction) {
  return with_comparison<T>(instruction.compare,
                            []<class Comparison>() -> Handler { return set_value<T, Comparison>; });
}

template <class T>
Flow select(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  const uint32_t is_first = predicate(context, instruction, 3);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return chosen(is_first, lane, a[lane], b[lane]); });
  return Flow::Next;
}

template <class T, class Chooser>
Flow select_by_sign(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  const Chooser* c = operand<Chooser>(context, instruction, 3);
  // .ftz: a subnormal number counts as zero.
  const bool flushes = instruction.has(decode::kFlushToZero);
  const Chooser lowest =
      std::is_same_v<Chooser, float> && flushes ? -std::numeric_limits<Chooser>::min() : Chooser(0);
  write_lanes(operand<T>(context, instruction, 0), mask, [=](uint32_t lane) {
    const bool is_subnormal = flushes && c[lane] > lowest;
    return c[lane] >= 0 || is_subnormal ? a[lane] : b[lane];
  });
  return Flow::Next;
}

enum class Logic { And, Or, Xor, Not, Copy };

template <Logic kLogic>
Flow predicate_logic(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t a = predicate(context, instruction, 1);
  uint32_t value = a;
  if constexpr (kLogic == Logic::And) value = a & predicate(context, instruction, 2);
  if constexpr (kLogic == Logic::Or) value = a | predicate(context, instruction, 2);
  if constexpr (kLogic == Logic::Xor) value = a ^ predicate(context, instruction, 2);
  if constexpr (kLogic == Logic::Not) value = ~a;
  write_predicate(context, instruction, 0, mask, value);
  return Flow::Next;
}

}  // namespace

Handler bind_SetPredicate(const Instruction& i) {
  if (i.type == Type::F32) return set_predicate_handler<float>(i);
  if (i.type == Type::F64) return set_predicate_handler<double>(i);
  return with_integer(i.type, [&]<class T>() -> Handler { return set_predicate_handler<T>(i); });
}

Handler bind_Set(const Instruction& i) {
  if (is_half(i.source_type)) return half_set_handler(i);
  if (i.source_type == Type::F32) return set_value_handler<float>(i);
  if (i.source_type == Type::F64) return set_value_handler<double>(i);
  return with_integer(i.source_type, [&]<class T>() -> Handler { return set_value_handler<T>(i); });
}

Handler bind_Select(const Instruction& i) {
  return with_bits(i.type, []<class T>() -> Handler { return select<T>; });
}
Handler bind_SelectBySign(const Instruction& i) {
  const bool by_float = i.source_type == Type::F32;
  return with_bits(i.type, [=]<class T>() -> Handler {
    return by_float ? Handler{select_by_sign<T, float>} : Handler{select_by_sign<T, int32_t>};
  });
}

Handler bind_AndPredicate(const Instruction&) { return predicate_logic<Logic::And>; }
Handler bind_OrPredicate(const Instruction&) { return predicate_logic<Logic::Or>; }
Handler bind_XorPredicate(const Instruction&) { return predicate_logic<Logic::Xor>; }
Handler bind_NotPredicate(const Instruction&) { return predicate_logic<Logic::Not>; }
Handler bind_MovePredicate(const Instruction&) { return predicate_logic<Logic::Copy>; }

}  // namespace gtl::exec::GTL_LANES
