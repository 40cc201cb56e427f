// Divergence and reconvergence.
#include <algorithm>

#include "exec/cluster.h"

namespace gtl::exec {

using decode::Instruction;

Join* Context::new_join() {
  if (free_joins_.empty()) {
    join_storage_.emplace_back();
    free_joins_.push_back(&join_storage_.back());
  }
  Join* join = free_joins_.back();
  free_joins_.pop_back();
  *join = {};
  warp->joins.push_back(join);
  return join;
}

/// Splits the current split in two. The lanes that fall through run first.
Flow Context::diverge(uint32_t taken, uint32_t taken_pc, uint32_t other_pc, uint32_t join_pc) {
  Split& current = split();
  // A loop that lanes leave one by one has one join for all; the function's end is its frame's
  // join.
  const bool has_join =
      join_pc == Instruction::kFunctionEnd ||
      (current.join && current.join->frame == current.frame && current.join->pc == join_pc);
  if (!has_join) {
    Join* join = new_join();
    *join = {current.join, current.frame, join_pc, current.mask, 0};
    current.join = join;
  }
  Split other = current;
  other.mask = taken;
  other.pc = taken_pc;
  current.mask &= ~taken;
  current.pc = other_pc;
  warp->splits.push_back(other);
  return Flow::Switch;
}

/// The current split has reached the pc of its join: it waits there, and goes on when it is the
/// last.
void Context::arrive_at_join() {
  Split& current = split();
  Join* join = current.join;
  join->arrived |= current.mask;
  remove_split(split_index);
  complete_join(join);
}

void Context::remove_split(size_t index) {
  warp->splits.erase(warp->splits.begin() + ptrdiff_t(index));
  if (warp->turn > index) --warp->turn;
}

/// When all expected lanes are there, they go on as one split; a join that expects nobody is
/// dropped.
void Context::complete_join(Join* join) {
  if (join->arrived != join->expected) return;
  const bool is_return = join->pc == Instruction::kFunctionEnd;
  if (join->expected != 0) {
    Split merged;
    merged.mask = join->expected;
    merged.join = join->parent;
    merged.frame = is_return ? join->frame->caller : join->frame;
    merged.pc = is_return ? join->frame->call_pc + 1 : join->pc;
    warp->turn = warp->splits.size();
    warp->splits.push_back(merged);
  }
  if (is_return) free_frame(join->frame);
  std::erase(warp->joins, join);
  free_joins_.push_back(join);
  if (warp->joins.empty()) warp->spins = 0;
}

/// `lanes` will not arrive at `join` and those around it, up to but without `last`. Leaves `join`
/// at the innermost one that is left.
void Context::drop_lanes(Join*& join, uint32_t lanes, const Join* last) {
  while (join != last) {
    Join* parent = join->parent;
    join->expected &= ~lanes;
    complete_join(join);
    join = parent;
  }
}

void Context::exit_lanes(uint32_t lanes) {
  async.time_outs = 0;
  Split& current = split();
  warp->alive &= ~lanes;
  alive &= ~lanes;
  alive_threads -= uint32_t(__builtin_popcount(lanes));
  current.mask &= ~lanes;
  current.pc = pc + 1;
  Join* join = current.join;
  Frame* kernel_frame = current.frame;
  while (kernel_frame->caller) kernel_frame = kernel_frame->caller;
  if (current.mask == 0) remove_split(split_index);
  drop_lanes(join, lanes, nullptr);
  if (warp->alive == 0) {
    free_frame(kernel_frame);
    wake_warpgroup();
  }
  check_barriers();
  cluster.threads_exit(*this, lanes);
}

/// Lanes of the current split leave its function.
void Context::return_lanes(uint32_t lanes) {
  Split& current = split();
  Frame* frame = current.frame;
  if (!frame->caller) return exit_lanes(lanes);
  Join* join = current.join;
  Join* return_join = join;
  while (return_join &&
         !(return_join->frame == frame && return_join->pc == Instruction::kFunctionEnd)) {
    return_join = return_join->parent;
  }
  copy_results(*frame, lanes);
  current.mask &= ~lanes;
  current.pc = pc + 1;
  if (current.mask == 0) remove_split(split_index);
  drop_lanes(join, lanes, return_join);
  return_join->arrived |= lanes;
  complete_join(return_join);
}

/// Lets the lanes that wait at a join go on without the others. False when nobody waits.
bool Context::release_waiting_lanes() {
  for (Join* join : warp->joins) {
    if (join->arrived == 0) continue;
    if (observer) report_lanes_left_alone(*join);
    const uint32_t lanes = join->arrived;
    const bool is_return = join->pc == Instruction::kFunctionEnd;
    Split released;
    released.mask = lanes;
    released.join = join->parent;
    released.frame = is_return ? join->frame->caller : join->frame;
    released.pc = is_return ? join->frame->call_pc + 1 : join->pc;
    join->expected &= ~lanes;
    join->arrived = 0;
    warp->turn = warp->splits.size();
    warp->splits.push_back(released);
    return true;
  }
  return false;
}

/// Counts a backward branch of a diverged warp, or of a loop that `may_wait` for other threads.
/// True when it is time to let others run: the lanes that they wait for may be among them.
bool Context::count_spin(bool may_wait) {
  if (!may_wait && warp->joins.empty()) return false;
  constexpr uint32_t kTurn = 1u << 22;
  warp->spins += may_wait ? kTurn / 64 : 1;
  if (warp->spins % kTurn != 0 && warp->spins < kTurn * warp->splits.size()) return false;
  if (warp->spins >= kTurn * warp->splits.size()) {
    warp->spins = 0;
    release_waiting_lanes();
  }
  return true;
}

void Context::report_warp_sync(uint32_t lanes, const uint32_t* members, bool waits,
                               bool is_barrier) {
  if (!observer) return;
  observer->warp_sync(
      {block, warp->index, split().frame->function, pc, lanes, alive, members, waits, is_barrier});
}

/// Those who wait at a warp barrier go on. A `.sync` operation runs again instead, and reports
/// that.
void Context::report_open_warp_barrier(uint32_t lanes) {
  uint32_t members[kWarpSize] = {};
  for (const Split& waiting : warp->splits) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if (waiting.mask >> lane & 1) members[lane] = waiting.members;
    }
  }
  observer->warp_sync({block, warp->index, split().frame->function, split().pc, lanes, warp->alive,
                       members, false, true});
}

/// The current split runs a `.sync` instruction whose members are not all in it.
Flow Context::wait_for_lanes(SplitState state, uint32_t members) {
  Split& current = split();
  current.state = state;
  current.members = members;
  current.pc = pc;
  if (state == SplitState::AtWarpSync) {
    // The instruction runs, and is counted, when all are there.
    InstructionCount& count = counts[current.frame->function][pc];
    --count.executed;
    count.lanes -= uint64_t(__builtin_popcount(current.mask));
  }
  merge_waiting_lanes();
  return Flow::Switch;
}

/// If all the lanes that the current split waits for are there, they go on, those at the same
/// instruction as one split. AtWarpSync demands the same instruction, AtWarpBarrier does not.
bool Context::merge_waiting_lanes() {
  const Split current = split();
  const bool is_barrier = current.state == SplitState::AtWarpBarrier;
  auto is_same_place = [&](const Split& other) {
    return other.state == current.state && other.pc == current.pc && other.frame == current.frame;
  };
  auto is_together = [&](const Split& other) {
    return is_barrier ? other.state == current.state : is_same_place(other);
  };
  uint32_t present = 0, needed = 0, merged_mask = 0;
  for (const Split& other : warp->splits) {
    if (!is_together(other)) continue;
    present |= other.mask;
    needed |= other.members;
    if (is_same_place(other)) merged_mask |= other.mask;
  }
  if ((needed & warp->alive & ~present) != 0) return false;
  if (is_barrier && observer) report_open_warp_barrier(present);

  // Joins that only some of them would reach lose these lanes; the merged split keeps the common
  // ones.
  Split merged = current;
  merged.mask = merged_mask;
  merged.state = SplitState::Ready;
  if (is_barrier) ++merged.pc;
  auto is_around = [](const Join* outer, const Join* inner) {
    while (inner && inner != outer) inner = inner->parent;
    return inner == outer;
  };
  std::vector<Split> parts;
  std::copy_if(warp->splits.begin(), warp->splits.end(), std::back_inserter(parts), is_same_place);
  for (const Split& part : parts) {
    while (merged.join && !is_around(merged.join, part.join)) merged.join = merged.join->parent;
  }
  std::erase_if(warp->splits, is_same_place);
  for (Split& part : parts) drop_lanes(part.join, part.mask, merged.join);
  for (Split& other : warp->splits) {
    if (!is_together(other)) continue;
    other.state = SplitState::Ready;
    ++other.pc;
  }
  warp->turn = warp->splits.size();
  warp->splits.push_back(merged);
  return true;
}

}  // namespace gtl::exec
