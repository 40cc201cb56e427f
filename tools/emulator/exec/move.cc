// mov, packing and unpacking (PTX ISA 9.7.9.3–4).
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

template <class T>
Flow move(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  write_lanes(operand<T>(context, instruction, 0), mask, [=](uint32_t lane) { return a[lane]; });
  return Flow::Next;
}

/// Elements lie in the whole from its low end up. The whole is computed first: it may be a part,
/// too.
template <uint32_t kWhole, uint32_t kPart>
Flow pack(Context& context, const Instruction& instruction, uint32_t mask) {
  alignas(64) std::byte whole[kWhole * kWarpSize];
  for (uint32_t e = 0; e < kWhole / kPart; ++e) {
    const std::byte* part =
        lanes_of<std::byte>(context, context.function->vector_operands[instruction.extra + e]);
    // 8-bit parts live in 16-bit registers.
    constexpr uint32_t kStride = kPart == 1 ? 2 : kPart;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      std::memcpy(whole + lane * kWhole + e * kPart, part + lane * kStride, kPart);
    }
  }
  std::byte* d = operand<std::byte>(context, instruction, 0);
  if (mask == kAllLanes) {
    std::memcpy(d, whole, sizeof whole);
  } else {
    for_each_lane(mask, [&](uint32_t lane) {
      std::memcpy(d + lane * kWhole, whole + lane * kWhole, kWhole);
    });
  }
  return Flow::Next;
}

template <uint32_t kWhole, uint32_t kPart>
Flow unpack(Context& context, const Instruction& instruction, uint32_t mask) {
  alignas(64) std::byte whole[kWhole * kWarpSize];
  std::memcpy(whole, operand<std::byte>(context, instruction, 0), sizeof whole);
  for (uint32_t e = 0; e < kWhole / kPart; ++e) {
    const decode::Operand destination = context.function->vector_operands[instruction.extra + e];
    if (!destination.present()) continue;
    std::byte* part = lanes_of<std::byte>(context, destination);
    constexpr uint32_t kStride = kPart == 1 ? 2 : kPart;
    auto take = [&](uint32_t lane) {
      if constexpr (kPart == 1) part[lane * kStride + 1] = std::byte{0};
      std::memcpy(part + lane * kStride, whole + lane * kWhole + e * kPart, kPart);
    };
    if (mask == kAllLanes) {
      for (uint32_t lane = 0; lane < kWarpSize; ++lane) take(lane);
    } else {
      for_each_lane(mask, take);
    }
  }
  return Flow::Next;
}

template <bool kPack, uint32_t kWhole, uint32_t kPart>
constexpr Handler one_of() {
  if constexpr (kPack)
    return pack<kWhole, kPart>;
  else
    return unpack<kWhole, kPart>;
}

template <bool kPack>
Handler packing_handler(const Instruction& instruction) {
  const uint32_t whole = decode::bytes_of(instruction.type);
  const uint32_t part = whole / instruction.vector;
  if (whole == 2 && part == 1) return one_of<kPack, 2, 1>();
  if (whole == 4 && part == 2) return one_of<kPack, 4, 2>();
  if (whole == 4 && part == 1) return one_of<kPack, 4, 1>();
  if (whole == 8 && part == 4) return one_of<kPack, 8, 4>();
  if (whole == 8 && part == 2) return one_of<kPack, 8, 2>();
  if (whole == 8 && part == 1) return one_of<kPack, 8, 1>();
  if (whole == 16 && part == 8) return one_of<kPack, 16, 8>();
  if (whole == 16 && part == 4) return one_of<kPack, 16, 4>();
  return nullptr;
}

}  // namespace

Handler bind_Move(const Instruction& i) {
  if (i.type == Type::B128) return move<Bits128>;
  return with_bits(i.type, []<class T>() -> Handler { return move<T>; });
}
Handler bind_Pack(const Instruction& i) { return packing_handler<true>(i); }
Handler bind_Unpack(const Instruction& i) { return packing_handler<false>(i); }

}  // namespace gtl::exec::GTL_LANES
