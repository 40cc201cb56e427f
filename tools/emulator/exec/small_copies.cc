// cp.async (PTX ISA 9.7.9.25.3): 4, 8 or 16 bytes a lane from global to shared memory.
#include <algorithm>

#include "exec/access.h"
#include "exec/async_copies.h"
#include "exec/mbarriers.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// How many bytes each lane reads; the rest of what it writes is 0.
struct Sizes {
  uint32_t bytes[kWarpSize];
  uint32_t whole = 0, partial = 0;  ///< Lanes that read all, and some.
};

Sizes sizes_of(Context& context, const decode::AsyncForm& form, uint32_t lanes) {
  Sizes sizes;
  std::fill(std::begin(sizes.bytes), std::end(sizes.bytes), form.bytes);
  if (form.ignore_source.present()) {
    uint32_t ignored = *lanes_of<uint32_t>(context, form.ignore_source);
    if (form.ignore_source_is_negated) ignored = ~ignored;
    for_each_lane(ignored, [&](uint32_t lane) { sizes.bytes[lane] = 0; });
  } else if (form.size.present()) {
    const uint32_t* asked = lanes_of<uint32_t>(context, form.size);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      sizes.bytes[lane] = std::min(asked[lane], form.bytes);
  }
  for_each_lane(lanes, [&](uint32_t lane) {
    if (sizes.bytes[lane] == form.bytes) {
      sizes.whole |= 1u << lane;
    } else if (sizes.bytes[lane] != 0) {
      sizes.partial |= 1u << lane;
    }
  });
  return sizes;
}

/// Lanes that read less than the whole need not own the whole.
bool read_partially(Context& context, const decode::AsyncForm& form, const Sizes& sizes,
                    SmallCopy& copy) {
  std::array<uint64_t, kWarpSize> addresses{};
  for (uint32_t left = sizes.partial; left != 0; left &= left - 1) {
    const auto lane = uint32_t(__builtin_ctz(left));
    Place place;
    if (!find_place(context, form.source, 0, lane, sizes.bytes[lane], form.bytes, AccessKind::Load,
                    place)) {
      return false;
    }
    addresses[lane] = place.address;
    std::memcpy(copy.data.data() + lane * 16, place.data, sizes.bytes[lane]);
    AsyncAccess access;
    access.space = place.space;
    access.kind = AccessKind::Load;
    access.issuer = &context;
    access.function = copy.function;
    access.instruction = copy.instruction;
    access.warp = context.warp->index;
    report(context, access, lane, place.address, sizes.bytes[lane]);
  }
  return true;
}

Flow copy_async(Context& context, const Instruction& instruction, uint32_t mask) {
  const decode::AsyncForm& form = context.function->async_forms[instruction.extra];
  const uint32_t lanes = mask & context.alive;
  Access to, from;
  if (!resolve(context, form.destination, 0, mask, AccessKind::Store, form.bytes, to))
    return Flow::Fault;
  const Sizes sizes = sizes_of(context, form, lanes);
  if (!resolve(context, form.source, 0, sizes.whole, AccessKind::Load, form.bytes, from))
    return Flow::Fault;
  if (lanes == 0) return Flow::Next;
  WarpCopies& copies = copies_of(context);
  SmallCopy& copy = copies.small.emplace_back();
  copy.sequence = context.async.next_sequence++;
  copy.mask = lanes;
  copy.bytes = form.bytes;
  copy.function = context.split().frame->function;
  copy.instruction = context.pc;
  copy.group = copies.groups;
  const std::byte* shared = context.shared.data();
  for_each_lane(lanes, [&](uint32_t lane) {
    copy.destination[lane] = uint64_t(to.pointer(lane) - shared);
    if (sizes.bytes[lane] != form.bytes) std::memset(copy.data.data() + lane * 16, 0, form.bytes);
  });
  const auto read = [&](auto bytes) {
    for_each_lane(sizes.whole, [&](uint32_t lane) {
      std::memcpy(copy.data.data() + lane * 16, from.pointer(lane), bytes);
    });
  };
  if (form.bytes == 16) {
    read(std::integral_constant<size_t, 16>());
  } else if (form.bytes == 8) {
    read(std::integral_constant<size_t, 8>());
  } else {
    read(std::integral_constant<size_t, 4>());
  }
  return read_partially(context, form, sizes, copy) ? Flow::Next : Flow::Fault;
}

void commit(Context& context, uint32_t lanes) {
  WarpCopies& copies = copies_of(context);
  for_each_lane(lanes, [&](uint32_t lane) { ++copies.groups[lane]; });
}

Flow commit_group(Context& context, const Instruction&, uint32_t mask) {
  commit(context, mask & context.alive);
  return Flow::Next;
}

Flow wait_group(Context& context, const Instruction& instruction, uint32_t mask) {
  land_small_groups(context, mask & context.alive, uint32_t(instruction.immediate));
  return Flow::Next;
}

/// The same as a commit and a wait for all groups.
Flow wait_all(Context& context, const Instruction&, uint32_t mask) {
  commit(context, mask & context.alive);
  land_small_groups(context, mask & context.alive, 0);
  return Flow::Next;
}

/// [a]. Without .noinc the barrier expects the arrival in addition to the others.
Flow arrive_on_copies(Context& context, const Instruction& instruction, uint32_t mask) {
  uint32_t left = mask & context.alive;
  const bool adds = instruction.variant != Variant::NoIncrement;
  const uint64_t sequence = context.async.next_sequence++;
  auto& completions = context.async.completions;
  for (; left != 0; left &= left - 1) {
    const auto lane = uint32_t(__builtin_ctz(left));
    MbarrierPlace place;
    if (!find_mbarrier(context, instruction, 0, lane, place)) return Flow::Fault;
    const uint32_t offset = place.offset;
    if (place.block != &context) {
      return context.fail(FaultKind::BarrierMisuse,
                          "cp.async can arrive at mbarriers of its own block only", 1u << lane);
    }
    if (adds) {
      Mbarrier barrier = mbarrier_at(context, offset);
      barrier.set_pending(barrier.pending() + 1);
      set_mbarrier(context, offset, barrier);
    }
    // Lanes of one instruction that arrive at one barrier arrive together.
    if (completions.empty() || completions.back().sequence != sequence ||
        completions.back().barrier != offset) {
      PendingCompletion& arrival = completions.emplace_back();
      arrival.barrier = offset;
      arrival.warp = context.warp->index;
      arrival.sequence = sequence;
      arrival.copy = new_bulk_copy(context, lane);  // Says who arrives.
    }
    completions.back().lanes |= 1u << lane;
    context.wake_at_mbarrier(offset);
  }
  return Flow::Next;
}

}  // namespace

Handler bind_CopyAsync(const Instruction&) { return copy_async; }
Handler bind_CopyAsyncCommit(const Instruction&) { return commit_group; }
Handler bind_CopyAsyncWaitGroup(const Instruction&) { return wait_group; }
Handler bind_CopyAsyncWaitAll(const Instruction&) { return wait_all; }
Handler bind_CopyAsyncArrive(const Instruction&) { return arrive_on_copies; }

}  // namespace gtl::exec::GTL_LANES
