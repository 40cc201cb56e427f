// Warps that wait for mbarriers: they rest until the phase ends.
#include "exec/context.h"

namespace gtl::exec {

namespace {

/// Waits that everyone of the block shares end without result this often before it is a deadlock: a
/// kernel may count its attempts and give up by itself.
constexpr uint32_t kTimeOuts = 256;

}  // namespace

Flow Context::wait_at_mbarrier(uint32_t offset) {
  split().barrier = offset;
  return rest(SplitState::AtMbarrier);
}

/// The split tries the current instruction again when somebody wakes it.
Flow Context::rest(SplitState state) {
  Split& current = split();
  current.state = state;
  current.pc = pc;
  // The instruction runs, and is counted, when the wait is over.
  InstructionCount& count = counts[current.frame->function][pc];
  --count.executed;
  count.lanes -= uint64_t(__builtin_popcount(current.mask));
  return Flow::Switch;
}

void Context::wake_at_mbarrier(uint32_t offset) {
  for (Warp& other : warps) {
    for (Split& waiting : other.splits) {
      if (waiting.state == SplitState::AtMbarrier && waiting.barrier == offset)
        waiting.state = SplitState::Ready;
    }
  }
}

/// The waits' time is up: they return without the phase having ended. `is_stuck`: nobody else can
/// go on. False when nobody waits so, or when all were stuck too often without anything happening.
bool Context::end_mbarrier_waits(bool is_stuck) {
  bool any = false;
  for (Warp& other : warps) {
    for (Split& waiting : other.splits) {
      if (waiting.state != SplitState::AtMbarrier) continue;
      any = true;
      if (is_stuck && async.time_outs >= kTimeOuts) return false;
      waiting.state = SplitState::Ready;
      waiting.is_time_up = true;
    }
  }
  if (any && is_stuck) ++async.time_outs;
  return any;
}

}  // namespace gtl::exec
