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

void count_global(const exec::MemoryEvent& event, const uint64_t* copied_to, AccessCount& count) {
  RequestCount request;
  if (is_atomic(event.kind)) {
    request = count_atomic_request(event.address, event.mask, event.bytes);
  } else if (event.bypasses_l1) {
    request = count_bypassing_copy(event.address, copied_to, event.mask, event.bytes);
  } else {
    request = count_request(event.address, event.mask, event.bytes);
  }
  count.global_requests += request.requests;
  count.global_sectors += request.sectors;
  count.global_bytes_used += request.bytes_used;
}

void count_shared(const exec::MemoryEvent& event, AccessCount& count) {
  count.shared_instructions += 1;
  BankCount banks;
  if (event.kind == exec::AccessKind::Load) {
    banks = count_bank_load(event.address, event.mask, event.bytes);
  } else if (event.kind == exec::AccessKind::Store) {
    banks = count_bank_store(event.address, event.mask, event.bytes);
  } else if (event.bytes == kBankBytes && event.atomic != exec::AtomicKind::FloatingPoint) {
    banks = count_bank_atomic(event.address, event.mask,
                              event.atomic == exec::AtomicKind::CompareAndSwap);
  } else {
    // The compiler makes a loop of it, whose rounds depend on what other warps do meanwhile.
    count.shared_loops += 1;
  }
  count.shared_wavefronts += banks.wavefronts;
  count.shared_conflicts += banks.conflicts;
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
  local_instructions += other.local_instructions;
  copy_instructions += other.copy_instructions;
  return *this;
}

void CounterObserver::memory(const exec::MemoryEvent& event) {
  // Copies count when they are issued; mbarriers have a pipe of their own.
  if (event.origin == exec::AccessOrigin::CopyLanding ||
      event.origin == exec::AccessOrigin::Mbarrier) {
    return;
  }
  AccessCount& count = accesses_.at(event.function, event.instruction);
  if (event.origin == exec::AccessOrigin::CopyIssue) {
    count.copy_instructions += 1;
    count.shared_instructions += kSharedLoadsOfCopy;
    std::copy_n(event.address, copied_to_.size(), copied_to_.begin());
    return;
  }
  count.kind = event.kind;
  switch (event.space) {
    case memory::Space::Global:
      count_global(event, copied_to_.data(), count);
      return;
    case memory::Space::Shared:
      if (event.shared_block == event.block) count_shared(event, count);
      return;
    case memory::Space::Local:
      count.local_instructions += 1;
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
