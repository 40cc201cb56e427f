// Logic, shifts and byte permutation of integers (PTX ISA 9.7.8, 9.7.9.7).
#include <algorithm>
#include <type_traits>

#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

struct AndBits {
  template <class T>
  static T apply(T a, T b) {
    return T(a & b);
  }
};
struct OrBits {
  template <class T>
  static T apply(T a, T b) {
    return T(a | b);
  }
};
struct XorBits {
  template <class T>
  static T apply(T a, T b) {
    return T(a ^ b);
  }
};
struct NotBits {
  template <class T>
  static T apply(T a) {
    return T(~a);
  }
};
struct IsZero {
  template <class T>
  static T apply(T a) {
    return T(a == 0);
  }
};

/// Shift amounts are 32-bit and clamp at the width.
struct ShiftLeftBits {
  template <class T>
  static T apply(T a, uint32_t amount) {
    return amount >= 8 * sizeof(T) ? T(0) : T(a << amount);
  }
};
struct ShiftRightBits {
  template <class T>
  static T apply(T a, uint32_t amount) {
    constexpr uint32_t kLast = 8 * sizeof(T) - 1;
    if constexpr (std::is_signed_v<T>) return T(a >> std::min(amount, kLast));
    return amount > kLast ? T(0) : T(a >> amount);
  }
};

/// d = Operation(a of type T, b of 32 bits). `kIsSame`: b is the same in all lanes, as SSE2 and
/// WebAssembly have no shift by a number a lane.
template <class Operation, class T, bool kIsSame>
Flow with_amount(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const uint32_t first = b[0];
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return Operation::apply(a[lane], kIsSame ? first : b[lane]); });
  return Flow::Next;
}

template <class Operation, class T>
Handler shift_handler(const Instruction& instruction) {
  return instruction.operands[2].base() == decode::Operand::Constants
             ? with_amount<Operation, T, true>
             : with_amount<Operation, T, false>;
}

/// Any function of three bits: bit (4a + 2b + c) of the table.
uint32_t look_up3(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
  uint32_t result = 0;
  for (uint32_t row = 0; row < 8; ++row) {
    const uint32_t keep = table >> row & 1 ? kAllLanes : 0;
    result |= keep & (row & 4 ? a : ~a) & (row & 2 ? b : ~b) & (row & 1 ? c : ~c);
  }
  return result;
}

template <size_t kFirstSource>
void logic3(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, kFirstSource);
  const uint32_t* b = operand<uint32_t>(context, instruction, kFirstSource + 1);
  const uint32_t* c = operand<uint32_t>(context, instruction, kFirstSource + 2);
  const uint32_t table = uint32_t(instruction.immediate);
  write_lanes(operand<uint32_t>(context, instruction, 0), mask,
              [=](uint32_t lane) { return look_up3(a[lane], b[lane], c[lane], table); });
}
Flow logic3_plain(Context& context, const Instruction& instruction, uint32_t mask) {
  logic3<1>(context, instruction, mask);
  return Flow::Next;
}
template <bool kAnd>
Flow logic3_predicate(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t given = predicate(context, instruction, 5);
  alignas(64) uint32_t results[kWarpSize];
  const uint32_t* a = operand<uint32_t>(context, instruction, 2);
  const uint32_t* b = operand<uint32_t>(context, instruction, 3);
  const uint32_t* c = operand<uint32_t>(context, instruction, 4);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    results[lane] = look_up3(a[lane], b[lane], c[lane], uint32_t(instruction.immediate));
  }
  if (instruction.operands[0].present()) {
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [&](uint32_t lane) { return results[lane]; });
  }
  if (instruction.operands[1].present()) {
    const uint32_t nonzero = mask_where([&](uint32_t lane) { return results[lane] != 0; });
    write_predicate(context, instruction, 1, mask, kAnd ? nonzero & given : nonzero | given);
  }
  return Flow::Next;
}

template <bool kLeft, bool kClamps>
struct Funnel {
  static uint32_t apply(uint32_t low, uint32_t high, uint32_t amount) {
    const uint32_t n = kClamps ? std::min(amount, 32u) : amount & 31;
    const uint64_t both = uint64_t{high} << 32 | low;
    return kLeft ? uint32_t((both << n) >> 32) : uint32_t(both >> n);
  }
};

/// prmt: each selector nibble names a byte of {b,a}, and with bit 3 asks for its sign alone.
uint32_t permute(uint32_t a, uint32_t b, uint32_t selector) {
  const uint64_t bytes = uint64_t{b} << 32 | a;
  uint32_t result = 0;
  for (uint32_t i = 0; i < 4; ++i) {
    const uint32_t nibble = selector >> (4 * i) & 0xF;
    uint32_t byte = uint32_t(bytes >> (8 * (nibble & 7))) & 0xFF;
    if (nibble & 8) byte = byte & 0x80 ? 0xFF : 0;
    result |= byte << (8 * i);
  }
  return result;
}

/// The selector that a prmt mode stands for, by the low two bits of c (ISA 9.7.9.7).
uint32_t mode_selector(Variant mode, uint32_t c) {
  static constexpr uint16_t kForward4[] = {0x3210, 0x4321, 0x5432, 0x6543};
  static constexpr uint16_t kBackward4[] = {0x5670, 0x6701, 0x7012, 0x0123};
  static constexpr uint16_t kReplicate8[] = {0x0000, 0x1111, 0x2222, 0x3333};
  static constexpr uint16_t kEdgeLeft[] = {0x3210, 0x3211, 0x3222, 0x3333};
  static constexpr uint16_t kEdgeRight[] = {0x0000, 0x1110, 0x2210, 0x3210};
  static constexpr uint16_t kReplicate16[] = {0x1010, 0x3232, 0x1010, 0x3232};
  switch (mode) {
    case Variant::Forward4:
      return kForward4[c & 3];
    case Variant::Backward4:
      return kBackward4[c & 3];
    case Variant::Replicate8:
      return kReplicate8[c & 3];
    case Variant::EdgeLeft:
      return kEdgeLeft[c & 3];
    case Variant::EdgeRight:
      return kEdgeRight[c & 3];
    default:
      return kReplicate16[c & 3];
  }
}

Flow permute_bytes(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t* a = operand<uint32_t>(context, instruction, 1);
  const uint32_t* b = operand<uint32_t>(context, instruction, 2);
  const uint32_t* c = operand<uint32_t>(context, instruction, 3);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  if (instruction.variant == Variant::None) {
    write_lanes(d, mask, [=](uint32_t lane) { return permute(a[lane], b[lane], c[lane]); });
  } else {
    const Variant mode = instruction.variant;
    for_each_lane(mask, [&](uint32_t lane) {
      d[lane] = permute(a[lane], b[lane], mode_selector(mode, c[lane]));
    });
  }
  return Flow::Next;
}

}  // namespace

Handler bind_And(const Instruction& i) { return bits_binary<AndBits>(i.type); }
Handler bind_Or(const Instruction& i) { return bits_binary<OrBits>(i.type); }
Handler bind_Xor(const Instruction& i) { return bits_binary<XorBits>(i.type); }
Handler bind_Not(const Instruction& i) { return bits_unary<NotBits>(i.type); }
Handler bind_LogicalNot(const Instruction& i) { return bits_unary<IsZero>(i.type); }
Handler bind_ShiftLeft(const Instruction& i) {
  return with_bits(i.type,
                   [&]<class T>() -> Handler { return shift_handler<ShiftLeftBits, T>(i); });
}
Handler bind_ShiftRight(const Instruction& i) {
  return with_integer(i.type,
                      [&]<class T>() -> Handler { return shift_handler<ShiftRightBits, T>(i); });
}
Handler bind_Logic3(const Instruction&) { return logic3_plain; }
Handler bind_Logic3Predicate(const Instruction&) { return logic3_predicate<false>; }
Handler bind_Logic3AndPredicate(const Instruction&) { return logic3_predicate<true>; }
Handler bind_FunnelShift(const Instruction& i) {
  const bool clamps = i.has(decode::kClamp);
  if (i.variant == Variant::Left) {
    return clamps ? ternary<Funnel<true, true>, uint32_t> : ternary<Funnel<true, false>, uint32_t>;
  }
  return clamps ? ternary<Funnel<false, true>, uint32_t> : ternary<Funnel<false, false>, uint32_t>;
}
Handler bind_Permute(const Instruction&) { return permute_bytes; }

}  // namespace gtl::exec::GTL_LANES
