#include "exec/matrix_warp.h"

#include <string>

#include "decode/opcodes.h"

namespace gtl::exec::GTL_LANES {

bool is_whole_warp(Context& context, const Instruction& instruction, uint32_t mask, Flow& flow) {
  const uint32_t here = context.split().mask;
  const uint32_t lanes = mask & here & context.alive;
  flow = Flow::Next;
  if (lanes == kAllLanes) [[likely]]
    return true;
  if (lanes == 0) return false;
  if (context.alive == kAllLanes && here != kAllLanes) {
    flow = context.wait_for_lanes(SplitState::AtWarpSync, kAllLanes);
    return false;
  }
  const std::string name = decode::row_of(instruction.opcode).mnemonic;
  flow = context.fail(
      FaultKind::IllegalInstruction,
      "'" + name + "' needs all 32 threads of the warp: " +
          std::to_string(kWarpSize - uint32_t(__builtin_popcount(lanes))) +
          (context.alive == kAllLanes ? " are switched off by the instruction's predicate"
                                      : " do not exist or have returned") +
          "; let whole warps come by, and launch whole warps",
      lanes);
  return false;
}

namespace {

/// Calls body(pattern, place) for every element of a register list; `body` may change the pattern.
template <uint32_t kBits, class Body>
void for_each_element(Context& context, const decode::RegisterList& list, Body body) {
  constexpr uint32_t kParts = 32 / kBits;
  const uint16_t* place = list.places.data();
  for (uint32_t index = 0; index < list.count; ++index) {
    uint32_t* lanes = register_of(context, list, index);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      for (uint32_t part = 0; part < kParts; ++part) body(lanes[lane], part, *place++);
    }
  }
}

template <uint32_t kBits>
void gather_elements(Context& context, const decode::RegisterList& list, uint32_t* matrix) {
  constexpr uint32_t kMask = kBits == 32 ? ~uint32_t{0} : (uint32_t{1} << (kBits % 32)) - 1;
  for_each_element<kBits>(context, list, [=](uint32_t value, uint32_t part, uint32_t place) {
    matrix[place] = value >> (part * kBits) & kMask;
  });
}

}  // namespace

void gather(Context& context, const MatrixForm& form, MatrixRole role, uint32_t* matrix) {
  const decode::RegisterList& list = form.list(role);
  switch (form.fragment(role).bits) {
    case 1:
      return gather_elements<1>(context, list, matrix);
    case 4:
      return gather_elements<4>(context, list, matrix);
    case 8:
      return gather_elements<8>(context, list, matrix);
    case 16:
      return gather_elements<16>(context, list, matrix);
    default:
      return gather_elements<32>(context, list, matrix);
  }
}

/// Accumulators have elements of 16 or 32 bits.
void scatter(Context& context, const MatrixForm& form, MatrixRole role, const uint32_t* matrix) {
  const decode::RegisterList& list = form.list(role);
  if (form.fragment(role).bits == 16) {
    for_each_element<16>(context, list, [=](uint32_t& value, uint32_t part, uint32_t place) {
      const uint32_t shift = part * 16;
      value = (value & ~(0xFFFFu << shift)) | matrix[place] << shift;
    });
  } else {
    for_each_element<32>(context, list,
                         [=](uint32_t& value, uint32_t, uint32_t place) { value = matrix[place]; });
  }
}

void gather(Context& context, const MatrixForm& form, MatrixRole role, double* matrix) {
  const decode::RegisterList& list = form.list(role);
  for (uint32_t index = 0; index < list.count; ++index) {
    const auto* lanes =
        lanes_of<double>(context, context.function->vector_operands[list.first + index]);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      matrix[list.places[index * kWarpSize + lane]] = lanes[lane];
  }
}

void scatter(Context& context, const MatrixForm& form, MatrixRole role, const double* matrix) {
  const decode::RegisterList& list = form.list(role);
  for (uint32_t index = 0; index < list.count; ++index) {
    auto* lanes = lanes_of<double>(context, context.function->vector_operands[list.first + index]);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      lanes[lane] = matrix[list.places[index * kWarpSize + lane]];
  }
}

}  // namespace gtl::exec::GTL_LANES
