// tensormap.replace and tensormap.cp_fenceproxy: kernels that describe tensors themselves (PTX ISA
// 9.7.9.26, 9.7.13.17).
#include <cstring>

#include "exec/async_addresses.h"
#include "exec/async_handlers.h"
#include "exec/tensor_map.h"

namespace gtl::exec {

using decode::AsyncForm;
using decode::Instruction;
using decode::TensorField;

namespace {

/// The types in the order in which tensormap.replace numbers them; cuTensorMapEncodeTiled has
/// another.
constexpr TensorType kTypes[] = {
    TensorType::U8,          TensorType::U16, TensorType::U32,  TensorType::S32,
    TensorType::U64,         TensorType::S64, TensorType::F16,  TensorType::F32,
    TensorType::F32Flushed,  TensorType::F64, TensorType::BF16, TensorType::TF32,
    TensorType::TF32Flushed,
};

/// Not empty: what the emulator has not got.
std::string replace(TensorMap& map, TensorField field, uint32_t dimension, uint64_t value) {
  switch (field) {
    case TensorField::Address:
      map.address = value;
      return "";
    case TensorField::Rank:  // counted from 0
      if (value >= TensorMap::kMaximalRank) return "a tensor has at most 5 dimensions";
      map.rank = uint8_t(value + 1);
      return "";
    case TensorField::Box:
      map.box[dimension] = uint16_t(value);
      return "";
    case TensorField::Size:
      map.last[dimension] = uint32_t(value - 1);
      return "";
    case TensorField::Stride:
      if (dimension + 1 >= TensorMap::kMaximalRank) return "a tensor has at most 4 strides";
      map.strides[dimension] = value;
      return "";
    case TensorField::ElementStride:
      map.element_strides[dimension] = uint8_t(value);
      return "";
    case TensorField::Type:
      if (value >= std::size(kTypes)) return "the emulator has no packed 4- and 6-bit data types";
      map.type = kTypes[value];
      return "";
    case TensorField::Interleave:
      return value == 0 ? "" : "the emulator has no interleaved layouts";
    case TensorField::Swizzle:
      if (value > 3) return "the emulator has no swizzling but in spans of 32, 64 and 128 bytes";
      map.swizzle = Swizzle(value);
      return "";
    case TensorField::Fill:
      map.fills_with_nan = value != 0;
      return "";
    case TensorField::None:
      break;
  }
  return "no field";
}

void report_access(Context& context, const Place& place, AccessKind kind, uint32_t lane) {
  AsyncAccess access;
  access.space = place.space;
  access.kind = kind;
  access.issuer = &context;
  access.function = context.split().frame->function;
  access.instruction = context.pc;
  access.warp = context.warp->index;
  report(place.block ? *place.block : context, access, lane, place.address, TensorMap::kBytes);
}

bool replace_field(Context& context, const Instruction& instruction, const AsyncForm& form,
                   uint32_t lane) {
  Place place;
  if (!find_place(context, form.destination, 0, lane, TensorMap::kBytes, TensorMap::kAlignment,
                  AccessKind::Store, place)) {
    return false;
  }
  TensorMap map;
  std::memcpy(static_cast<void*>(&map), place.data, sizeof map);
  const uint64_t value = value_of(context, form.size, lane, decode::bytes_of(instruction.type));
  const std::string wrong = map.magic != TensorMap::kMagic
                                ? "there is no tensor map at the address"
                                : replace(map, form.field, form.dimensions, value);
  if (!wrong.empty()) {
    context.fail(FaultKind::IllegalInstruction, wrong, 1u << lane);
    return false;
  }
  std::memcpy(place.data, &map, sizeof map);
  ++context.effects;
  report_access(context, place, AccessKind::Store, lane);
  return true;
}

}  // namespace

Flow tensor_map_replace(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  for (uint32_t lanes = mask & context.alive; lanes != 0; lanes &= lanes - 1) {
    if (!replace_field(context, instruction, form, uint32_t(__builtin_ctz(lanes))))
      return Flow::Fault;
  }
  return Flow::Next;
}

/// All lanes copy together, so the first alone does.
Flow tensor_map_copy(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  const uint32_t lanes = mask & context.alive;
  if (lanes == 0) return Flow::Next;
  const auto lane = uint32_t(__builtin_ctz(lanes));
  Place from, to;
  if (!find_place(context, form.source, 0, lane, TensorMap::kBytes, TensorMap::kAlignment,
                  AccessKind::Load, from) ||
      !find_place(context, form.destination, 0, lane, TensorMap::kBytes, TensorMap::kAlignment,
                  AccessKind::Store, to)) {
    return Flow::Fault;
  }
  std::memcpy(to.data, from.data, TensorMap::kBytes);
  ++context.effects;
  report_access(context, from, AccessKind::Load, lane);
  report_access(context, to, AccessKind::Store, lane);
  return Flow::Next;
}

}  // namespace gtl::exec
