#include "counters/counters.h"

#include "counters/banks.h"
#include "counters/coalescing.h"

namespace gtl::counters {

AccessCount& AccessCount::operator+=(const AccessCount& other) {
  // A worker that never met the instruction knows nothing of its kind.
  if (other.kind != exec::AccessKind::Load) kind = other.kind;
  global_requests += other.global_requests;
  global_sectors += other.global_sectors;
  global_bytes_used += other.global_bytes_used;
  shared_instructions += other.shared_instructions;
  shared_wavefronts += other.shared_wavefronts;
  shared_conflicts += other.shared_conflicts;
  local_instructions += other.local_instructions;
  return *this;
}

void CounterObserver::memory(const exec::MemoryEvent& event) {
  AccessCount& count = accesses_.at(event.function, event.instruction);
  count.kind = event.kind;
  switch (event.space) {
    case memory::Space::Global: {
      const RequestCount request = count_request(event.address, event.mask, event.bytes);
      count.global_requests += request.requests;
      count.global_sectors += request.sectors;
      count.global_bytes_used += request.bytes_used;
      return;
    }
    case memory::Space::Shared: {
      const BankCount banks = count_banks(event.address, event.mask, event.bytes);
      count.shared_instructions += 1;
      count.shared_wavefronts += banks.wavefronts;
      count.shared_conflicts += banks.conflicts;
      return;
    }
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
