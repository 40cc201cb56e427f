// Barriers of the block: bar.sync, bar.arrive, bar.red (PTX ISA 9.7.13.1).
#include <algorithm>

#include "exec/context.h"

namespace gtl::exec {

using decode::Variant;

void Context::report_barrier(uint32_t number, uint32_t lanes, bool waits) {
  if (!observer) return;
  const BarrierEvent event{block, warp->index, number, lanes, split().frame->function, pc, waits};
  observer->barrier(event);
}

/// `lanes` of the current split arrive; with `waits`, they go on when all that are expected are
/// there.
Flow Context::arrive_at_barrier(uint32_t number, uint32_t expected, uint32_t lanes, uint32_t votes,
                                bool waits) {
  if (number >= kBarriers) {
    return fail(FaultKind::BarrierMisuse,
                "barriers are numbered 0 to 15, not " + std::to_string(number), lanes);
  }
  if (expected % kWarpSize != 0) {
    return fail(FaultKind::BarrierMisuse,
                "the barrier waits for " + std::to_string(expected) +
                    " threads, which is no multiple of 32: a barrier counts whole warps",
                lanes);
  }
  if (expected > warps.size() * kWarpSize) {
    return fail(FaultKind::BarrierMisuse,
                "the barrier waits for " + std::to_string(expected) +
                    " threads, and the block has only " + std::to_string(launch.block.count()),
                lanes);
  }
  Barrier& barrier = barriers[number];
  if (barrier.arrived != 0 && barrier.expected != expected) {
    return fail(FaultKind::BarrierMisuse,
                "barrier " + std::to_string(number) + " was entered for " +
                    std::to_string(barrier.expected) + " threads before, and for " +
                    std::to_string(expected) + " here",
                lanes);
  }
  barrier.expected = expected;
  barrier.arrived += uint32_t(__builtin_popcount(lanes));
  barrier.votes += uint32_t(__builtin_popcount(votes));
  barrier.lanes[warp->index] |= lanes;
  report_barrier(number, lanes, waits);
  Split& current = split();
  if (waits) {
    if (lanes != current.mask) {  // the lanes that the guard holds off go on
      Split rest = current;
      rest.mask &= ~lanes;
      rest.pc = pc + 1;
      current.mask = lanes;
      warp->splits.push_back(rest);
    }
    Split& waiting = split();
    waiting.state = SplitState::AtBarrier;
    waiting.barrier = number;
    waiting.pc = pc;
  }
  if (is_complete(barrier)) complete_barrier(number);
  return waits ? Flow::Switch : Flow::Next;
}

bool Context::is_complete(const Barrier& barrier) const {
  if (barrier.arrived == 0) return false;
  if (barrier.expected == 0) return barrier.arrived >= alive_threads;
  // A count is in whole warps: lanes that have exited or never were count with their warp.
  uint32_t present = barrier.arrived;
  for (const Warp& other : warps) {
    const uint32_t lanes = barrier.lanes[other.index];  // Some may have exited after bar.arrive.
    if (lanes != 0) present += uint32_t(__builtin_popcount(~(other.alive | lanes)));
  }
  return present >= barrier.expected;
}

void Context::complete_barrier(uint32_t number) {
  async.time_outs = 0;
  Barrier& barrier = barriers[number];
  if (observer) {
    std::vector<uint32_t> alive_lanes;
    for (const Warp& other : warps) alive_lanes.push_back(other.alive);
    observer->barrier_opens({block, number, barrier.expected, barrier.lanes, alive_lanes});
  }
  for (Warp& other : warps) {
    for (Split& waiting : other.splits) {
      if (waiting.state != SplitState::AtBarrier || waiting.barrier != number) continue;
      const auto& instruction =
          launch.program->functions[waiting.frame->function].instructions[waiting.pc];
      if (instruction.opcode == decode::Opcode::BarrierReduce ||
          instruction.opcode == decode::Opcode::BarrierReduceUnaligned) {
        std::byte* destination = waiting.frame->registers + instruction.operands[0].offset();
        if (instruction.variant == Variant::Popc) {
          auto* lanes = reinterpret_cast<uint32_t*>(destination);
          for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
            if (waiting.mask >> lane & 1) lanes[lane] = barrier.votes;
          }
        } else {
          const bool holds = instruction.variant == Variant::And ? barrier.votes == barrier.arrived
                                                                 : barrier.votes != 0;
          auto* mask = reinterpret_cast<uint32_t*>(destination);
          *mask = holds ? *mask | waiting.mask : *mask & ~waiting.mask;
        }
      }
      waiting.state = SplitState::Ready;
      ++waiting.pc;
    }
  }
  barrier.arrived = barrier.expected = barrier.votes = 0;
  std::fill(barrier.lanes.begin(), barrier.lanes.end(), 0);
}

/// Threads have exited: barriers may have become complete.
void Context::check_barriers() {
  for (uint32_t number = 0; number < kBarriers; ++number) {
    if (barriers[number].arrived != 0 && is_complete(barriers[number])) complete_barrier(number);
  }
}

}  // namespace gtl::exec
