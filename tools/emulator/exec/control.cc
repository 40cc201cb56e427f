// Control flow (PTX ISA 9.7.12) and the instructions that only affect who runs when.
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

namespace {

Flow jump(Context& context, const Instruction& instruction, uint32_t target) {
  context.next_pc = target;
  const bool is_backward = target <= context.pc;
  if (is_backward && context.count_spin(instruction.has(decode::kMaySpin))) return Flow::Yield;
  return Flow::Jump;
}

Flow branch(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t active = context.split().mask;
  const uint32_t taken = mask & active;
  if (taken == active) return jump(context, instruction, instruction.target);
  if (taken == 0) return Flow::Next;
  return context.diverge(taken, instruction.target, context.pc + 1, instruction.join);
}

/// Lanes that go to the same label leave together; an index beyond the list is undefined in PTX.
Flow branch_indexed(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t active = context.split().mask;
  const uint32_t chosen = mask & active;
  if (chosen == 0) return Flow::Next;
  const uint32_t* index = operand<uint32_t>(context, instruction, 0);
  const auto& table = context.function->branch_tables[instruction.target];
  const uint32_t first_index = index[__builtin_ctz(chosen)];
  if (first_index >= table.size()) {
    return context.fail(FaultKind::IllegalInstruction, "brx.idx jumps beyond its list of labels",
                        chosen);
  }
  uint32_t together = 0;
  for_each_lane(chosen,
                [&](uint32_t lane) { together |= uint32_t(index[lane] == first_index) << lane; });
  if (together == active) return jump(context, instruction, table[first_index]);
  // The others run this instruction again, with fewer lanes each time.
  return context.diverge(together, table[first_index], context.pc, instruction.join);
}

Flow exit_thread(Context& context, const Instruction&, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  if (lanes == 0) return Flow::Next;
  context.exit_lanes(lanes);
  return Flow::Switch;
}

Flow return_from_function(Context& context, const Instruction&, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  if (lanes == 0) return Flow::Next;
  context.return_lanes(lanes);
  return Flow::Switch;
}

Flow trap(Context& context, const Instruction&, uint32_t mask) {
  const uint32_t lanes = mask & context.split().mask;
  if (lanes == 0) return Flow::Next;
  return context.fail(FaultKind::Trap, "", lanes);
}

Flow sleep(Context& context, const Instruction&, uint32_t) {
  context.next_pc = context.pc + 1;
  return Flow::Yield;
}

/// Each instruction sees the effects of all before it; other workers see them in this order.
Flow fence(Context& context, const Instruction& instruction, uint32_t mask) {
  __atomic_thread_fence(__ATOMIC_SEQ_CST);
  const uint32_t lanes = mask & context.split().mask;
  if (context.observer && lanes != 0) {
    context.observer->fence({context.block, context.warp->index, lanes, instruction.scope});
  }
  return Flow::Next;
}

Flow nothing(Context&, const Instruction&, uint32_t) { return Flow::Next; }

/// The clocks count warp instructions of the block: the emulator has no time to tell.
Flow read_clock(Context& context, const Instruction& instruction, uint32_t mask) {
  ++context.effects;
  const uint64_t value = context.clock >> instruction.immediate;
  if (decode::bytes_of(instruction.type) == 8) {
    write_lanes(operand<uint64_t>(context, instruction, 0), mask, [=](uint32_t) { return value; });
  } else {
    write_lanes(operand<uint32_t>(context, instruction, 0), mask,
                [=](uint32_t) { return uint32_t(value); });
  }
  return Flow::Next;
}

}  // namespace

Handler bind_Branch(const Instruction&) { return branch; }
Handler bind_BranchIndexed(const Instruction&) { return branch_indexed; }
Handler bind_Return(const Instruction&) { return return_from_function; }
Handler bind_Exit(const Instruction&) { return exit_thread; }
Handler bind_Trap(const Instruction&) { return trap; }
Handler bind_NanoSleep(const Instruction&) { return sleep; }
Handler bind_MemoryBarrier(const Instruction&) { return fence; }
Handler bind_Fence(const Instruction&) { return fence; }
Handler bind_ProfilerEvent(const Instruction&) { return nothing; }
// A launch starts when the ones before it have ended, so there is never a grid to wait for.
Handler bind_GridDependencyWait(const Instruction&) { return nothing; }
Handler bind_GridDependencyLaunch(const Instruction&) { return nothing; }
Handler bind_Breakpoint(const Instruction&) { return nothing; }
Handler bind_ReadClock(const Instruction&) { return read_clock; }

}  // namespace gtl::exec::GTL_LANES
