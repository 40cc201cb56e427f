// The binders of asynchronous copies, mbarriers and hints to the caches.
#include "exec/async_handlers.h"

#include "exec/handlers.h"
#include "exec/mbarriers.h"

namespace gtl::exec::GTL_LANES {

namespace {

Flow nothing(Context&, const Instruction&, uint32_t) { return Flow::Next; }

Flow create_policy(Context& context, const Instruction& instruction, uint32_t mask) {
  write_lanes(operand<uint64_t>(context, instruction, 0), mask,
              [](uint32_t) { return uint64_t{0}; });
  return Flow::Next;
}

}  // namespace

Handler bind_BulkCopy(const Instruction&) { return bulk_copy; }
Handler bind_BulkReduce(const Instruction&) { return bulk_copy; }
Handler bind_BulkPrefetch(const Instruction&) { return bulk_prefetch; }
Handler bind_BulkCommit(const Instruction&) { return bulk_commit; }
Handler bind_BulkWait(const Instruction&) { return bulk_wait; }
Handler bind_BulkWaitRead(const Instruction&) { return bulk_wait; }
Handler bind_StoreAsync(const Instruction&) { return store_async; }
Handler bind_ReductionAsync(const Instruction&) { return store_async; }
Handler bind_StoreBulk(const Instruction&) { return store_bulk; }
Handler bind_TensorCopy(const Instruction&) { return tensor_copy; }
Handler bind_TensorReduce(const Instruction&) { return tensor_copy; }
Handler bind_TensorMapReplace(const Instruction&) { return tensor_map_replace; }
Handler bind_TensorMapCopy(const Instruction&) { return tensor_map_copy; }
Handler bind_TensorPrefetch(const Instruction&) { return tensor_prefetch; }
Handler bind_MbarrierInit(const Instruction&) { return mbarrier_init; }
Handler bind_MbarrierInvalidate(const Instruction&) { return mbarrier_invalidate; }
Handler bind_MbarrierArrive(const Instruction&) { return mbarrier_arrive; }
Handler bind_MbarrierArriveExpect(const Instruction&) { return mbarrier_arrive; }
Handler bind_MbarrierArriveNoComplete(const Instruction&) { return mbarrier_arrive; }
Handler bind_MbarrierDrop(const Instruction&) { return mbarrier_arrive; }
Handler bind_MbarrierDropExpect(const Instruction&) { return mbarrier_arrive; }
Handler bind_MbarrierDropNoComplete(const Instruction&) { return mbarrier_arrive; }
Handler bind_MbarrierExpect(const Instruction&) { return mbarrier_transactions; }
Handler bind_MbarrierComplete(const Instruction&) { return mbarrier_transactions; }
Handler bind_MbarrierTest(const Instruction&) { return mbarrier_wait; }
Handler bind_MbarrierTestParity(const Instruction&) { return mbarrier_wait; }
Handler bind_MbarrierTry(const Instruction&) { return mbarrier_wait; }
Handler bind_MbarrierTryParity(const Instruction&) { return mbarrier_wait; }
Handler bind_MbarrierPendingCount(const Instruction&) { return mbarrier_pending_count; }
// Each instruction sees the effects of all before it, whatever their proxy.
Handler bind_FenceProxyTensorMap(const Instruction&) { return nothing; }
Handler bind_SetMaxRegisters(const Instruction&) { return nothing; }
Handler bind_ApplyPriority(const Instruction&) { return nothing; }
Handler bind_Discard(const Instruction&) { return nothing; }
Handler bind_CreatePolicyRange(const Instruction&) { return create_policy; }
Handler bind_CreatePolicyFraction(const Instruction&) { return create_policy; }
Handler bind_CreatePolicyConvert(const Instruction&) { return create_policy; }

}  // namespace gtl::exec::GTL_LANES
