// ld, st and address conversions (PTX ISA 9.7.9.8–20).
#include <type_traits>

#include "exec/access.h"
#include "exec/cluster.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// Zero- or sign-extended, as the type of the value says; or truncated.
template <class Register, class Value>
Register extended(Value value) {
  if constexpr (std::is_class_v<Value>) {
    return value;
  } else {
    return Register(value);
  }
}

/// Volatile, relaxed, acquire and release accesses may meet those of blocks that other workers run
/// at the same time, so they are atomics of the host. (Of 16 bytes at once, the host has none.) In
/// shared and local memory they meet none: one worker runs all blocks of a cluster.
enum class Strength { Weak, Strong };

bool is_strong(const Instruction& instruction) {
  return !is_shared(instruction.space) && instruction.space != decode::Space::Local &&
         instruction.has(decode::Flag(decode::kVolatile | decode::kRelaxed | decode::kAcquire |
                                      decode::kRelease));
}

template <Strength kStrength, class Value>
Value load_value(const std::byte* place) {
  if constexpr (kStrength == Strength::Strong && !std::is_class_v<Value>) {
    return __atomic_load_n(reinterpret_cast<const Value*>(place), __ATOMIC_ACQUIRE);
  } else {
    Value value;
    std::memcpy(&value, place, sizeof value);
    return value;
  }
}

template <Strength kStrength, class Value>
void store_value(std::byte* place, Value value) {
  if constexpr (kStrength == Strength::Strong && !std::is_class_v<Value>) {
    __atomic_store_n(reinterpret_cast<Value*>(place), value, __ATOMIC_RELEASE);
  } else {
    std::memcpy(place, &value, sizeof value);
  }
}

/// Lane values of type Value in memory, in registers of type Register.
template <Strength kStrength, class Value, class Register>
void load_element(const Access& access, uint32_t offset, bool is_packed, Register* d) {
  const auto value_at = [](const std::byte* place) {
    return extended<Register>(load_value<kStrength, Value>(place));
  };
  // Copies: for all the compiler knows, writing a register might change `access`.
  auto load = [=, origin = access.origin + offset, from = access.addresses.lane](uint32_t lane) {
    d[lane] = value_at(Access::place(origin, from[lane]));
  };
  if (kStrength == Strength::Weak && access.is_contiguous && is_packed) {
    const std::byte* source = access.pointer(0);
#pragma omp simd
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      d[lane] = value_at(source + lane * sizeof(Value));
  } else if (access.is_uniform) {
    const Register value = value_at(access.pointer(0) + offset);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) d[lane] = value;
  } else if (access.mask == kAllLanes) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) load(lane);
  } else {
    for_each_lane(access.mask, load);
  }
}

template <Strength kStrength, class Value, class Register>
void store_element(const Access& access, uint32_t offset, bool is_packed, const Register* s) {
  const auto store_at = [=](std::byte* place, uint32_t lane) {
    store_value<kStrength>(place, extended<Value>(s[lane]));
  };
  auto store = [=, origin = access.origin + offset, to = access.addresses.lane](uint32_t lane) {
    store_at(Access::place(origin, to[lane]), lane);
  };
  if (kStrength == Strength::Weak && access.is_contiguous && is_packed) {
    std::byte* destination = access.pointer(0);
#pragma omp simd
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      store_at(destination + lane * sizeof(Value), lane);
  } else if (access.is_uniform) {
    store(kWarpSize - 1);  // The last one wins, as in the order of lanes.
  } else if (access.mask == kAllLanes) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) store(lane);
  } else {
    for_each_lane(access.mask, store);
  }
}

template <Strength kStrength, class Value, class Register>
Flow load(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t elements = instruction.vector;
  Access access;
  if (!resolve(context, instruction, 1, mask, AccessKind::Load, sizeof(Value) * elements, access))
    return Flow::Fault;
  if (elements == 1) {
    load_element<kStrength, Value>(access, 0, true, operand<Register>(context, instruction, 0));
    return Flow::Next;
  }
  for (uint32_t e = 0; e < elements; ++e) {
    const decode::Operand destination = context.function->vector_operands[instruction.extra + e];
    if (!destination.present()) continue;
    load_element<kStrength, Value>(access, e * uint32_t(sizeof(Value)), false,
                                   lanes_of<Register>(context, destination));
  }
  return Flow::Next;
}

/// A kernel parameter by name: one value for all lanes, from the constant bank, so no access is
/// reported.
template <class Value, class Register>
Flow load_parameter(Context& context, const Instruction& instruction, uint32_t mask) {
  const std::byte* source = context.launch.parameters.data() + instruction.immediate;
  const uint64_t end = uint64_t(instruction.immediate) + sizeof(Value) * instruction.vector;
  if (end > context.launch.parameters.size()) {
    return context.fail(FaultKind::MissingParameters,
                        "the launch passes fewer parameters than the kernel reads",
                        mask & context.alive);
  }
  for (uint32_t e = 0; e < instruction.vector; ++e) {
    const decode::Operand destination =
        instruction.vector == 1 ? instruction.operands[0]
                                : context.function->vector_operands[instruction.extra + e];
    if (!destination.present()) continue;
    Value value;
    std::memcpy(&value, source + e * sizeof value, sizeof value);
    write_lanes(lanes_of<Register>(context, destination), mask,
                [=](uint32_t) { return extended<Register>(value); });
  }
  return Flow::Next;
}

template <Strength kStrength, class Value, class Register>
Flow store(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t elements = instruction.vector;
  Access access;
  if (!resolve(context, instruction, 0, mask, AccessKind::Store, sizeof(Value) * elements, access))
    return Flow::Fault;
  if (elements == 1) {
    store_element<kStrength, Value>(access, 0, true, operand<Register>(context, instruction, 1));
    return Flow::Next;
  }
  for (uint32_t e = 0; e < elements; ++e) {
    const decode::Operand source = context.function->vector_operands[instruction.extra + e];
    store_element<kStrength, Value>(access, e * uint32_t(sizeof(Value)), false,
                                    lanes_of<Register>(context, source));
  }
  return Flow::Next;
}

enum class Direction { Load, LoadStrong, LoadParameter, Store, StoreStrong };

/// A load extends the value to the register, a store truncates the register to the value.
template <Direction kDirection, class Value, class Register>
constexpr Handler access_handler() {
  if constexpr (kDirection == Direction::Load) return load<Strength::Weak, Value, Register>;
  if constexpr (kDirection == Direction::LoadStrong) return load<Strength::Strong, Value, Register>;
  if constexpr (kDirection == Direction::LoadParameter) return load_parameter<Value, Register>;
  if constexpr (kDirection == Direction::Store) return store<Strength::Weak, Value, Register>;
  return store<Strength::Strong, Value, Register>;
}

template <Direction kDirection, class Value>
Handler by_register(uint32_t bytes) {
  constexpr bool kSigned = std::is_signed_v<Value>;
  if constexpr (sizeof(Value) <= 2) {
    if (bytes == 2)
      return access_handler<kDirection, Value, std::conditional_t<kSigned, int16_t, uint16_t>>();
  }
  if constexpr (sizeof(Value) <= 4) {
    if (bytes == 4)
      return access_handler<kDirection, Value, std::conditional_t<kSigned, int32_t, uint32_t>>();
  }
  if (bytes == 8)
    return access_handler<kDirection, Value, std::conditional_t<kSigned, int64_t, uint64_t>>();
  return nullptr;
}

template <Direction kDirection>
Handler handler_for(const Instruction& instruction) {
  const uint32_t bytes = instruction.register_bytes;
  switch (instruction.type) {
    case Type::B8:
    case Type::U8:
      return by_register<kDirection, uint8_t>(bytes);
    case Type::S8:
      return by_register<kDirection, int8_t>(bytes);
    case Type::B16:
    case Type::U16:
      return by_register<kDirection, uint16_t>(bytes);
    case Type::S16:
      return by_register<kDirection, int16_t>(bytes);
    case Type::B32:
    case Type::U32:
    case Type::F32:
      return by_register<kDirection, uint32_t>(bytes);
    case Type::S32:
      return by_register<kDirection, int32_t>(bytes);
    case Type::B128:
      return access_handler<kDirection, Bits128, Bits128>();
    default:
      return by_register<kDirection, uint64_t>(bytes);
  }
}

/// Adds or takes off the window of the space. Global, const and parameter addresses are generic
/// already.
template <class T>
Flow convert_address(Context& context, const Instruction& instruction, uint32_t mask) {
  uint64_t window = 0;
  if (is_shared(instruction.space)) window = memory::kSharedWindow;
  if (instruction.space == decode::Space::Local) window = memory::kLocalWindow;
  if (instruction.has(decode::kTo)) window = 0 - window;
  const T* a = operand<T>(context, instruction, 1);
  write_lanes(operand<T>(context, instruction, 0), mask,
              [=](uint32_t lane) { return T(a[lane] + window); });
  return Flow::Next;
}

Flow is_space(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint64_t* a = operand<uint64_t>(context, instruction, 1);
  auto inside = [](uint64_t address, uint64_t window) {
    return address - window < memory::kWindowSize;
  };
  const decode::Space space = instruction.space;
  const bool wants_constant = space == decode::Space::Const;
  auto is_constant = [&](uint64_t address) {
    const memory::Allocation* allocation = context.launch.memory->find(address);
    return allocation && allocation->kind == memory::Kind::ModuleConstant;
  };
  const uint64_t cluster_end = uint64_t{context.cluster.size()} << kRankShift;
  const uint32_t holds = mask_where([&](uint32_t lane) {
    const uint64_t address = a[lane];
    switch (space) {
      case decode::Space::Shared:
        return address - memory::kSharedWindow - context.shared_base <= kSharedOffsetMask;
      case decode::Space::SharedCluster:
        return address - memory::kSharedWindow < cluster_end;
      case decode::Space::Local:
        return inside(address, memory::kLocalWindow);
      case decode::Space::ParamEntry:
        return inside(address, memory::kParamWindow);
      default:
        return !inside(address, memory::kSharedWindow) && !inside(address, memory::kLocalWindow) &&
               !inside(address, memory::kParamWindow) && is_constant(address) == wants_constant;
    }
  });
  write_predicate(context, instruction, 0, mask, holds);
  return Flow::Next;
}

/// The same place in the shared memory of another block: addresses differ in the rank alone.
template <class T>
Flow map_address(Context& context, const Instruction& instruction, uint32_t mask) {
  // The rank fills what a 32-bit address leaves above the offset.
  constexpr T kRankMask = T{0xFF} << kRankShift;
  const T* a = operand<T>(context, instruction, 1);
  const uint32_t* rank = operand<uint32_t>(context, instruction, 2);
  write_lanes(operand<T>(context, instruction, 0), mask, [=](uint32_t lane) {
    return T((a[lane] & T(~kRankMask)) | (T{rank[lane]} << kRankShift & kRankMask));
  });
  return Flow::Next;
}

template <class T>
Flow get_block_rank(Context& context, const Instruction& instruction, uint32_t mask) {
  const T* a = operand<T>(context, instruction, 1);
  write_lanes(operand<uint32_t>(context, instruction, 0), mask,
              [=](uint32_t lane) { return uint32_t(a[lane] >> kRankShift) & 0xFF; });
  return Flow::Next;
}

/// d = the same address in every lane, as wide as the type.
Flow write_address(Context& context, const Instruction& instruction, uint32_t mask,
                   uint64_t address) {
  if (decode::bytes_of(instruction.type) == 8) {
    write_lanes(operand<uint64_t>(context, instruction, 0), mask,
                [=](uint32_t) { return address; });
  } else {
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [=](uint32_t) { return uint32_t(address); });
  }
  return Flow::Next;
}

Flow local_address(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint64_t address = context.split().frame->local_base + uint64_t(instruction.immediate);
  return write_address(context, instruction, mask, address);
}

Flow variable_arguments(Context& context, const Instruction& instruction, uint32_t mask) {
  const Frame& frame = *context.split().frame;
  return write_address(context, instruction, mask, frame.local_base - frame.argument_bytes);
}

Flow nothing(Context&, const Instruction&, uint32_t) { return Flow::Next; }

}  // namespace

Handler bind_Load(const Instruction& i) {
  const bool is_named = i.space == decode::Space::ParamEntry && !i.operands[1].present();
  if (is_named) return handler_for<Direction::LoadParameter>(i);
  return is_strong(i) ? handler_for<Direction::LoadStrong>(i) : handler_for<Direction::Load>(i);
}
Handler bind_LoadUniform(const Instruction& i) { return handler_for<Direction::Load>(i); }
Handler bind_Store(const Instruction& i) {
  return is_strong(i) ? handler_for<Direction::StoreStrong>(i) : handler_for<Direction::Store>(i);
}
Handler bind_ConvertAddress(const Instruction& i) {
  return i.type == Type::U64 ? convert_address<uint64_t> : convert_address<uint32_t>;
}
Handler bind_MapAddress(const Instruction& i) {
  return i.type == Type::U64 ? map_address<uint64_t> : map_address<uint32_t>;
}
Handler bind_GetBlockRank(const Instruction& i) {
  return i.type == Type::U64 ? get_block_rank<uint64_t> : get_block_rank<uint32_t>;
}
Handler bind_GenericLocalAddress(const Instruction&) { return local_address; }
Handler bind_IsSpace(const Instruction&) { return is_space; }
Handler bind_VariableArguments(const Instruction&) { return variable_arguments; }
Handler bind_LocalAddress(const Instruction&) { return local_address; }
Handler bind_Prefetch(const Instruction&) { return nothing; }
Handler bind_PrefetchUniform(const Instruction&) { return nothing; }

}  // namespace gtl::exec::GTL_LANES
