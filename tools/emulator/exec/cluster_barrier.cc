// The barrier of the cluster: arriving and waiting are two instructions (PTX ISA 9.7.13.3).
#include "exec/cluster.h"

namespace gtl::exec {

Flow Cluster::arrive(Context& context, uint32_t lanes) {
  Warp& warp = *context.warp;
  if (const uint32_t twice = lanes & (warp.cluster_arrived | warp.cluster_open); twice != 0) {
    return context.fail(FaultKind::BarrierMisuse,
                        "barrier.cluster.arrive again before barrier.cluster.wait: every thread "
                        "arrives once and waits once",
                        twice);
  }
  warp.cluster_arrived |= lanes;
  to_come_ -= uint32_t(__builtin_popcount(lanes));
  if (to_come_ == 0) open_barrier();
  return Flow::Next;
}

Flow Cluster::wait(Context& context, uint32_t lanes) {
  Warp& warp = *context.warp;
  if (const uint32_t early = lanes & ~(warp.cluster_arrived | warp.cluster_open); early != 0) {
    return context.fail(FaultKind::BarrierMisuse,
                        "barrier.cluster.wait without barrier.cluster.arrive before it", early);
  }
  const uint32_t pass = lanes & warp.cluster_open;
  warp.cluster_open &= ~pass;
  if (pass == lanes) return Flow::Next;
  Split& current = context.split();
  const uint32_t waiting = lanes & ~pass;
  if (waiting != current.mask) {  // those that pass, and those that the guard holds off, go on
    Split rest = current;
    rest.mask &= ~waiting;
    rest.pc = context.pc + 1;
    current.mask = waiting;
    warp.splits.push_back(rest);
  }
  Split& held = context.split();
  held.state = SplitState::AtClusterBarrier;
  held.pc = context.pc;
  return Flow::Switch;
}

/// Threads that have exited are not waited for, whether they arrived or not.
void Cluster::threads_exit(Context& context, uint32_t lanes) {
  Warp& warp = *context.warp;
  const uint32_t not_arrived = lanes & ~warp.cluster_arrived;
  warp.cluster_arrived &= ~lanes;
  warp.cluster_open &= ~lanes;
  to_come_ -= uint32_t(__builtin_popcount(not_arrived));
  if (to_come_ == 0 && alive_threads() != 0) open_barrier();
}

void Cluster::open_barrier() {
  ++barriers_opened_;
  for (const auto& block : blocks_) {
    for (Warp& warp : block->warps) {
      warp.cluster_open |= warp.cluster_arrived;
      warp.cluster_arrived = 0;
      for (Split& split : warp.splits) {
        if (split.state != SplitState::AtClusterBarrier) continue;
        warp.cluster_open &= ~split.mask;
        split.state = SplitState::Ready;
        ++split.pc;
      }
    }
    if (!block->has_ended && observer_) {
      observer_->barrier({block->block, 0, kClusterBarrier, 0, launch_.kernel, 0, true});
    }
  }
  to_come_ = alive_threads();
}

}  // namespace gtl::exec
