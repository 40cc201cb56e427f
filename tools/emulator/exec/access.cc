#include "exec/access.h"

#include <algorithm>

#include "exec/address_extent.h"
#include "exec/cluster.h"

namespace gtl::exec::GTL_LANES {

using decode::Space;

namespace {

struct Request {
  Context& context;
  const Instruction& instruction;
  AccessKind kind;
  uint32_t bytes;
  AccessOrigin origin = AccessOrigin::Instruction;
};

/// Whether a generic address is one of shared, local or parameter memory.
bool is_in_window(uint64_t address) {
  return address - memory::kSharedWindow <
         memory::kParamWindow + memory::kWindowSize - memory::kSharedWindow;
}

memory::Space to_memory_space(Space space) {
  switch (space) {
    case Space::Shared:
    case Space::SharedCluster:
      return memory::Space::Shared;
    case Space::Local:
      return memory::Space::Local;
    case Space::Const:
      return memory::Space::Const;
    case Space::ParamEntry:
    case Space::ParamFunction:
      return memory::Space::Param;
    default:
      return memory::Space::Global;
  }
}

Extent compute_addresses(Context& context, const Instruction& instruction, size_t address_operand,
                         uint32_t mask, uint32_t bytes, Addresses& addresses) {
  const decode::Operand from = instruction.operands[address_operand];
  uint64_t offset = uint64_t(instruction.immediate);
  auto same_for_all = [&](uint64_t address) {
    for (uint64_t& each : addresses.lane) each = address;
    return uniform_extent(address, mask);
  };
  if (!from.present()) {
    // Only a variable of the function itself has no base in local memory: it lies in its frame.
    if (instruction.space == Space::Local) offset += context.split().frame->local_base;
    if (instruction.space == Space::SharedCluster) offset += context.shared_base;
    return same_for_all(offset);
  }
  // From here on, offsets in the block's own shared memory.
  if (instruction.space == Space::Shared) offset -= context.shared_base;
  const bool is_same =
      from.base() == decode::Operand::Constants || from.base() == decode::Operand::BlockSpecials;
  if (instruction.has(decode::kAddress32)) {
    const uint32_t* base = lanes_of<uint32_t>(context, from);
    // A 32-bit address wraps in 32 bits.
    if (is_same) return same_for_all(uint32_t(base[0] + uint32_t(offset)));
    return compute_extent<uint32_t>(addresses, base, uint32_t(offset), mask, bytes);
  }
  const uint64_t* base = lanes_of<uint64_t>(context, from);
  if (is_same) return same_for_all(base[0] + offset);
  return compute_extent<uint64_t>(addresses, base, offset, mask, bytes);
}

AtomicKind atomic_kind(const Request& request) {
  if (request.kind == AccessKind::Load || request.kind == AccessKind::Store)
    return AtomicKind::None;
  if (request.instruction.variant == Variant::Cas) return AtomicKind::CompareAndSwap;
  if (request.instruction.variant == Variant::Exch) return AtomicKind::Exchange;
  return decode::is_float(request.instruction.type) ? AtomicKind::FloatingPoint
                                                    : AtomicKind::Integer;
}

void report(const Request& request, memory::Space space, uint32_t mask, const Access& access,
            uint64_t shared_block) {
  Context& context = request.context;
  const Instruction& instruction = request.instruction;
  MemoryEvent event{};
  event.space = space;
  event.kind = request.kind;
  event.atomic = atomic_kind(request);
  event.is_addition = instruction.variant == Variant::Add && event.atomic != AtomicKind::None;
  event.bytes = request.bytes;
  event.element_bytes = request.bytes / instruction.vector;
  event.mask = mask;
  event.warp_mask = context.alive;
  event.address = access.addresses.lane;
  // In machine code .shared::cluster is a generic access, too.
  event.is_generic =
      instruction.space == Space::Generic || instruction.space == Space::SharedCluster;
  event.is_contiguous = access.is_contiguous;
  event.is_uniform = access.is_uniform;
  event.function = context.split().frame->function;
  event.instruction = context.pc;
  event.block = context.block;
  event.warp = context.warp->index;
  event.shared_block = shared_block;
  event.is_volatile = instruction.has(decode::kVolatile);
  event.is_relaxed = instruction.has(decode::kRelaxed);
  event.is_acquire = instruction.has(decode::kAcquire);
  event.is_release = instruction.has(decode::kRelease);
  event.scope = instruction.scope;
  event.origin = instruction.has(decode::kLandsLater) ? AccessOrigin::CopyIssue : request.origin;
  event.bypasses_l1 = instruction.has(decode::kBypassesL1);
  context.observer->memory(event);
}

bool fault(const Request& request, FaultKind kind, memory::Space space, uint64_t space_size,
           uint32_t lanes, const Addresses& addresses) {
  Context& context = request.context;
  context.fail(kind, "", lanes);
  context.fault.space = space;
  context.fault.access = request.kind;
  context.fault.bytes = request.bytes;
  context.fault.space_size = space_size;
  context.fault.shared_block = context.block;
  std::copy(std::begin(addresses.lane), std::end(addresses.lane), context.fault.address.begin());
  return false;
}

bool check_alignment(const Request& request, memory::Space space, uint64_t space_size,
                     uint32_t mask, uint64_t bits, const Addresses& addresses) {
  // An access is aligned to its own size, at most 16 bytes for the widest vectors.
  const uint64_t alignment = std::min(request.bytes, 32u);
  if ((bits & (alignment - 1)) == 0) [[likely]]
    return true;
  uint32_t wrong = 0;
  for_each_lane(mask, [&](uint32_t lane) {
    if ((addresses.lane[lane] & (alignment - 1)) != 0) wrong |= 1u << lane;
  });
  return fault(request, FaultKind::Misaligned, space, space_size, wrong, addresses);
}

/// The lanes' data lies here and there.
void point_at(Access& access, uint32_t mask, std::byte* const* pointers) {
  access.origin = 0;
  for_each_lane(mask, [&](uint32_t lane) {
    access.addresses.lane[lane] = reinterpret_cast<uintptr_t>(pointers[lane]);
  });
}

/// Global and constant memory: usually all lanes are in the allocation that this instruction hit
/// last.
bool resolve_global(const Request& request, memory::Space space, uint32_t mask,
                    const Extent& extent, Access& access) {
  Context& context = request.context;
  const Addresses& addresses = access.addresses;
  const memory::Memory& memory = *context.launch.memory;
  if (!check_alignment(request, space, 0, mask, extent.bits, addresses)) return false;
  AllocationCache& cache = context.allocation_caches[context.pc % context.allocation_caches.size()];
  constexpr uint64_t kNoGeneration = ~uint64_t{0};
  bool is_in_heap = false;
  auto covers = [&](uint64_t low, uint64_t high) {
    const uint64_t size = cache.end - cache.begin, last = size - request.bytes;
    return cache.generation == memory.generation() && size >= request.bytes &&
           low - cache.begin <= last && high - cache.begin <= last &&
           (!cache.is_constant || request.kind == AccessKind::Load);
  };
  auto look_up = [&](uint64_t address) {
    const memory::Allocation* found = memory.find(address);
    if (!found) return;
    if (found->kind == memory::Kind::DeviceHeap && context.launch.host) {
      // Pieces come and go while kernels run: one is good for this instruction alone.
      const auto piece = context.launch.host->heap_piece(address);
      cache = {piece.address, piece.address + piece.size, found->data - found->address,
               memory.generation(), false};
      is_in_heap = true;
      return;
    }
    cache = {found->address, found->address + found->size, found->data - found->address,
             memory.generation(), found->kind == memory::Kind::ModuleConstant};
  };
  if (!covers(extent.low, extent.high)) [[unlikely]]
    look_up(extent.low);
  const bool is_covered = covers(extent.low, extent.high);
  if (is_in_heap && is_covered) cache.generation = kNoGeneration;
  if (is_covered) [[likely]] {
    access.is_contiguous = extent.is_contiguous;
    access.is_uniform = extent.is_uniform;
    access.origin = reinterpret_cast<uintptr_t>(cache.origin);
    if (context.observer) report(request, space, mask, access, context.block);
    return true;
  }
  // The lanes touch several allocations, or some touch none.
  uint32_t wrong = 0;
  uint64_t first_wrong = 0;
  bool is_in_other_space = false;
  std::byte* pointers[kWarpSize];
  for_each_lane(mask, [&](uint32_t lane) {
    const uint64_t address = addresses.lane[lane];
    if (!covers(address, address)) look_up(address);
    if (covers(address, address)) {
      pointers[lane] = cache.origin + address;
    } else {
      if (wrong == 0) first_wrong = address;
      wrong |= 1u << lane;
      const bool is_constant = cache.is_constant && address >= cache.begin && address < cache.end;
      is_in_other_space = is_in_other_space || is_constant || is_in_window(address);
    }
  });
  if (is_in_heap) cache.generation = kNoGeneration;
  if (wrong == 0) {
    if (context.observer) report(request, space, mask, access, context.block);
    point_at(access, mask, pointers);
    return true;
  }
  fault(request, is_in_other_space ? FaultKind::WrongSpace : FaultKind::OutOfBounds, space, 0,
        wrong, addresses);
  const memory::Allocation* beside = memory.find(first_wrong);
  if (beside && beside->kind == memory::Kind::DeviceHeap && context.launch.host)
    context.fault.detail = context.launch.host->describe_heap(first_wrong);
  return false;
}

/// Shared, local and parameter memory: offsets below a size.
bool resolve_window(const Request& request, memory::Space space, std::byte* data, uint64_t size,
                    uint32_t mask, const Extent& extent, Access& access) {
  const Addresses& addresses = access.addresses;
  if (!check_alignment(request, space, size, mask, extent.bits, addresses)) return false;
  if (mask != 0 && (extent.high >= size || extent.high + request.bytes > size ||
                    extent.low >= size)) [[unlikely]] {
    uint32_t wrong = 0;
    for_each_lane(mask, [&](uint32_t lane) {
      const uint64_t offset = addresses.lane[lane];
      if (offset >= size || offset + request.bytes > size) wrong |= 1u << lane;
    });
    return fault(request, FaultKind::OutOfBounds, space, size, wrong, addresses);
  }
  access.is_contiguous = extent.is_contiguous;
  access.is_uniform = extent.is_uniform;
  access.origin = reinterpret_cast<uintptr_t>(data);
  return true;
}

/// An access to the block's own shared memory that failed may have meant another block's.
void hint_at_cluster(Context& context) {
  const uint32_t lane = uint32_t(__builtin_ctz(context.fault.lanes));
  const uint64_t address = uint32_t(context.fault.address[lane] + context.shared_base);
  const SharedPlace meant = context.cluster.place(address);
  if (!meant.block || meant.block == &context) return;
  context.fault.detail =
      "The address belongs to the block of rank " + std::to_string(meant.rank) +
      " in the cluster, and this instruction reaches the block's own shared memory alone (.shared "
      "is .shared::cta; .shared::cluster reaches all)";
}

/// Shared memory of any block of the cluster: lanes that name the same block go together.
/// The addresses of `access` count from the start of the shared window.
bool resolve_cluster(const Request& request, uint32_t mask, Access& access) {
  Context& context = request.context;
  const Addresses& addresses = access.addresses;
  std::byte* pointers[kWarpSize];
  for (uint32_t left = mask; left != 0;) {
    const uint32_t first = uint32_t(__builtin_ctz(left));
    const SharedPlace target = context.cluster.place(addresses.lane[first]);
    Access part;
    uint32_t here = 0;
    for_each_lane(left, [&](uint32_t lane) {
      here |= uint32_t((addresses.lane[lane] >> kRankShift) == target.rank) << lane;
    });
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      part.addresses.lane[lane] = addresses.lane[lane] & kSharedOffsetMask;
    if (!target.block || target.block->has_ended) {
      context.cluster.bytes(context, addresses.lane[first], request.bytes, request.kind, here);
      return false;
    }
    auto& shared = target.block->shared;
    if (!resolve_window(request, memory::Space::Shared, shared.data(), shared.size(), here,
                        extent_of(part.addresses, here, request.bytes), part)) {
      context.fault.shared_block = target.block->block;
      if (target.block != &context)
        context.fault.detail =
            "in the shared memory of the block of rank " + std::to_string(target.rank);
      return false;
    }
    if (context.observer) report(request, memory::Space::Shared, here, part, target.block->block);
    left &= ~here;
    if (here == mask) {
      part.mask = access.mask;
      access = part;
      return true;
    }
    for_each_lane(here, [&](uint32_t lane) { pointers[lane] = part.pointer(lane); });
  }
  point_at(access, mask, pointers);
  return true;
}

/// Each thread has its own: one behind the other.
bool resolve_local(const Request& request, uint32_t mask, Extent extent, Access& access) {
  Context& context = request.context;
  const uint64_t stride = context.warp->local_stride;
  extent.is_contiguous = extent.is_uniform = false;
  if (!resolve_window(request, memory::Space::Local, context.warp->local.data(), stride, mask,
                      extent, access))
    return false;
  if (context.observer) report(request, memory::Space::Local, mask, access, context.block);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) access.addresses.lane[lane] += lane * stride;
  return true;
}

/// `extent` is that of the addresses of `access` in `mask`. Reports the access; from then on its
/// addresses count from `origin` alone.
bool resolve_space(const Request& request, Space space, uint32_t mask, const Extent& extent,
                   Access& access) {
  Context& context = request.context;
  bool is_valid = false;
  const memory::Space resolved = to_memory_space(space);
  switch (space) {
    case Space::Shared:
      is_valid = resolve_window(request, resolved, context.shared.data(), context.shared.size(),
                                mask, extent, access);
      if (!is_valid && context.cluster.size() > 1) hint_at_cluster(context);
      break;
    case Space::ParamEntry: {
      auto* data = const_cast<std::byte*>(context.launch.parameters.data());
      is_valid = resolve_window(request, resolved, data, context.launch.parameters.size(), mask,
                                extent, access);
      break;
    }
    case Space::Local:
      return resolve_local(request, mask, extent, access);
    case Space::SharedCluster:
      return resolve_cluster(request, mask, access);
    default:
      return resolve_global(request, resolved, mask, extent, access);
  }
  if (is_valid && context.observer) report(request, resolved, mask, access, context.block);
  return is_valid;
}

Space space_at(uint64_t address, Space shared) {
  if (address - memory::kSharedWindow < memory::kWindowSize) return shared;
  if (address - memory::kLocalWindow < memory::kWindowSize) return Space::Local;
  if (address - memory::kParamWindow < memory::kWindowSize) return Space::ParamEntry;
  return Space::Global;
}

uint64_t window_of(Space space) {
  if (is_shared(space)) return memory::kSharedWindow;
  if (space == Space::Local) return memory::kLocalWindow;
  if (space == Space::ParamEntry) return memory::kParamWindow;
  return 0;
}

/// Each lane's address names its space. Usually all name the same one, as the lowest and the
/// highest show: the windows lie side by side, and device addresses above them.
bool resolve_generic(const Request& request, uint32_t mask, const Extent& extent, Access& access) {
  // A block without others needs no look at the rank: its own memory is all there is.
  const Space shared = request.context.cluster.size() == 1 ? Space::Shared : Space::SharedCluster;
  const Space lowest = space_at(extent.low, shared);
  const bool is_same = extent.low <= extent.high && lowest == space_at(extent.high, shared);
  if (is_same && lowest == Space::Global && extent.low >= memory::kDeviceBase) [[likely]]
    return resolve_space(request, Space::Global, mask, extent, access);
  if (is_same && lowest != Space::Global) {
    const uint64_t window = window_of(lowest);
    for (uint64_t& address : access.addresses.lane) address -= window;
    Extent inside = extent;
    inside.low -= window;
    inside.high -= window;
    return resolve_space(request, lowest, mask, inside, access);
  }
  std::byte* pointers[kWarpSize];
  for (Space space : {Space::Global, shared, Space::Local, Space::ParamEntry}) {
    uint32_t here = 0;
    Access part;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      part.addresses.lane[lane] = access.addresses.lane[lane] - window_of(space);
    for_each_lane(mask, [&](uint32_t lane) {
      if (space_at(access.addresses.lane[lane], shared) == space) here |= 1u << lane;
    });
    if (here == 0) continue;
    if (!resolve_space(request, space, here, extent_of(part.addresses, here, request.bytes), part))
      return false;
    for_each_lane(here, [&](uint32_t lane) { pointers[lane] = part.pointer(lane); });
  }
  point_at(access, mask, pointers);
  return true;
}

/// What remains when the addresses are known.
bool resolve_named(const Request& request, uint32_t mask, const Extent& extent, Access& access) {
  const Space space = request.instruction.space;
  if (mask == 0) {
    if (request.context.observer)
      report(request, to_memory_space(space), 0, access, request.context.block);
    return true;
  }
  if (space == Space::Generic) return resolve_generic(request, mask, extent, access);
  return resolve_space(request, space, mask, extent, access);
}

}  // namespace

bool resolve(Context& context, const Instruction& instruction, size_t address_operand,
             uint32_t mask, AccessKind kind, uint32_t bytes, Access& access) {
  mask &= context.alive;
  access.mask = mask;
  // An atomic counts its effects itself: it may leave everything as it was.
  if (kind == AccessKind::Store && instruction.space != Space::Local) ++context.effects;
  if (instruction.space == Space::ParamFunction) {
    // A slot in the frame: lane after lane, `join` bytes apart (see bind_address).
    access.origin = reinterpret_cast<uintptr_t>(context.bases[decode::Operand::Frame]) +
                    instruction.target + uintptr_t(instruction.immediate);
    for (uint64_t lane = 0; lane < kWarpSize; ++lane)
      access.addresses.lane[lane] = lane * instruction.join;
    access.is_contiguous = mask == kAllLanes && instruction.join == bytes;
    return true;
  }
  Extent extent =
      compute_addresses(context, instruction, address_operand, mask, bytes, access.addresses);
  if (instruction.space == Space::ParamEntry && instruction.operands[address_operand].present()) {
    // A parameter's address in a register is its generic one.
    for (uint64_t& address : access.addresses.lane) address -= memory::kParamWindow;
    extent = extent_of(access.addresses, mask, bytes);
  }
  return resolve_named({context, instruction, kind, bytes}, mask, extent, access);
}

void compute_addresses(Context& context, const Instruction& instruction, size_t address_operand,
                       uint64_t* addresses) {
  Addresses computed;
  compute_addresses(context, instruction, address_operand, kAllLanes, 1, computed);
  std::copy(std::begin(computed.lane), std::end(computed.lane), addresses);
}

bool resolve_addresses(Context& context, const Instruction& instruction, const uint64_t* addresses,
                       uint32_t mask, AccessKind kind, uint32_t bytes, AccessOrigin origin,
                       Access& access) {
  mask &= context.alive;
  access.mask = mask;
  if (kind == AccessKind::Store && instruction.space != Space::Local) ++context.effects;
  std::copy(addresses, addresses + kWarpSize, access.addresses.lane);
  const Extent extent = extent_of(access.addresses, mask, bytes);
  return resolve_named({context, instruction, kind, bytes, origin}, mask, extent, access);
}

}  // namespace gtl::exec::GTL_LANES
