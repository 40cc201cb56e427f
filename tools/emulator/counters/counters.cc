#include "counters/counters.h"

#include <algorithm>

#include "counters/banks.h"
#include "counters/coalescing.h"

namespace gtl::counters {
namespace {

/// An H200 counts each cp.async as so many instructions that load from shared memory.
constexpr uint64_t kSharedLoadsOfCopy = 3;

bool is_atomic(exec::AccessKind kind) {
  return kind == exec::AccessKind::Atomic || kind == exec::AccessKind::Reduction;
}

RequestCount count_request_of(const exec::MemoryEvent& event, const uint64_t* copied_to) {
  if (is_atomic(event.kind)) return count_atomic_request(event.address, event.mask, event.bytes);
  if (event.bypasses_l1) {
    return count_bypassing_copy(event.address, copied_to, event.mask, event.bytes);
  }
  if (event.is_contiguous) return count_contiguous_request(event.address[0], event.bytes);
  if (event.is_uniform) return {1, 1, event.bytes};
  return count_request(event.address, event.mask, event.bytes);
}

void count_global(const exec::MemoryEvent& event, const uint64_t* copied_to, AccessCount& count) {
  if (is_atomic(event.kind) && event.bytes < kBankBytes) {
    // A loop around a compare-and-swap of the whole word.
    count.uncounted_loops += 1;
    return;
  }
  const RequestCount request = count_request_of(event, copied_to);
  count.global_requests += request.requests;
  count.global_sectors += request.sectors;
  count.global_bytes_used += request.bytes_used;
  if (is_atomic(event.kind) && event.is_generic && event.mask != 0) {
    // Whether it is shared memory is found out on the way: it takes its turn there, too.
    count.shared_wavefronts += event.atomic == exec::AtomicKind::CompareAndSwap ? 2 : 1;
  }
}

void add_banks(const BankCount& banks, bool is_generic, AccessCount& count) {
  // A generic access has an instruction of its own, which the metric does not count.
  count.shared_instructions += is_generic ? 0 : 1;
  count.shared_wavefronts += banks.wavefronts;
  count.shared_conflicts += banks.conflicts;
}

void count_shared_atomic(const exec::MemoryEvent& event, AccessCount& count) {
  if (event.mask == 0) return;  // The compiler jumps over it.
  const bool is_compare_and_swap = event.atomic == exec::AtomicKind::CompareAndSwap;
  const bool is_native = event.bytes >= kBankBytes &&
                         (is_compare_and_swap || event.atomic == exec::AtomicKind::Exchange ||
                          (event.bytes == kBankBytes && event.atomic == exec::AtomicKind::Integer));
  if (is_native) {
    add_banks(count_bank_atomic(event.address, event.mask, event.bytes, is_compare_and_swap),
              event.is_generic, count);
    return;
  }
  count.shared_loops += 1;
  if (!event.is_addition || event.bytes < kBankBytes || event.bytes > 2 * kBankBytes) {
    count.uncounted_loops += 1;
    return;
  }
  const BankLoopCount loop = count_bank_loop(event.address, event.mask, event.bytes);
  count.shared_instructions += loop.rounds;
  count.shared_wavefronts += loop.attempts.wavefronts;
  count.shared_conflicts += loop.attempts.conflicts;
  count.loop_loads += loop.rounds;
  count.loop_load_wavefronts += loop.loads.wavefronts;
  count.loop_load_conflicts += loop.loads.conflicts;
}

void count_shared(const exec::MemoryEvent& event, AccessCount& count) {
  if (event.origin == exec::AccessOrigin::MatrixRows) {
    // smsp__inst_executed_op_shared_ld and _st leave ldmatrix and stmatrix out.
    const BankCount banks = count_bank_rows(event.address, event.mask, event.bytes);
    count.shared_wavefronts += banks.wavefronts;
    count.shared_conflicts += banks.conflicts;
    return;
  }
  const bool is_one_pass = event.bytes <= kBankBytes && !is_atomic(event.kind);
  if (is_one_pass && (event.is_contiguous || event.is_uniform)) {
    add_banks({1, 0}, event.is_generic, count);
    return;
  }
  if (event.kind == exec::AccessKind::Load && !event.is_generic) {
    add_banks(count_bank_load(event.address, event.mask, event.bytes), event.is_generic, count);
  } else if (!is_atomic(event.kind)) {
    // Generic loads never pair, as stores.
    add_banks(count_bank_store(event.address, event.mask, event.bytes), event.is_generic, count);
  } else {
    count_shared_atomic(event, count);
  }
}

void count_local(const exec::MemoryEvent& event, AccessCount& count) {
  const RequestCount request = count_local_request(event.address, event.mask, event.bytes);
  count.local_instructions += 1;
  count.local_requests += request.requests;
  count.local_sectors += request.sectors;
}

}  // namespace

AccessCount& AccessCount::operator+=(const AccessCount& other) {
  // A worker that never met the instruction knows nothing of its kind.
  if (other.kind != exec::AccessKind::Load) kind = other.kind;
  global_requests += other.global_requests;
  global_sectors += other.global_sectors;
  global_bytes_used += other.global_bytes_used;
  shared_instructions += other.shared_instructions;
  shared_wavefronts += other.shared_wavefronts;
  shared_conflicts += other.shared_conflicts;
  shared_loops += other.shared_loops;
  loop_loads += other.loop_loads;
  loop_load_wavefronts += other.loop_load_wavefronts;
  loop_load_conflicts += other.loop_load_conflicts;
  uncounted_loops += other.uncounted_loops;
  local_instructions += other.local_instructions;
  copy_instructions += other.copy_instructions;
  local_requests += other.local_requests;
  local_sectors += other.local_sectors;
  return *this;
}

void CounterObserver::memory(const exec::MemoryEvent& event) {
  // Copies count when they are issued; mbarriers have a pipe of their own.
  if (event.origin == exec::AccessOrigin::CopyLanding ||
      event.origin == exec::AccessOrigin::Mbarrier) {
    return;
  }
  // Tensor cores read what a descriptor names without the pipe that the metrics describe.
  if (event.origin == exec::AccessOrigin::MatrixDescriptor) return;
  AccessCount& count = accesses_.at(event.function, event.instruction);
  if (event.origin == exec::AccessOrigin::CopyIssue) {
    count.copy_instructions += 1;
    count.shared_instructions += kSharedLoadsOfCopy;
    std::copy_n(event.address, copied_to_.size(), copied_to_.begin());
    return;
  }
  // The hardware has no generic reduction.
  count.kind = event.is_generic && event.kind == exec::AccessKind::Reduction
                   ? exec::AccessKind::Atomic
                   : event.kind;
  switch (event.space) {
    case memory::Space::Global:
      count_global(event, copied_to_.data(), count);
      return;
    case memory::Space::Shared:
      if (event.shared_block == event.block) count_shared(event, count);
      return;
    case memory::Space::Local:
      count_local(event, count);
      return;
    case memory::Space::Const:
    case memory::Space::Param:
      return;  // Neither goes through the memory pipe that the metrics describe.
  }
}

void LaunchCounters::add(const std::vector<std::vector<exec::InstructionCount>>& counts) {
  for (uint32_t function = 0; function < counts.size(); ++function) {
    for (uint32_t i = 0; i < counts[function].size(); ++i) {
      exec::InstructionCount& sum = executed_.at(function, i);
      sum.executed += counts[function][i].executed;
      sum.lanes += counts[function][i].lanes;
    }
  }
}

}  // namespace gtl::counters
