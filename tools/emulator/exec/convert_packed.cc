// cvt to and from two 8-bit formats in one register, and cvt.pack (PTX ISA 9.7.9.21–22).
#include "exec/convert_packed.h"

#include <algorithm>

#include "exec/half.h"
#include "exec/soft_float.h"

namespace gtl::exec::GTL_LANES {

namespace {

const soft::Format& fp8_format(Type type) {
  return type == Type::E4M3x2 ? soft::kE4M3 : soft::kE5M2;
}

soft::Number clamped_at_zero(const Instruction& instruction, soft::Number number) {
  const bool vanishes =
      instruction.has(decode::kRelu) && number.negative && number.kind != soft::Kind::NaN;
  return vanishes ? soft::Number{} : number;
}

/// The conversions to fp8 are all .rn.satfinite.
uint16_t fp8_of(const Instruction& instruction, const soft::Format& from, uint64_t raw) {
  const soft::Number number = clamped_at_zero(instruction, soft::unpack(from, raw));
  return uint16_t(soft::pack(fp8_format(instruction.type), number, instruction.rounding, true));
}

/// cvt.e4m3x2.f32 d, a, b: a goes to the upper byte.
Flow to_fp8_from_singles(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  uint16_t* d = operand<uint16_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    const uint16_t high = fp8_of(instruction, soft::kF32, a[lane]),
                   low = fp8_of(instruction, soft::kF32, b[lane]);
    d[lane] = uint16_t(high << 8 | low);
  });
  return Flow::Next;
}

Flow to_fp8_from_halves(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  uint16_t* d = operand<uint16_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    const uint16_t high = fp8_of(instruction, soft::kF16, a[lane] >> 16);
    const uint16_t low = fp8_of(instruction, soft::kF16, a[lane] & 0xFFFF);
    d[lane] = uint16_t(high << 8 | low);
  });
  return Flow::Next;
}

Flow to_halves_from_fp8(Context& context, const Instruction& instruction, uint32_t mask) {
  const soft::Format& from = fp8_format(instruction.source_type);
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  const auto half_of = [&](uint16_t raw) {
    const soft::Number number = clamped_at_zero(instruction, soft::unpack(from, raw));
    return uint32_t(soft::pack(soft::kF16, number, instruction.rounding));
  };
  for_each_lane(mask, [&](uint32_t lane) {
    d[lane] = half_of(a[lane] >> 8) << 16 | half_of(a[lane] & 0xFF);
  });
  return Flow::Next;
}

uint32_t bits_of(Type type) {
  switch (type) {
    case Type::U2:
    case Type::S2:
      return 2;
    case Type::U4:
    case Type::S4:
      return 4;
    default:
      return 8 * decode::bytes_of(type);
  }
}

/// d = {c, a, b}: b, clamped, is the lowest.
Flow convert_pack(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t bits = bits_of(instruction.type);
  const bool is_signed = decode::is_signed(instruction.type);
  const int64_t lowest = is_signed ? -(int64_t{1} << (bits - 1)) : 0;
  const int64_t highest = (int64_t{1} << (is_signed ? bits - 1 : bits)) - 1;
  const int32_t* a = operand<int32_t>(context, instruction, 1);
  const int32_t* b = operand<int32_t>(context, instruction, 2);
  const bool has_third = instruction.operands[3].present();
  const uint32_t* c = has_third ? operand<uint32_t>(context, instruction, 3) : nullptr;
  const auto field = [=](int32_t value) {
    return uint32_t(std::clamp(int64_t{value}, lowest, highest)) &
           uint32_t((uint64_t{1} << bits) - 1);
  };
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    const uint32_t upper = has_third ? c[lane] << 2 * bits : 0;
    d[lane] = upper | field(a[lane]) << bits | field(b[lane]);
  });
  return Flow::Next;
}

}  // namespace

Handler halves_from_fp8_handler() { return to_halves_from_fp8; }
Handler bind_ConvertFp8(const Instruction& i) {
  return i.source_type == Type::F32 ? to_fp8_from_singles : to_fp8_from_halves;
}
Handler bind_ConvertPack(const Instruction&) { return convert_pack; }

}  // namespace gtl::exec::GTL_LANES
