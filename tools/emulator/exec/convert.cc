// cvt (PTX ISA 9.7.9.21). Common pairs of types have loops that vectorise; all others go through
// the exact numbers of soft_float.h, one rounding each.
#include <algorithm>
#include <limits>
#include <type_traits>

#include "exec/convert_packed.h"
#include "exec/float_value.h"
#include "exec/half.h"
#include "exec/handlers.h"
#include "exec/soft_float.h"

namespace gtl::exec::GTL_LANES {

namespace {

using decode::Rounding;

const soft::Format* format_of(Type type) {
  switch (type) {
    case Type::F16:
    case Type::F16x2:
      return &soft::kF16;
    case Type::BF16:
    case Type::BF16x2:
      return &soft::kBF16;
    case Type::F32:
      return &soft::kF32;
    case Type::F64:
      return &soft::kF64;
    case Type::TF32:
      return &soft::kTF32;
    default:
      return nullptr;
  }
}

/// A register's lane as an integer, whatever its width.
uint64_t read_lane(const std::byte* lanes, uint32_t width, uint32_t lane) {
  uint64_t value = 0;
  std::memcpy(&value, lanes + size_t{lane} * width, width);
  return value;
}

void write_lane(std::byte* lanes, uint32_t width, uint32_t lane, uint64_t value) {
  std::memcpy(lanes + size_t{lane} * width, &value, width);
}

/// The low bits of `value` that a type has, sign- or zero-extended.
uint64_t extended(uint64_t value, Type type) {
  const uint32_t shift = 64 - 8 * decode::bytes_of(type);
  return decode::is_signed(type) ? uint64_t(int64_t(value << shift) >> shift)
                                 : value << shift >> shift;
}

uint64_t clamped(uint64_t value, Type source, Type destination) {
  const uint32_t bits = 8 * decode::bytes_of(destination);
  const bool negative = decode::is_signed(source) && int64_t(value) < 0;
  if (decode::is_signed(destination)) {
    const int64_t highest = int64_t((uint64_t{1} << (bits - 1)) - 1);
    if (negative) return uint64_t(std::max(int64_t(value), -highest - 1));
    return std::min(value, uint64_t(highest));
  }
  if (negative) return 0;
  return bits == 64 ? value : std::min(value, (uint64_t{1} << bits) - 1);
}

bool rounds_to_integer(Rounding rounding) {
  return rounding == Rounding::NearestInt || rounding == Rounding::ZeroInt ||
         rounding == Rounding::DownInt || rounding == Rounding::UpInt;
}

/// A NaN on its way to another format keeps its sign and the upper bits of its fraction, and
/// becomes quiet. f32 and f16 lose it where they are not widened to f64: there, and in other
/// formats, soft::pack's NaN stands.
bool keeps_nan(Type from, Type to) { return from == Type::F64 || to == Type::F64; }

uint64_t moved_nan(const soft::Format& from, const soft::Format& to, uint64_t raw) {
  const uint64_t fraction = raw & ((uint64_t{1} << from.fraction_bits) - 1);
  const uint64_t negative = raw >> (from.fraction_bits + from.exponent_bits) & 1;
  const int32_t shift = int32_t(to.fraction_bits) - int32_t(from.fraction_bits);
  const uint64_t moved = shift >= 0 ? fraction << shift : fraction >> -shift;
  const uint64_t exponent = (uint64_t{1} << to.exponent_bits) - 1;
  return (negative << to.exponent_bits | exponent) << to.fraction_bits |
         uint64_t{1} << (to.fraction_bits - 1) | moved;
}

soft::Number number_from(uint64_t raw, Type type, bool flushes) {
  if (const soft::Format* format = format_of(type)) {
    soft::Number number = soft::unpack(*format, raw);
    const bool is_subnormal =
        number.kind == soft::Kind::Finite &&
        number.exponent + soft::kTop < 1 - (1 << (format->exponent_bits - 1)) + 1;
    if (flushes && type == Type::F32 && is_subnormal)
      number = {soft::Kind::Zero, number.negative, 0, 0};
    return number;
  }
  const uint64_t value = extended(raw, type);
  return decode::is_signed(type) ? soft::from_integer(int64_t(value)) : soft::from_unsigned(value);
}

/// A floating-point result of any conversion.
uint64_t float_result(const Instruction& instruction, Type type, soft::Number number) {
  const soft::Format& format = *format_of(type);
  const Rounding rounding = instruction.rounding;
  if (rounds_to_integer(rounding)) number = soft::to_integral(number, rounding);
  if (instruction.has(decode::kRelu) && number.negative && number.kind != soft::Kind::NaN)
    number = {};
  if (instruction.has(decode::kSaturate)) {
    if (number.kind == soft::Kind::NaN || number.negative) return 0;
    const soft::Number one = soft::from_integer(1);
    if (number.kind == soft::Kind::Infinite ||
        (number.kind == soft::Kind::Finite && number.exponent >= one.exponent))
      number = one;
  }
  if (type == Type::F32 && instruction.has(decode::kFlushToZero) &&
      soft::is_tiny(format, number, rounding)) {
    number = {soft::Kind::Zero, number.negative, 0, 0};
  }
  uint64_t bits = soft::pack(format, number, rounding, instruction.has(decode::kSatFinite));
  if (type == Type::TF32) bits <<= 13;
  return bits;
}

/// cvt.rna.tf32.f32 cuts a NaN off where it cuts numbers; cvt.f32.f32 without modifiers is a move.
uint64_t single_nan(const Instruction& instruction, uint64_t raw) {
  if (instruction.type == Type::TF32 && instruction.rounding == Rounding::NearestAway)
    return raw & 0xFFFF'E000;
  const bool is_move = instruction.type == Type::F32 && instruction.flags == 0 &&
                       instruction.rounding == Rounding::None;
  return is_move ? raw : 0;
}

uint64_t convert_one(const Instruction& instruction, uint64_t raw) {
  const Type from = instruction.source_type, to = instruction.type;
  const bool flushes = instruction.has(decode::kFlushToZero);
  if (decode::is_float(to)) {
    const soft::Number number = number_from(raw, from, flushes);
    const bool is_nan = number.kind == soft::Kind::NaN;
    if (is_nan && keeps_nan(from, to) && !instruction.has(decode::kSaturate)) {
      // Single precision is flushed by an operation, which gives its one NaN.
      if (flushes && from == Type::F32) raw = soft::kF32.nan;
      return moved_nan(*format_of(from), *format_of(to), raw);
    }
    const uint64_t nan = is_nan && from == Type::F32 ? single_nan(instruction, raw) : 0;
    return nan != 0 ? nan : float_result(instruction, to, number);
  }
  if (!decode::is_float(from)) {
    const uint64_t value = extended(raw, from);
    return extended(instruction.has(decode::kSaturate) ? clamped(value, from, to) : value, to);
  }
  const soft::Number number = number_from(raw, from, flushes);
  const uint32_t bits = 8 * decode::bytes_of(to);
  if (number.kind == soft::Kind::NaN && (bits == 64 || from == Type::F64))
    return extended(uint64_t{1} << (bits - 1), to);
  return extended(
      uint64_t(soft::to_integer(number, instruction.rounding, decode::is_signed(to), bits)), to);
}

Flow convert_any(Context& context, const Instruction& instruction, uint32_t mask) {
  const std::byte* a = operand<std::byte>(context, instruction, 1);
  std::byte* d = operand<std::byte>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    write_lane(d, instruction.register_bytes, lane,
               convert_one(instruction, read_lane(a, instruction.source_bytes, lane)));
  });
  return Flow::Next;
}

/// cvt.f16x2.f32 d, a, b: a goes to the upper half, b to the lower.
Flow convert_pair(Context& context, const Instruction& instruction, uint32_t mask) {
  const Type half = instruction.type == Type::F16x2 ? Type::F16 : Type::BF16;
  const bool flushes = instruction.has(decode::kFlushToZero);
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  for_each_lane(mask, [&](uint32_t lane) {
    const uint64_t high = float_result(instruction, half, number_from(a[lane], Type::F32, flushes));
    const uint64_t low = float_result(instruction, half, number_from(b[lane], Type::F32, flushes));
    d[lane] = uint32_t(high << 16 | low);
  });
  return Flow::Next;
}

/// Between integers whose registers are as wide as they are.
template <class To, class From>
Flow integer_to_integer(Context& context, const Instruction& instruction, uint32_t mask) {
  const From* a = operand<From>(context, instruction, 1);
  write_lanes(operand<To>(context, instruction, 0), mask,
              [=](uint32_t lane) { return To(a[lane]); });
  return Flow::Next;
}

template <class To, class From>
Flow to_nearest_float(Context& context, const Instruction& instruction, uint32_t mask) {
  const From* a = operand<From>(context, instruction, 1);
  // The host's conversion treats a NaN as the GPU's does: it becomes quiet and keeps what bits it
  // can.
  write_lanes(operand<To>(context, instruction, 0), mask,
              [=](uint32_t lane) { return To(a[lane]); });
  return Flow::Next;
}

/// Truncation, clamped; NaN becomes 0, or 2^(bits - 1) when either side has 64 bits.
template <class To, class From>
Flow truncate(Context& context, const Instruction& instruction, uint32_t mask) {
  // The bounds are powers of two: exact in any format.
  constexpr From kLow = std::is_signed_v<To> ? From(std::numeric_limits<To>::min()) : From(0);
  constexpr From kAbove =
      From(2) * From(uint64_t{1} << (8 * sizeof(To) - (std::is_signed_v<To> ? 2 : 1)));
  constexpr To kOfNaN =
      sizeof(From) == 8 || sizeof(To) == 8 ? To(uint64_t{1} << (8 * sizeof(To) - 1)) : To(0);
  const From* a = operand<From>(context, instruction, 1);
  write_lanes(operand<To>(context, instruction, 0), mask, [=](uint32_t lane) {
    const From value = a[lane];
    const bool is_inside = value > kLow && value < kAbove;
    const To inside = To(is_inside ? value : From(0));
    const To outside = value >= kAbove ? std::numeric_limits<To>::max()
                       : value <= kLow ? std::numeric_limits<To>::min()
                                       : kOfNaN;
    return is_inside ? inside : outside;
  });
  return Flow::Next;
}

/// The NaN of f16 becomes the one of f32; bf16 is the upper half of an f32.
template <class Format>
Flow half_to_float(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint16_t* a = operand<uint16_t>(context, instruction, 1);
  write_lanes(operand<float>(context, instruction, 0), mask, [=](uint32_t lane) {
    const float value = Format::widen(a[lane]);
    return Format::kIsF16 ? canonical(value) : value;
  });
  return Flow::Next;
}

template <class Format>
Flow float_to_half(Context& context, const Instruction& instruction, uint32_t mask) {
  const float* a = operand<float>(context, instruction, 1);
  write_lanes(operand<uint16_t>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Format::narrow(a[lane]); });
  return Flow::Next;
}

template <class From>
Handler from_integer(Type to) {
  switch (to) {
    case Type::U16:
    case Type::S16:
      return integer_to_integer<uint16_t, From>;
    case Type::U32:
    case Type::S32:
      return integer_to_integer<uint32_t, From>;
    case Type::U64:
    case Type::S64:
      return integer_to_integer<uint64_t, From>;
    case Type::F32:
      return to_nearest_float<float, From>;
    case Type::F64:
      return to_nearest_float<double, From>;
    default:
      return nullptr;
  }
}

template <class From>
Handler from_float(Type to, Rounding rounding) {
  if (to == Type::F64 && sizeof(From) == 4) return to_nearest_float<double, From>;
  if (to == Type::F32 && sizeof(From) == 8 && rounding == Rounding::Nearest)
    return to_nearest_float<float, From>;
  if (rounding != Rounding::ZeroInt) return nullptr;
  switch (to) {
    case Type::U32:
      return truncate<uint32_t, From>;
    case Type::S32:
      return truncate<int32_t, From>;
    case Type::U64:
      return truncate<uint64_t, From>;
    case Type::S64:
      return truncate<int64_t, From>;
    default:
      return nullptr;
  }
}

/// A loop for the pair of types, where one is written; else null.
Handler common_pair(const Instruction& i) {
  const bool is_plain = (i.flags & (decode::kSaturate | decode::kFlushToZero | decode::kRelu)) == 0;
  const bool is_natural = i.register_bytes == decode::bytes_of(i.type) &&
                          i.source_bytes == decode::bytes_of(i.source_type);
  const bool is_nearest = i.rounding == Rounding::None || i.rounding == Rounding::Nearest;
  if (!is_plain || !is_natural) return nullptr;
  if (i.source_type == Type::F32 && is_nearest && i.type == Type::F16)
    return float_to_half<F16Format>;
  if (i.source_type == Type::F32 && is_nearest && i.type == Type::BF16)
    return float_to_half<BF16Format>;
  switch (i.source_type) {
    case Type::F32:
      return from_float<float>(i.type, i.rounding);
    case Type::F64:
      return from_float<double>(i.type, i.rounding);
    default:
      break;
  }
  if (!is_nearest) return nullptr;
  switch (i.source_type) {
    case Type::U16:
      return from_integer<uint16_t>(i.type);
    case Type::S16:
      return from_integer<int16_t>(i.type);
    case Type::U32:
      return from_integer<uint32_t>(i.type);
    case Type::S32:
      return from_integer<int32_t>(i.type);
    case Type::U64:
      return from_integer<uint64_t>(i.type);
    case Type::S64:
      return from_integer<int64_t>(i.type);
    case Type::F16:
      return i.type == Type::F32 ? half_to_float<F16Format> : nullptr;
    case Type::BF16:
      return i.type == Type::F32 ? half_to_float<BF16Format> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace

Handler bind_Convert(const Instruction& i) {
  if (is_small_float(i.source_type)) return from_small_float_handler(i.source_type);
  if (i.type == Type::F16x2 || i.type == Type::BF16x2)
    return i.source_type == Type::F32 ? convert_pair : nullptr;
  if (i.source_type == Type::None) return nullptr;
  if (const Handler handler = common_pair(i)) return handler;
  return convert_any;
}

}  // namespace gtl::exec::GTL_LANES
