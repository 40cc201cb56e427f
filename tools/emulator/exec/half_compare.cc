// setp and set on halves (PTX ISA 9.7.7). Packed forms compare both halves.
#include "exec/compare.h"
#include "exec/half.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// The lanes for which the comparison of half `index` of `kPerLane` holds.
template <class Format, class Comparison, uint32_t kPerLane>
uint32_t compare_halves(Context& context, const Instruction& instruction, size_t first_source,
                        uint32_t index) {
  const uint16_t* a = operand<uint16_t>(context, instruction, first_source) + index;
  const uint16_t* b = operand<uint16_t>(context, instruction, first_source + 1) + index;
  const bool flushes = instruction.has(decode::kFlushToZero);
  return mask_where([=](uint32_t lane) {
    const uint16_t x = a[lane * kPerLane], y = b[lane * kPerLane];
    return Comparison::holds(Format::widen(flushes ? Format::flush(x) : x),
                             Format::widen(flushes ? Format::flush(y) : y));
  });
}

/// One half: p | q = result | opposite. Two: p | q = low | high.
template <class Format, class Comparison, uint32_t kPerLane>
Flow set_predicate(Context& context, const Instruction& instruction, uint32_t mask) {
  const Variant operation = instruction.variant;
  const uint32_t given = operation == Variant::None ? 0 : predicate(context, instruction, 4);
  const uint32_t low = compare_halves<Format, Comparison, kPerLane>(context, instruction, 2, 0);
  const uint32_t second = kPerLane == 2 ? compare_halves<Format, Comparison, kPerLane>(
                                              context, instruction, 2, kPerLane - 1)
                                        : ~low;
  if (instruction.operands[0].present())
    write_predicate(context, instruction, 0, mask, combine(operation, low, given));
  if (instruction.operands[1].present())
    write_predicate(context, instruction, 1, mask, combine(operation, second, given));
  return Flow::Next;
}

/// "True" as a value of a type: all ones, or one.
uint32_t truth(Type type) {
  switch (type) {
    case Type::F16:
    case Type::F16x2:
      return F16Format::kOne;
    case Type::BF16:
    case Type::BF16x2:
      return BF16Format::kOne;
    case Type::F32:
      return 0x3F80'0000;
    case Type::U16:
    case Type::S16:
      return 0xFFFF;
    default:
      return 0xFFFF'FFFF;
  }
}

template <class Format, class Comparison, uint32_t kPerLane>
Flow set_value(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t given =
      instruction.variant == Variant::None ? 0 : predicate(context, instruction, 3);
  uint32_t holds[kPerLane];
  for (uint32_t index = 0; index < kPerLane; ++index) {
    holds[index] = combine(
        instruction.variant,
        compare_halves<Format, Comparison, kPerLane>(context, instruction, 1, index), given);
  }
  const uint32_t yes = truth(instruction.type);
  if constexpr (kPerLane == 2) {
    // The destination is packed, too; integer forms hold two 16-bit masks.
    const uint32_t half = yes & 0xFFFF;
    write_lanes(operand<uint32_t>(context, instruction, 0), mask, [=](uint32_t lane) {
      return ((holds[0] & kLaneBit[lane]) != 0 ? half : 0) |
             ((holds[1] & kLaneBit[lane]) != 0 ? half << 16 : 0);
    });
  } else if (decode::bytes_of(instruction.type) == 2) {
    write_lanes(operand<uint16_t>(context, instruction, 0), mask, [=](uint32_t lane) {
      return uint16_t((holds[0] & kLaneBit[lane]) != 0 ? yes : 0);
    });
  } else {
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [=](uint32_t lane) { return (holds[0] & kLaneBit[lane]) != 0 ? yes : 0u; });
  }
  return Flow::Next;
}

/// pick.operator()<Format, Comparison, halves a lane>()
template <class Pick>
Handler with_half(Type type, decode::Compare compare, Pick pick) {
  return with_comparison<float>(compare, [=]<class Comparison>() -> Handler {
    switch (type) {
      case Type::F16:
        return pick.template operator()<F16Format, Comparison, 1>();
      case Type::F16x2:
        return pick.template operator()<F16Format, Comparison, 2>();
      case Type::BF16:
        return pick.template operator()<BF16Format, Comparison, 1>();
      case Type::BF16x2:
        return pick.template operator()<BF16Format, Comparison, 2>();
      default:
        return nullptr;
    }
  });
}

}  // namespace

Handler bind_SetPredicateHalf(const Instruction& i) {
  return with_half(i.type, i.compare,
                   []<class Format, class Comparison, uint32_t kPerLane>() -> Handler {
                     return set_predicate<Format, Comparison, kPerLane>;
                   });
}

Handler half_set_handler(const Instruction& i) {
  return with_half(i.source_type, i.compare,
                   []<class Format, class Comparison, uint32_t kPerLane>() -> Handler {
                     return set_value<Format, Comparison, kPerLane>;
                   });
}

}  // namespace gtl::exec::GTL_LANES
