// Where the threads of a block are, for those who read why it was stopped.
#include <algorithm>

#include "exec/cluster.h"
#include "exec/mbarriers.h"

namespace gtl::exec {

namespace {

std::string lane_ranges(uint32_t mask) {
  std::string text;
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if (!(mask >> lane & 1)) continue;
    uint32_t last = lane;
    while (last + 1 < kWarpSize && (mask >> (last + 1) & 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last != lane) text += "-" + std::to_string(last);
    lane = last;
  }
  return text;
}

std::string arrivals(uint32_t arrived, uint32_t expected) {
  return " (" + std::to_string(arrived) + " of " + std::to_string(expected) +
         " threads have arrived)";
}

}  // namespace

std::string Context::waiting_groups() const {
  std::string text;
  for (const Warp& other : warps) {
    const std::string name =
        (cluster.size() > 1 ? "block of rank " + std::to_string(rank) + ", " : "") + "warp " +
        std::to_string(other.index) + ", lanes ";
    auto add = [&](uint32_t function_index, uint32_t at, uint32_t lanes, const std::string& what,
                   const std::string& reason) {
      const auto& code = launch.program->functions[function_index];
      const auto& location = code.locations[std::min<size_t>(at, code.locations.size() - 1)];
      text += name + lane_ranges(lanes) + what +
              (location.known() ? location.file + ":" + std::to_string(location.line)
                                : code.name + ", instruction " + std::to_string(at)) +
              reason + "\n";
    };
    for (const Split& group : other.splits) {
      const uint32_t in = group.frame->function;
      switch (group.state) {
        case SplitState::Ready:
          add(in, group.pc, group.mask, " run at ", "");
          break;
        case SplitState::AtBarrier: {
          const Barrier& barrier = barriers[group.barrier];
          add(in, group.pc, group.mask, " wait at ",
              " for barrier " + std::to_string(group.barrier) +
                  arrivals(barrier.arrived, barrier.expected ? barrier.expected : alive_threads));
          break;
        }
        case SplitState::AtClusterBarrier: {
          const uint32_t all = cluster.alive_threads();
          add(in, group.pc, group.mask, " wait at ",
              " for the barrier of the cluster" + arrivals(all - cluster.threads_to_come(), all));
          break;
        }
        case SplitState::AtMbarrier:
          add(in, group.pc, group.mask, " wait at ",
              " for the mbarrier at offset " + std::to_string(group.barrier) +
                  " of shared memory: " + describe_mbarrier(*this, group.barrier));
          break;
        case SplitState::AtWarpgroup:
          add(in, group.pc, group.mask, " wait at ",
              " for the other warps of their warpgroup to start and commit the same wgmma");
          break;
        case SplitState::AtWarpSync:
        case SplitState::AtWarpBarrier:
          add(in, group.pc, group.mask, " wait at ",
              " for lanes " + lane_ranges(group.members & other.alive & ~group.mask));
          break;
      }
    }
    for (const Join* join : other.joins) {
      if (join->arrived == 0) continue;
      const bool is_return = join->pc == decode::Instruction::kFunctionEnd;
      const Frame* frame = is_return ? join->frame->caller : join->frame;
      add(frame->function, is_return ? join->frame->call_pc : join->pc, join->arrived, " wait at ",
          " for the other lanes of their warp");
    }
  }
  return text;
}

/// Whether lanes at `at` of `frame` have nothing left to do but to end.
bool Context::only_end_is_left(const Frame* frame, uint32_t at) const {
  constexpr int kJumps = 64;  // More than a compiler makes; a circle of jumps has no end.
  for (int jumps = 0; jumps < kJumps; ++jumps) {
    const auto& code = launch.program->functions[frame->function].instructions;
    const bool is_end = at >= code.size() || code[at].opcode == decode::Opcode::Return;
    if (!is_end && code[at].guard != decode::Instruction::kNoGuard) return false;
    if (is_end && !frame->caller) return true;
    if (is_end) {
      at = frame->call_pc + 1;
      frame = frame->caller;
    } else if (code[at].opcode == decode::Opcode::Branch) {
      at = code[at].target;
    } else {
      return code[at].opcode == decode::Opcode::Exit;
    }
  }
  return false;
}

/// The lanes at `join` go on although the others have not come. Those others may be waiting for
/// these very lanes: at a `.sync` operation whose mask names them. Lanes that only end now are not
/// told: whether they ended before the others came depends on which side of a branch runs first.
void Context::report_lanes_left_alone(const Join& join) {
  if (only_end_is_left(join.frame, join.pc)) return;
  for (const Split& waiting : warp->splits) {
    if (waiting.state != SplitState::AtWarpSync && waiting.state != SplitState::AtWarpBarrier)
      continue;
    const uint32_t left = waiting.members & join.arrived;
    if (left == 0) continue;
    uint32_t members[kWarpSize];
    std::fill(std::begin(members), std::end(members), waiting.members);
    observer->warp_sync({block, warp->index, waiting.frame->function, waiting.pc, waiting.mask,
                         warp->alive, members, true, waiting.state == SplitState::AtWarpBarrier,
                         left});
  }
}

/// A fault that no instruction caused: charged to the first group that runs, or else to the first.
void Context::fail_where_it_stands(FaultKind kind, std::string detail) {
  bool is_found = false, runs = false;
  for (Warp& entry : warps) {
    for (size_t i = 0; i < entry.splits.size() && !runs; ++i) {
      runs = entry.splits[i].state == SplitState::Ready;
      if (is_found && !runs) continue;
      is_found = true;
      warp = &entry;
      split_index = i;
    }
  }
  pc = split().pc;
  fail(kind, std::move(detail), split().mask);
}

}  // namespace gtl::exec
