// The functions that pick a handler for an instruction: one a row of decode/opcodes.def.
#pragma once

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

#define GTL_OPCODE(name, mnemonic, operands, types, meaning, section) \
  Handler bind_##name(const Instruction& instruction);
#include "decode/opcodes.def"
#undef GTL_OPCODE

Handler bind(const Instruction& instruction);

/// d = Operation(a), (a, b), (a, b, c) in type T.
template <class Operation, class T>
Flow unary(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Operation::apply(a[lane]); });
  return Flow::Next;
}

template <class Operation, class T>
Flow binary(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Operation::apply(a[lane], b[lane]); });
  return Flow::Next;
}

template <class Operation, class T>
Flow ternary(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const T* b = operand<T>(context, instruction, 2);
  const T* c = operand<T>(context, instruction, 3);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Operation::apply(a[lane], b[lane], c[lane]); });
  return Flow::Next;
}

/// Calls `pick` with a value of the C++ type that stands for `type`: pick.operator()<uint32_t>().
template <class Pick>
Handler with_integer(Type type, Pick pick) {
  switch (type) {
    case Type::U16:
      return pick.template operator()<uint16_t>();
    case Type::B16:
      return pick.template operator()<uint16_t>();
    case Type::S16:
      return pick.template operator()<int16_t>();
    case Type::U32:
      return pick.template operator()<uint32_t>();
    case Type::B32:
      return pick.template operator()<uint32_t>();
    case Type::S32:
      return pick.template operator()<int32_t>();
    case Type::U64:
      return pick.template operator()<uint64_t>();
    case Type::B64:
      return pick.template operator()<uint64_t>();
    case Type::S64:
      return pick.template operator()<int64_t>();
    default:
      return nullptr;
  }
}

/// As with_integer, by size alone.
template <class Pick>
Handler with_bits(Type type, Pick pick) {
  switch (decode::bytes_of(type)) {
    case 2:
      return pick.template operator()<uint16_t>();
    case 4:
      return pick.template operator()<uint32_t>();
    case 8:
      return pick.template operator()<uint64_t>();
    default:
      return nullptr;
  }
}

template <class Operation>
Handler integer_unary(Type type) {
  return with_integer(type, []<class T>() -> Handler { return unary<Operation, T>; });
}
template <class Operation>
Handler integer_binary(Type type) {
  return with_integer(type, []<class T>() -> Handler { return binary<Operation, T>; });
}
template <class Operation>
Handler integer_ternary(Type type) {
  return with_integer(type, []<class T>() -> Handler { return ternary<Operation, T>; });
}
template <class Operation>
Handler bits_unary(Type type) {
  return with_bits(type, []<class T>() -> Handler { return unary<Operation, T>; });
}
template <class Operation>
Handler bits_binary(Type type) {
  return with_bits(type, []<class T>() -> Handler { return binary<Operation, T>; });
}
template <class Operation>
Handler bits_ternary(Type type) {
  return with_bits(type, []<class T>() -> Handler { return ternary<Operation, T>; });
}

}  // namespace gtl::exec::GTL_LANES
