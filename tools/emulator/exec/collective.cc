// What lanes of a warp do together: shfl, vote, match, redux, activemask, elect (PTX ISA 9.7.9.6
// and 9.7.13.9–15).
#include <algorithm>
#include <type_traits>

#include "exec/float_value.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// The member masks of the lanes that run a `.sync` instruction.
struct Members {
  const uint32_t* mask = nullptr;  ///< By lane; null for the forms without .sync.
  uint32_t all = 0;                ///< Of any of the lanes.
  bool are_equal = true;
};

Members members_of(Context& context, const Instruction& instruction, size_t index, uint32_t lanes) {
  Members members;
  if (!instruction.operands[index].present() || lanes == 0) {
    members.all = lanes;
    return members;
  }
  members.mask = operand<uint32_t>(context, instruction, index);
  const uint32_t first = members.mask[__builtin_ctz(lanes)];
  uint32_t different = 0;
  for_each_lane(lanes, [&](uint32_t lane) {
    members.all |= members.mask[lane];
    different |= members.mask[lane] ^ first;
  });
  members.are_equal = different == 0;
  return members;
}

/// Whether lanes outside the split must come first. `lanes` run the instruction.
bool must_wait(Context& context, const Members& members, uint32_t lanes) {
  const bool waits = (members.all & context.alive & ~context.split().mask) != 0;
  if (members.mask) context.report_warp_sync(lanes, members.mask, waits, false);
  return waits;
}

/// Calls body(lanes, members) for each group of lanes that name the same members.
template <class Body>
void for_each_group(const Members& members, uint32_t lanes, Body body) {
  if (!members.mask) return body(lanes, lanes);
  if (members.are_equal) return body(lanes, members.all & lanes);
  while (lanes != 0) {
    const uint32_t mask = members.mask[__builtin_ctz(lanes)];
    uint32_t group = 0;
    for_each_lane(lanes,
                  [&](uint32_t lane) { group |= uint32_t(members.mask[lane] == mask) << lane; });
    body(group, mask & group);
    lanes &= ~group;
  }
}

/// ISA 9.7.9.6. Operands: d, p, a, b, c, member mask.
template <Variant kMode>
Flow shuffle(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 5, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const uint32_t* a = operand<uint32_t>(context, instruction, 2);
  const uint32_t* b = operand<uint32_t>(context, instruction, 3);
  const uint32_t* c = operand<uint32_t>(context, instruction, 4);
  alignas(64) uint32_t results[kWarpSize];
  alignas(64) uint32_t in_range[kWarpSize];
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const uint32_t distance = b[lane] & 0x1F;
    const uint32_t clamp = c[lane] & 0x1F, segment = c[lane] >> 8 & 0x1F;
    const uint32_t highest = (lane & segment) | (clamp & ~segment);
    const uint32_t lowest = lane & segment;
    uint32_t source;
    bool is_in_range;
    if constexpr (kMode == Variant::Up) {
      source = lane - distance;
      is_in_range = int32_t(source) >= int32_t(highest);
    } else if constexpr (kMode == Variant::Down) {
      source = lane + distance;
      is_in_range = source <= highest;
    } else if constexpr (kMode == Variant::Butterfly) {
      source = lane ^ distance;
      is_in_range = source <= highest;
    } else {
      source = lowest | (distance & ~segment);
      is_in_range = source <= highest;
    }
    results[lane] = a[is_in_range ? source & 31 : lane];
    in_range[lane] = is_in_range;
  }
  if (instruction.operands[0].present()) {
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [&](uint32_t lane) { return results[lane]; });
  }
  if (instruction.operands[1].present()) {
    write_predicate(context, instruction, 1, mask,
                    mask_where([&](uint32_t lane) { return in_range[lane] != 0; }));
  }
  return Flow::Next;
}

Flow ballot(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 2, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const uint32_t votes = predicate(context, instruction, 1);
  uint32_t* d = operand<uint32_t>(context, instruction, 0);
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    write_lanes(d, group, [=](uint32_t) { return votes & voters; });
  });
  return Flow::Next;
}

Flow vote(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 2, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const uint32_t votes = predicate(context, instruction, 1);
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    const uint32_t yes = votes & voters;
    bool holds = yes == voters;  // all
    if (instruction.variant == Variant::Any) holds = yes != 0;
    if (instruction.variant == Variant::Uni) holds = yes == voters || yes == 0;
    write_predicate(context, instruction, 0, group, holds ? kAllLanes : 0);
  });
  return Flow::Next;
}

/// Operands: d, a, members.
template <class T>
Flow match_any(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 2, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const T* a = operand<T>(context, instruction, 1);
  uint32_t results[kWarpSize] = {};
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    for (uint32_t left = group; left != 0;) {
      const T value = a[__builtin_ctz(left)];
      const uint32_t equal = mask_where([=](uint32_t lane) { return a[lane] == value; });
      for_each_lane(equal & left, [&](uint32_t lane) { results[lane] = equal & voters; });
      left &= ~equal;
    }
  });
  write_lanes(operand<uint32_t>(context, instruction, 0), lanes,
              [&](uint32_t lane) { return results[lane]; });
  return Flow::Next;
}

/// Operands: d, p, a, members.
template <class T>
Flow match_all(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 3, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const T* a = operand<T>(context, instruction, 2);
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    const T value = a[__builtin_ctz(group)];
    const bool all_equal =
        (mask_where([=](uint32_t lane) { return a[lane] == value; }) & voters) == voters;
    const uint32_t result = all_equal ? voters : 0;
    if (instruction.operands[0].present()) {
      write_lanes(operand<uint32_t>(context, instruction, 0), group,
                  [=](uint32_t) { return result; });
    }
    if (instruction.operands[1].present())
      write_predicate(context, instruction, 1, group, all_equal ? kAllLanes : 0);
  });
  return Flow::Next;
}

template <class T>
T reduce(Variant operation, T a, T b) {
  switch (operation) {
    case Variant::Min:
      return std::min(a, b);
    case Variant::Max:
      return std::max(a, b);
    case Variant::And:
      return T(a & b);
    case Variant::Or:
      return T(a | b);
    case Variant::Xor:
      return T(a ^ b);
    default:
      return T(uint32_t(a) + uint32_t(b));
  }
}

/// Operands: d, a, members.
template <class T>
Flow reduce_sync(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 2, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const T* a = operand<T>(context, instruction, 1);
  T results[kWarpSize] = {};
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    if (voters == 0) return;
    T result = a[__builtin_ctz(voters)];
    for_each_lane(voters & (voters - 1),
                  [&](uint32_t lane) { result = reduce(instruction.variant, result, a[lane]); });
    for_each_lane(group, [&](uint32_t lane) { results[lane] = result; });
  });
  write_lanes(operand<T>(context, instruction, 0), lanes,
              [&](uint32_t lane) { return results[lane]; });
  return Flow::Next;
}

/// Zeros are ordered, too; a number wins over NaN unless .NaN.
float extreme_of(const Instruction& instruction, float a, float b) {
  const bool nan_wins = instruction.has(decode::kNaN);
  if (a != a) return nan_wins ? a : b;
  if (b != b) return nan_wins ? b : a;
  const bool a_is_less = a < b || (a == b && std::signbit(a) && !std::signbit(b));
  return a_is_less == (instruction.variant == Variant::Min) ? a : b;
}

/// Operands: d, a, members.
Flow reduce_singles(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 2, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  const float* a = operand<float>(context, instruction, 1);
  const auto value_of = [&](uint32_t lane) {
    return instruction.has(decode::kAbsolute) ? std::abs(a[lane]) : a[lane];
  };
  float results[kWarpSize] = {};
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    if (voters == 0) return;
    float result = value_of(uint32_t(__builtin_ctz(voters)));
    for_each_lane(voters & (voters - 1),
                  [&](uint32_t lane) { result = extreme_of(instruction, result, value_of(lane)); });
    for_each_lane(group, [&](uint32_t lane) { results[lane] = canonical(result); });
  });
  write_lanes(operand<float>(context, instruction, 0), lanes,
              [&](uint32_t lane) { return results[lane]; });
  return Flow::Next;
}

Flow active_mask(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  write_lanes(operand<uint32_t>(context, instruction, 0), lanes, [=](uint32_t) { return lanes; });
  return Flow::Next;
}

/// The leader is the lowest lane of the mask. Operands: d, p, members.
Flow elect(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  const Members members = members_of(context, instruction, 2, lanes);
  if (must_wait(context, members, lanes))
    return context.wait_for_lanes(SplitState::AtWarpSync, members.all);
  for_each_group(members, lanes, [&](uint32_t group, uint32_t voters) {
    const uint32_t leader = uint32_t(__builtin_ctz(voters ? voters : group));
    if (instruction.operands[0].present()) {
      write_lanes(operand<uint32_t>(context, instruction, 0), group,
                  [=](uint32_t) { return leader; });
    }
    write_predicate(context, instruction, 1, group, 1u << leader);
  });
  return Flow::Next;
}

}  // namespace

Handler bind_ShuffleSync(const Instruction& i) {
  switch (i.variant) {
    case Variant::Up:
      return shuffle<Variant::Up>;
    case Variant::Down:
      return shuffle<Variant::Down>;
    case Variant::Butterfly:
      return shuffle<Variant::Butterfly>;
    default:
      return shuffle<Variant::Index>;
  }
}
Handler bind_VoteBallot(const Instruction&) { return ballot; }
Handler bind_Vote(const Instruction&) { return vote; }
Handler bind_MatchAny(const Instruction& i) {
  return i.type == Type::B64 ? match_any<uint64_t> : match_any<uint32_t>;
}
Handler bind_MatchAll(const Instruction& i) {
  return i.type == Type::B64 ? match_all<uint64_t> : match_all<uint32_t>;
}
Handler bind_ReduceSync(const Instruction& i) {
  if (i.type == Type::F32) return reduce_singles;
  return i.type == Type::S32 ? reduce_sync<int32_t> : reduce_sync<uint32_t>;
}
Handler bind_ActiveMask(const Instruction&) { return active_mask; }
Handler bind_Elect(const Instruction&) { return elect; }

}  // namespace gtl::exec::GTL_LANES
