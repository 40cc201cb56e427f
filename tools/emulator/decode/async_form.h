// What an asynchronous copy says beyond the fields of Instruction: it has two or three addresses,
// each with a space, a base and an offset of its own.
#pragma once

#include <array>
#include <cstdint>

#include "decode/instruction.h"

namespace gtl::decode {

/// The fields of a tensor map that tensormap.replace can change.
enum class TensorField : uint8_t {
  None,
  Address,
  Rank,
  Box,
  Size,
  Stride,
  ElementStride,
  Type,
  Interleave,
  Swizzle,
  Fill,
};

struct AsyncForm {
  /// Addresses, bound as those of loads and stores are: the base is operands[0]. Absent parts have
  /// Space::None.
  Instruction destination, source, barrier;
  Operand size;           ///< Bytes to copy; of cp.async: bytes to read, the rest becomes 0.
  Operand ignore_source;  ///< cp.async: a predicate; where it holds, zeros are written.
  Operand mask;           ///< 16 bits: of .multicast::cluster or .cp_mask.
  uint32_t bytes = 0;     ///< What a lane copies, where it is known: cp.async, st.async.
  uint32_t elements = 0;  ///< st.async, red.async: its first value in Function::vector_operands.
  bool ignore_source_is_negated = false;
  bool is_multicast = false;
  bool has_byte_mask = false;  ///< .cp_mask: bit i says whether byte i of each 16 is written.
  bool completes_on_barrier = false;  ///< Else with a bulk group.
  /// Of the .tensor forms.
  bool is_tensor = false;
  std::array<Operand, 5> coordinates{};
  uint8_t dimensions = 0;
  /// tensormap.replace: `size` is the value, `dimensions` which dimension's field it is.
  TensorField field = TensorField::None;

  /// Every register slot that the form names, but for the elements.
  template <class Visit>
  void for_each_operand(Visit visit) const {
    for (const Instruction* part : {&destination, &source, &barrier}) visit(part->operands[0]);
    for (const Operand& operand : {size, ignore_source, mask}) visit(operand);
    for (const Operand& operand : coordinates) visit(operand);
  }
};

}  // namespace gtl::decode
