// cvt to and from two numbers of 8, 6 or 4 bits in one register, and cvt.pack (PTX
// ISA 9.7.9.21–22).
#include "exec/convert_packed.h"

#include <algorithm>

#include "exec/half.h"
#include "exec/soft_float.h"

namespace gtl::exec::GTL_LANES {

namespace {

struct SmallFormat {
  const soft::Format* format;
  uint32_t bits;  ///< From one of the pair to the other.
};

SmallFormat small_format(Type type) {
  switch (type) {
    case Type::E4M3x2:
      return {&soft::kE4M3, 8};
    case Type::E5M2x2:
      return {&soft::kE5M2, 8};
    case Type::E2M3x2:
      return {&soft::kE2M3, 8};
    case Type::E3M2x2:
      return {&soft::kE3M2, 8};
    default:
      return {&soft::kE2M1, 4};
  }
}

soft::Number clamped_at_zero(const Instruction& instruction, soft::Number number) {
  const bool vanishes =
      instruction.has(decode::kRelu) && number.negative && number.kind != soft::Kind::NaN;
  return vanishes ? soft::Number{} : number;
}

/// The conversions to small formats are all .rn.satfinite.
uint32_t small_of(const Instruction& instruction, const soft::Format& from, uint64_t raw) {
  const soft::Number number = clamped_at_zero(instruction, soft::unpack(from, raw));
  return uint32_t(
      soft::pack(*small_format(instruction.type).format, number, instruction.rounding, true));
}

/// cvt.e4m3x2.f32 d, a, b: a goes to the upper part.
Flow to_small_from_singles(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t bits = small_format(instruction.type).bits;
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  uint16_t* d = operand<uint16_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    d[lane] = uint16_t(small_of(instruction, soft::kF32, a[lane]) << bits |
                       small_of(instruction, soft::kF32, b[lane]));
  });
  return Flow::Next;
}

Flow to_small_from_halves(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t bits = small_format(instruction.type).bits;
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  uint16_t* d = operand<uint16_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    d[lane] = uint16_t(small_of(instruction, soft::kF16, a[lane] >> 16) << bits |
                       small_of(instruction, soft::kF16, a[lane] & 0xFFFF));
  });
  return Flow::Next;
}

Flow to_halves_from_small(Context& context, const Instruction& instruction, uint32_t mask) {
  const SmallFormat from = small_format(instruction.source_type);
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  const auto half_of = [&](uint32_t raw) {
    const soft::Number number =
        clamped_at_zero(instruction, soft::unpack(*from.format, raw & ((1u << from.bits) - 1)));
    return uint32_t(soft::pack(soft::kF16, number, instruction.rounding));
  };
  for_each_lane(mask, [&](uint32_t lane) {
    d[lane] = half_of(uint32_t{a[lane]} >> from.bits) << 16 | half_of(a[lane]);
  });
  return Flow::Next;
}

/// A scale factor, ue8m0: the exponent of |a|, rounded towards zero or up (PTX ISA 5.2.3). NaN is
/// all ones.
uint32_t scale_of(const Instruction& instruction, uint32_t single) {
  const uint32_t magnitude = single & 0x7FFF'FFFF;
  if (magnitude > 0x7F80'0000) return 0xFF;
  uint32_t exponent = magnitude >> 23;
  // The smallest scale is 2^-127: as a single-precision number, 0x00400000.
  const bool is_between = (magnitude & 0x007F'FFFF) != 0 && magnitude > 0x0040'0000;
  if (instruction.rounding == decode::Rounding::Up && is_between) ++exponent;
  return exponent == 0xFF && instruction.has(decode::kSatFinite) ? 0xFE : exponent;
}

Flow to_scales(Context& context, const Instruction& instruction, uint32_t mask) {
  const bool has_singles = instruction.source_type == Type::F32;
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = has_singles ? operand<uint32_t>(context, instruction, 2) : a;
  uint16_t* d = operand<uint16_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    const uint32_t high = has_singles ? a[lane] : a[lane] & 0xFFFF'0000;
    const uint32_t low = has_singles ? b[lane] : a[lane] << 16;
    d[lane] = uint16_t(scale_of(instruction, high) << 8 | scale_of(instruction, low));
  });
  return Flow::Next;
}

Flow from_scales(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  const auto half_of = [](uint32_t scale) {
    return scale == 0xFF ? uint32_t{kHalfNaN} : scale == 0 ? 0x0040u : scale << 7;
  };
  for_each_lane(mask, [&](uint32_t lane) {
    d[lane] = half_of(uint32_t{a[lane]} >> 8) << 16 | half_of(a[lane] & 0xFFu);
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

bool is_small_float(Type type) {
  return type == Type::E4M3x2 || type == Type::E5M2x2 || type == Type::E2M3x2 ||
         type == Type::E3M2x2 || type == Type::E2M1x2 || type == Type::UE8M0x2;
}
Handler from_small_float_handler(Type type) {
  return type == Type::UE8M0x2 ? from_scales : to_halves_from_small;
}
Handler bind_ConvertSmallFloat(const Instruction& i) {
  if (i.type == Type::UE8M0x2) return to_scales;
  return i.source_type == Type::F32 ? to_small_from_singles : to_small_from_halves;
}
Handler bind_ConvertPack(const Instruction&) { return convert_pack; }

}  // namespace gtl::exec::GTL_LANES
