#include "exec/mbarriers.h"

#include <cstring>

#include "exec/async_copies.h"

namespace gtl::exec {

using decode::Instruction;
using decode::Opcode;

namespace {

AsyncAccess access_of(Context& context, const Instruction& instruction, AccessKind kind) {
  AsyncAccess access;
  access.kind = kind;
  access.origin = AccessOrigin::Mbarrier;
  access.issuer = &context;
  access.function = context.split().frame->function;
  access.instruction = context.pc;
  access.warp = context.warp->index;
  access.is_relaxed = true;
  access.is_acquire = instruction.has(decode::kAcquire);
  access.is_release = instruction.has(decode::kRelease);
  access.scope = instruction.scope;
  return access;
}

/// The address in shared memory, whatever lies there.
bool find_word(Context& context, const Instruction& instruction, size_t index, uint32_t lane,
               AccessKind kind, MbarrierPlace& result) {
  Place place;
  if (!find_place(context, instruction, index, lane, 8, 8, kind, place)) return false;
  if (place.space != memory::Space::Shared) {
    context.fail(FaultKind::BarrierMisuse, "an mbarrier must lie in shared memory", 1u << lane);
    return false;
  }
  result = {place.block, uint32_t(place.address)};
  return true;
}

/// Threads that wait at the barrier can go on, or can let arrive what ends its phase.
void changed(Context& block, uint32_t offset, bool phase_ends) {
  if (phase_ends) ++block.async.mbarriers[offset];
  block.async.time_outs = 0;
  ++block.effects;
  if (phase_ends || mbarrier_at(block, offset).pending() == 0) block.wake_at_mbarrier(offset);
}

template <class Body>
bool for_lanes(uint32_t lanes, Body body) {
  for (; lanes != 0; lanes &= lanes - 1) {
    if (!body(uint32_t(__builtin_ctz(lanes)))) return false;
  }
  return true;
}

bool is_drop(Opcode opcode) {
  return opcode == Opcode::MbarrierDrop || opcode == Opcode::MbarrierDropExpect ||
         opcode == Opcode::MbarrierDropNoComplete;
}

bool expects_bytes(Opcode opcode) {
  return opcode == Opcode::MbarrierArriveExpect || opcode == Opcode::MbarrierDropExpect;
}

bool must_not_complete(Opcode opcode) {
  return opcode == Opcode::MbarrierArriveNoComplete || opcode == Opcode::MbarrierDropNoComplete;
}

std::string at(uint32_t offset) {
  return "the mbarrier at offset " + std::to_string(offset) + " of shared memory";
}

}  // namespace

Mbarrier mbarrier_at(const Context& block, uint32_t offset) {
  uint64_t bits;
  std::memcpy(&bits, block.shared.data() + offset, sizeof bits);
  return Mbarrier(bits);
}

void set_mbarrier(Context& block, uint32_t offset, Mbarrier value) {
  const uint64_t bits = value.bits();
  std::memcpy(block.shared.data() + offset, &bits, sizeof bits);
}

std::string describe_mbarrier(const Context& block, uint32_t offset) {
  const Mbarrier barrier = mbarrier_at(block, offset);
  std::string text = "its phase of parity " + std::to_string(barrier.parity()) +
                     " still waits for " + std::to_string(barrier.pending()) + " of " +
                     std::to_string(barrier.expected()) + " arrivals";
  const int32_t bytes = barrier.transactions();
  if (bytes > 0) text += " and " + std::to_string(bytes) + " bytes";
  if (bytes < 0) text += ", and " + std::to_string(-bytes) + " bytes have come unannounced";
  const auto known = block.async.mbarriers.find(offset);
  const uint64_t ended = known == block.async.mbarriers.end() ? 0 : known->second;
  if (ended == 1) text += ", after 1 phase that has ended";
  if (ended > 1) text += ", after " + std::to_string(ended) + " phases that have ended";
  return text;
}

bool check_mbarrier(Context& context, const MbarrierPlace& place, uint32_t lane) {
  if (place.block->async.mbarriers.contains(place.offset)) return true;
  std::string whose;
  if (place.block != &context)
    whose = " of the block of rank " + std::to_string(place.block->rank) + " in the cluster";
  context.fail(FaultKind::BarrierMisuse,
               "there is no mbarrier at offset " + std::to_string(place.offset) +
                   " of shared memory" + whose +
                   ": no mbarrier.init has run on it yet, or mbarrier.inval ended it",
               1u << lane);
  return false;
}

bool find_mbarrier(Context& context, const Instruction& part, size_t index, uint32_t lane,
                   MbarrierPlace& place) {
  return find_word(context, part, index, lane, AccessKind::Atomic, place) &&
         check_mbarrier(context, place, lane);
}

std::string arrive(Context& block, uint32_t offset, uint32_t count) {
  Mbarrier barrier = mbarrier_at(block, offset);
  if (count == 0 || count > barrier.pending()) {
    return std::to_string(count) + " arrivals at " + at(offset) + ", while " +
           describe_mbarrier(block, offset);
  }
  barrier.set_pending(barrier.pending() - count);
  const bool ends = barrier.end_phase();
  set_mbarrier(block, offset, barrier);
  changed(block, offset, ends);
  return "";
}

std::string add_transactions(Context& block, uint32_t offset, int64_t bytes) {
  Mbarrier barrier = mbarrier_at(block, offset);
  const int64_t sum = barrier.transactions() + bytes;
  if (sum > int64_t{Mbarrier::kMaximalCount} || sum < -int64_t{Mbarrier::kMaximalCount}) {
    return at(offset) + " cannot wait for " + std::to_string(sum) + " bytes: it counts " +
           std::to_string(Mbarrier::kMaximalCount) + " at most";
  }
  barrier.set_transactions(int32_t(sum));
  // Bytes to come never end a phase, bytes that have come do.
  const bool ends = bytes <= 0 && barrier.end_phase();
  set_mbarrier(block, offset, barrier);
  changed(block, offset, ends);
  return "";
}

/// [a], count
Flow mbarrier_init(Context& context, const Instruction& instruction, uint32_t mask) {
  AsyncAccess access = access_of(context, instruction, AccessKind::Store);
  access.is_relaxed = false;
  const bool is_well = for_lanes(mask & context.alive, [&](uint32_t lane) {
    MbarrierPlace place;
    if (!find_word(context, instruction, 0, lane, AccessKind::Store, place)) return false;
    auto [block, offset] = place;
    const auto count = uint32_t(value_of(context, instruction.operands[1], lane, 4));
    if (count == 0 || count > Mbarrier::kMaximalCount) {
      context.fail(FaultKind::BarrierMisuse,
                   "an mbarrier expects 1 to " + std::to_string(Mbarrier::kMaximalCount) +
                       " arrivals, not " + std::to_string(count),
                   1u << lane);
      return false;
    }
    block->async.mbarriers[offset] = 0;
    set_mbarrier(*block, offset, Mbarrier::expecting(count));
    changed(*block, offset, false);
    block->wake_at_mbarrier(offset);
    report(*block, access, lane, offset, 8);
    return true;
  });
  return is_well ? Flow::Next : Flow::Fault;
}

Flow mbarrier_invalidate(Context& context, const Instruction& instruction, uint32_t mask) {
  AsyncAccess access = access_of(context, instruction, AccessKind::Store);
  access.is_relaxed = false;
  const bool is_well = for_lanes(mask & context.alive, [&](uint32_t lane) {
    MbarrierPlace place;
    if (!find_mbarrier(context, instruction, 0, lane, place)) return false;
    auto [block, offset] = place;
    block->async.mbarriers.erase(offset);
    report(*block, access, lane, offset, 8);
    return true;
  });
  return is_well ? Flow::Next : Flow::Fault;
}

/// d, [a], and a count of arrivals or of bytes
Flow mbarrier_arrive(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncAccess access = access_of(context, instruction, AccessKind::Atomic);
  const Opcode opcode = instruction.opcode;
  // Lanes that arrive together at one barrier are told of the state before all of them.
  MbarrierPlace last;
  Mbarrier state(0);
  const bool is_well = for_lanes(mask & context.alive, [&](uint32_t lane) {
    MbarrierPlace place;
    if (!find_mbarrier(context, instruction, 1, lane, place)) return false;
    auto [block, offset] = place;
    const uint32_t value = instruction.operands[2].present()
                               ? uint32_t(value_of(context, instruction.operands[2], lane, 4))
                               : 1;
    const uint32_t count = expects_bytes(opcode) ? 1 : value;
    const Mbarrier before = mbarrier_at(*block, offset);
    const bool joins = last.block == place.block && last.offset == place.offset &&
                       state.parity() == before.parity();
    if (!joins) state = before;
    last = place;
    std::string error;
    if (expects_bytes(opcode)) error = add_transactions(*block, offset, int32_t(value));
    if (is_drop(opcode) && count <= before.expected()) {
      Mbarrier barrier = mbarrier_at(*block, offset);
      barrier.set_expected(barrier.expected() - count);
      set_mbarrier(*block, offset, barrier);
    }
    if (must_not_complete(opcode) && count >= before.pending()) {
      error = std::to_string(count) + " arrivals with .noComplete would end the phase of " +
              at(offset) + ": " + describe_mbarrier(*block, offset);
    } else if (error.empty()) {
      error = arrive(*block, offset, count);
    }
    if (!error.empty()) {
      context.fail(FaultKind::BarrierMisuse, error, 1u << lane);
      return false;
    }
    report(*block, access, lane, offset, 8);
    if (instruction.operands[0].present()) {
      const uint64_t bits = state.bits();
      std::memcpy(context.bases[instruction.operands[0].base()] + instruction.operands[0].offset() +
                      size_t{lane} * 8,
                  &bits, sizeof bits);
    }
    return true;
  });
  return is_well ? Flow::Next : Flow::Fault;
}

/// expect_tx and complete_tx: [a], bytes
Flow mbarrier_transactions(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncAccess access = access_of(context, instruction, AccessKind::Atomic);
  const bool comes = instruction.opcode == Opcode::MbarrierComplete;
  const bool is_well = for_lanes(mask & context.alive, [&](uint32_t lane) {
    MbarrierPlace place;
    if (!find_mbarrier(context, instruction, 0, lane, place)) return false;
    auto [block, offset] = place;
    const int64_t bytes = int32_t(value_of(context, instruction.operands[1], lane, 4));
    report(*block, access, lane, offset, 8);
    const std::string error = add_transactions(*block, offset, comes ? -bytes : bytes);
    if (!error.empty()) context.fail(FaultKind::BarrierMisuse, error, 1u << lane);
    return error.empty();
  });
  return is_well ? Flow::Next : Flow::Fault;
}

/// p, [a], and a state or a parity. A thread that would be told "not yet" waits until it can be
/// told otherwise, or until nobody can go on: being told late is what may happen to it on a GPU,
/// too.
Flow mbarrier_wait(Context& context, const Instruction& instruction, uint32_t mask) {
  const uint32_t lanes = mask & context.alive;
  if (lanes == 0) return Flow::Next;
  const bool has_state =
      instruction.opcode == Opcode::MbarrierTest || instruction.opcode == Opcode::MbarrierTry;
  uint32_t over = 0;
  std::array<uint64_t, kWarpSize> offsets{};
  const bool is_well = for_lanes(lanes, [&](uint32_t lane) {
    MbarrierPlace place;
    if (!find_mbarrier(context, instruction, 1, lane, place)) return false;
    auto [block, offset] = place;
    offsets[lane] = offset;
    if (block != &context) {
      context.fail(FaultKind::BarrierMisuse,
                   "a thread can wait for mbarriers of its own block only", 1u << lane);
      return false;
    }
    const uint32_t parity =
        has_state ? Mbarrier(value_of(context, instruction.operands[2], lane, 8)).parity()
                  : uint32_t(value_of(context, instruction.operands[2], lane, 4)) & 1;
    if (mbarrier_at(*block, offset).parity() == parity) {
      const std::string error = land_completions(*block, offset);
      if (!error.empty()) {
        context.fail(FaultKind::BarrierMisuse, error, 1u << lane);
        return false;
      }
    }
    if (mbarrier_at(*block, offset).parity() != parity) over |= 1u << lane;
    return true;
  });
  if (!is_well) return Flow::Fault;
  if (over == 0 && !context.split().is_time_up)
    return context.wait_at_mbarrier(uint32_t(offsets[size_t(__builtin_ctz(lanes))]));
  context.split().is_time_up = false;
  auto* result = reinterpret_cast<uint32_t*>(context.bases[instruction.operands[0].base()] +
                                             instruction.operands[0].offset());
  *result = (*result & ~lanes) | over;
  if (over != 0) {
    report(context, access_of(context, instruction, AccessKind::Load), over, offsets.data(), 8);
  }
  return Flow::Next;
}

/// d, state
Flow mbarrier_pending_count(Context& context, const Instruction& instruction, uint32_t mask) {
  for_lanes(mask & context.alive, [&](uint32_t lane) {
    const uint32_t count = Mbarrier(value_of(context, instruction.operands[1], lane, 8)).pending();
    std::memcpy(context.bases[instruction.operands[0].base()] + instruction.operands[0].offset() +
                    size_t{lane} * 4,
                &count, sizeof count);
    return true;
  });
  return Flow::Next;
}

}  // namespace gtl::exec
