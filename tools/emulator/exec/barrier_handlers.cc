// bar.sync, bar.arrive, bar.red, bar.warp.sync, barrier.cluster (PTX ISA 9.7.13.1–3).
#include "exec/cluster.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// Operands: number, count (may be missing). Their values are the first arriving lane's.
template <bool kWaits>
Flow barrier(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  if (lanes == 0) return Flow::Next;
  const uint32_t lane = uint32_t(__builtin_ctz(lanes));
  const uint32_t number = operand<uint32_t>(context, instruction, 0)[lane];
  const uint32_t expected =
      instruction.operands[1].present() ? operand<uint32_t>(context, instruction, 1)[lane] : 0;
  return context.arrive_at_barrier(number, expected, lanes, 0, kWaits);
}

/// Operands: d, number, count (may be missing), predicate.
Flow reducing_barrier(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  if (lanes == 0) return Flow::Next;
  const uint32_t lane = uint32_t(__builtin_ctz(lanes));
  const uint32_t number = operand<uint32_t>(context, instruction, 1)[lane];
  const uint32_t expected =
      instruction.operands[2].present() ? operand<uint32_t>(context, instruction, 2)[lane] : 0;
  return context.arrive_at_barrier(number, expected, lanes,
                                   predicate(context, instruction, 3) & lanes, true);
}

Flow arrive_at_cluster(Context& context, const Instruction&, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  return lanes == 0 ? Flow::Next : context.cluster.arrive(context, lanes);
}

Flow wait_for_cluster(Context& context, const Instruction&, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  return lanes == 0 ? Flow::Next : context.cluster.wait(context, lanes);
}

Flow warp_barrier(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t here = context.split().mask;
  const uint32_t lanes = mask & here;
  if (lanes == 0) return Flow::Next;
  const uint32_t* members = operand<uint32_t>(context, instruction, 0);
  uint32_t needed = 0;
  for_each_lane(lanes, [&](uint32_t lane) { needed |= members[lane]; });
  const bool completes = (needed & context.alive & ~here) == 0;
  context.report_warp_sync(lanes, members, !completes, true);
  if (completes) return Flow::Next;
  return context.wait_for_lanes(SplitState::AtWarpBarrier, needed);
}

}  // namespace

Handler bind_BarrierSync(const Instruction&) { return barrier<true>; }
Handler bind_BarrierSyncUnaligned(const Instruction&) { return barrier<true>; }
Handler bind_BarrierArrive(const Instruction&) { return barrier<false>; }
Handler bind_BarrierArriveUnaligned(const Instruction&) { return barrier<false>; }
Handler bind_BarrierReduce(const Instruction&) { return reducing_barrier; }
Handler bind_BarrierReduceUnaligned(const Instruction&) { return reducing_barrier; }
Handler bind_ClusterBarrierArrive(const Instruction&) { return arrive_at_cluster; }
Handler bind_ClusterBarrierWait(const Instruction&) { return wait_for_cluster; }
Handler bind_WarpBarrier(const Instruction&) { return warp_barrier; }

}  // namespace gtl::exec::GTL_LANES
