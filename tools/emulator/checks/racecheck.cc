#include "checks/racecheck.h"

#include <algorithm>
#include <bit>

#include "checks/shared_cells.h"
#include "checks/warp_clocks.h"

namespace gtl::checks {

/// What is known of one running block.
struct Racecheck::BlockState {
  explicit BlockState(uint32_t warps) : clocks(warps) {}

  WarpClocks clocks;
  SharedCells cells;
};

namespace {

bool reads(exec::AccessKind kind) { return kind == exec::AccessKind::Load; }

bool is_atomic(exec::AccessKind kind) {
  return kind == exec::AccessKind::Atomic || kind == exec::AccessKind::Reduction;
}

/// Strong accesses do not race with each other (PTX ISA, "Memory Consistency Model").
bool is_strong(const exec::MemoryEvent& event) {
  return is_atomic(event.kind) || event.is_volatile || event.is_relaxed || event.is_acquire ||
         event.is_release;
}

/// Whether what happened before `past` in its thread also happened before the access of `thread` in
/// `warp`.
bool is_ordered(const WarpClocks& clocks, const AccessRecord& past, const AccessRecord& now) {
  if (past.thread == now.thread) return true;
  const uint32_t past_warp = past.thread / 32, warp = now.thread / 32;
  if (past_warp == warp) return past.warp_epoch < now.warp_epoch;
  return clocks.knows(warp, past_warp) >= past.clock;
}

/// Lanes of one warp instruction that write one address: one of them wins, which the hardware
/// promises.
bool is_same_instruction(const AccessRecord& past, const AccessRecord& now) {
  return past.thread / 32 == now.thread / 32 && past.warp_epoch == now.warp_epoch &&
         past.function == now.function && past.instruction == now.instruction;
}

/// Checks one access to one location against its past, and makes it part of it. Calls `race(past,
/// past_writes)`.
template <class Report>
void visit(SharedCell& cell, const WarpClocks& clocks, const AccessRecord& now, bool writes,
           Report race) {
  auto conflicts = [&](const AccessRecord& past) {
    return past.is_valid && !(past.is_strong && now.is_strong) && !is_ordered(clocks, past, now);
  };
  if (conflicts(cell.write) && !(writes && is_same_instruction(cell.write, now)))
    race(cell.write, true);
  if (writes) {
    for (const AccessRecord& read : cell.reads) {
      if (!conflicts(read)) continue;
      race(read, false);
      break;
    }
    cell.write = now;
    cell.reads = {};
    return;
  }
  for (AccessRecord& read : cell.reads) {
    // A read that is ordered before this one tells a later writer nothing more.
    if (!read.is_valid || is_ordered(clocks, read, now)) {
      read = now;
      return;
    }
  }
}

}  // namespace

Racecheck::Racecheck(const exec::Launch& launch)
    : warps_(static_cast<uint32_t>((launch.block.count() + 31) / 32)) {}

Racecheck::~Racecheck() = default;

Racecheck::BlockState& Racecheck::state_of(uint64_t block) {
  if (block != last_block_) {
    last_state_ = blocks_.at(block).get();
    last_block_ = block;
  }
  return *last_state_;
}

void Racecheck::block_begins(uint64_t block) {
  std::unique_ptr<BlockState> state;
  if (spare_.empty()) {
    state = std::make_unique<BlockState>(warps_);
  } else {
    state = std::move(spare_.back());
    spare_.pop_back();
    state->clocks = WarpClocks(warps_);
    state->cells.clear();
  }
  blocks_[block] = std::move(state);
}

void Racecheck::block_ends(uint64_t block) {
  auto found = blocks_.find(block);
  spare_.push_back(std::move(found->second));
  blocks_.erase(found);
  last_block_ = ~uint64_t{0};
}

void Racecheck::barrier(const exec::BarrierEvent& event) {
  WarpClocks& clocks = state_of(event.block).clocks;
  if (event.barrier == exec::kClusterBarrier) {
    clocks.meet();
  } else if (event.barrier == exec::kWarpBarrier) {
    clocks.arrive_at_warp_barrier(event.warp, event.mask, event.completes);
  } else {
    clocks.arrive(event.barrier, event.warp, event.mask, event.completes);
  }
}

void Racecheck::memory(const exec::MemoryEvent& event) {
  if (event.space != memory::Space::Shared || event.mask == 0) return;
  if (event.shared_block != event.block) return;  // One block's threads are compared with each other.
  if (event.origin == exec::AccessOrigin::CopyIssue) return;  // Nothing is written yet.
  BlockState& block = state_of(event.block);
  WarpClocks& clocks = block.clocks;
  // A copy that lands says nothing of where its thread is by now.
  if (event.origin != exec::AccessOrigin::CopyLanding) clocks.resume(event.warp, event.mask);

  AccessRecord now;
  now.function = event.function;
  now.instruction = event.instruction;
  now.is_valid = true;
  now.is_strong = is_strong(event);
  const bool acquires = event.kind == exec::AccessKind::Load ||
                        event.atomic == exec::AtomicKind::CompareAndSwap || event.is_acquire;
  const bool writes = !reads(event.kind);
  // A lane that has waited for an mbarrier comes after what other lanes of its warp did before.
  const bool waits = event.origin == exec::AccessOrigin::Mbarrier && !writes;
  if (waits) clocks.pass_mbarrier(event.warp);
  for (uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(lanes));
    const auto offset = static_cast<uint32_t>(event.address[lane]);
    if (now.is_strong && acquires) clocks.acquire(event.warp, offset);
    now.thread = static_cast<uint16_t>(event.warp * 32 + lane);
    now.clock = clocks.own(event.warp);
    now.warp_epoch = clocks.warp_epoch(event.warp);
    bool is_counted = false;
    block.cells.for_each(offset, event.bytes, [&](SharedCell& cell) {
      visit(cell, clocks, now, writes, [&](const AccessRecord& past, bool past_writes) {
        if (is_counted) return;  // One access races once, however many bytes it has.
        is_counted = true;
        Race& race = races_[{past.function, past.instruction, now.function, now.instruction,
                             past_writes, writes}];
        if (race.times++ == 0 || event.block < race.block) {
          race.block = event.block;
          race.offset = offset;
          race.first_thread = past.thread;
          race.second_thread = now.thread;
        }
      });
    });
    if (now.is_strong && writes)
      clocks.release(event.warp, offset, !is_atomic(event.kind) || event.is_release);
  }
}

void merge(Races& races, const Races& others) {
  for (const auto& [key, other] : others) {
    auto [place, is_new] = races.emplace(key, other);
    if (is_new) continue;
    const uint64_t times = place->second.times + other.times;
    if (other.block < place->second.block) place->second = other;
    place->second.times = times;
  }
}

}  // namespace gtl::checks
