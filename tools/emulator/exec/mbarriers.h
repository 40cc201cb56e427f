// The mbarriers of a block (PTX ISA 9.7.13.15).
#pragma once

#include "exec/async_addresses.h"
#include "exec/mbarrier.h"

namespace gtl::exec {

/// Where an mbarrier lies: in shared memory of a block of the cluster.
struct MbarrierPlace {
  Context* block = nullptr;
  uint32_t offset = 0;
};

Mbarrier mbarrier_at(const Context& block, uint32_t offset);
void set_mbarrier(Context& block, uint32_t offset, Mbarrier value);

/// The mbarrier that operand `index` of `part` names. False: a fault is set.
bool find_mbarrier(Context& context, const decode::Instruction& part, size_t index, uint32_t lane,
                   MbarrierPlace& place);
/// Whether there is an mbarrier at `place`. False: a fault of the current instruction is set.
bool check_mbarrier(Context& context, const MbarrierPlace& place, uint32_t lane);

/// What its current phase waits for: "its phase of parity 1 still waits for 2 of 32 arrivals, after
/// 3 phases that have ended".
std::string describe_mbarrier(const Context& block, uint32_t offset);
/// `count` arrivals. Not empty: why they cannot be.
std::string arrive(Context& block, uint32_t offset, uint32_t count);
/// Bytes to come, or, below 0, that have come. Not empty: why they cannot be.
std::string add_transactions(Context& block, uint32_t offset, int64_t bytes);

// Handlers: see opcodes.def.
Flow mbarrier_init(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow mbarrier_invalidate(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow mbarrier_arrive(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow mbarrier_transactions(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow mbarrier_wait(Context& context, const decode::Instruction& instruction, uint32_t mask);
Flow mbarrier_pending_count(Context& context, const decode::Instruction& instruction,
                            uint32_t mask);

}  // namespace gtl::exec
