#include "exec/async_addresses.h"

#include <algorithm>
#include <cstring>

#include "exec/cluster.h"

namespace gtl::exec {

using decode::Instruction;
using decode::Space;

namespace {

bool fault(Context& context, FaultKind kind, const Place& place, uint32_t lane, uint64_t address,
           uint64_t bytes, AccessKind access) {
  context.fail(kind, "", 1u << lane);
  context.fault.space = place.space;
  context.fault.access = access;
  context.fault.bytes = uint32_t(std::min<uint64_t>(bytes, UINT32_MAX));
  context.fault.address.fill(address);
  context.fault.shared_block = place.block ? place.block->block : context.block;
  if (place.space == memory::Space::Shared) context.fault.space_size = context.shared.size();
  if (place.space == memory::Space::Param)
    context.fault.space_size = context.launch.parameters.size();
  if (place.space == memory::Space::Local) context.fault.space_size = context.warp->local_stride;
  return false;
}

/// A generic address as the space that it names and the offset in it.
Space space_at(uint64_t& address) {
  const auto inside = [&](uint64_t window) {
    if (address - window >= memory::kWindowSize) return false;
    address -= window;
    return true;
  };
  if (inside(memory::kSharedWindow)) return Space::SharedCluster;
  if (inside(memory::kLocalWindow)) return Space::Local;
  if (inside(memory::kParamWindow)) return Space::ParamEntry;
  return Space::Global;
}

/// Local memory, of which the thread has its own, or the kernel's parameters.
std::span<std::byte> window(Context& context, Space space, uint32_t lane) {
  if (space == Space::Local)
    return std::span(context.warp->local)
        .subspan(size_t{lane} * context.warp->local_stride, context.warp->local_stride);
  const auto& parameters = context.launch.parameters;
  return {const_cast<std::byte*>(parameters.data()), parameters.size()};
}

}  // namespace

uint64_t value_of(Context& context, decode::Operand operand, uint32_t lane, uint32_t bytes) {
  uint64_t value = 0;
  std::memcpy(&value, context.bases[operand.base()] + operand.offset() + size_t{lane} * bytes,
              bytes);
  return value;
}

uint64_t address_of(Context& context, const Instruction& part, size_t index, uint32_t lane) {
  const uint64_t offset = uint64_t(part.immediate);
  if (!part.operands[index].present()) {
    if (part.space == Space::Local) return offset + context.split().frame->local_base;
    const bool is_shared = part.space == Space::Shared || part.space == Space::SharedCluster;
    return is_shared ? offset + context.shared_base : offset;
  }
  if (part.has(decode::kAddress32))
    return uint32_t(value_of(context, part.operands[index], lane, 4) + offset);
  return value_of(context, part.operands[index], lane, 8) + offset;
}

bool find_place(Context& context, const Instruction& part, size_t index, uint32_t lane,
                uint64_t bytes, uint32_t alignment, AccessKind kind, Place& place) {
  return find_place(context, part.space, address_of(context, part, index, lane), lane, bytes,
                    alignment, kind, place);
}

bool find_place(Context& context, Space space, uint64_t address, uint32_t lane, uint64_t bytes,
                uint32_t alignment, AccessKind kind, Place& place) {
  if (space == Space::Generic) space = space_at(address);
  if (space == Space::ParamEntry && address >= memory::kParamWindow)
    address -= memory::kParamWindow;
  const bool is_shared = space == Space::Shared || space == Space::SharedCluster;
  place.space = is_shared                    ? memory::Space::Shared
                : space == Space::Local      ? memory::Space::Local
                : space == Space::ParamEntry ? memory::Space::Param
                : space == Space::Const      ? memory::Space::Const
                                             : memory::Space::Global;
  place.address = address;
  if (is_shared) {
    place.block = context.cluster.place(address).block;
    place.address &= kSharedOffsetMask;
  }
  if (address % alignment != 0)
    return fault(context, FaultKind::Misaligned, place, lane, place.address, alignment, kind);
  if (is_shared) {
    place.data = context.cluster.bytes(context, address, uint32_t(bytes), kind, 1u << lane);
    return place.data != nullptr;
  }
  if (place.space == memory::Space::Global || place.space == memory::Space::Const) {
    place.data = context.launch.memory->host_bytes(address, bytes);
    const memory::Allocation* found = context.launch.memory->find(address);
    if (found && found->kind == memory::Kind::ModuleConstant && kind != AccessKind::Load)
      return fault(context, FaultKind::WrongSpace, place, lane, address, bytes, kind);
  } else {
    const std::span<std::byte> all = window(context, space, lane);
    if (bytes <= all.size() && address <= all.size() - bytes) place.data = all.data() + address;
  }
  if (place.data) return true;
  return fault(context, FaultKind::OutOfBounds, place, lane, address, bytes, kind);
}

void report(Context& context, const AsyncAccess& access, uint32_t mask, const uint64_t* address,
            uint32_t bytes) {
  if (!context.observer) return;
  MemoryEvent event{};
  event.space = access.space;
  event.kind = access.kind;
  const bool is_atomic = access.kind == AccessKind::Atomic || access.kind == AccessKind::Reduction;
  event.atomic = is_atomic ? AtomicKind::Integer : AtomicKind::None;
  event.bytes = event.element_bytes = bytes;
  event.mask = mask;
  event.warp_mask = access.issuer->warps[access.warp].alive | mask;
  event.address = address;
  event.function = access.function;
  event.instruction = access.instruction;
  event.block = access.issuer->block;
  event.shared_block = context.block;
  event.warp = access.warp;
  event.is_relaxed = access.is_relaxed;
  event.is_acquire = access.is_acquire;
  event.is_release = access.is_release;
  event.scope = access.scope;
  event.origin = access.origin;
  context.observer->memory(event);
}

void report(Context& context, const AsyncAccess& access, uint32_t lane, uint64_t address,
            uint64_t bytes) {
  if (!context.observer) return;
  std::array<uint64_t, kWarpSize> addresses;
  addresses.fill(address);
  report(context, access, 1u << lane, addresses.data(), uint32_t(bytes));
}

}  // namespace gtl::exec
