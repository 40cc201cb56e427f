// Counting a launch: one CounterObserver a worker collects without locks, LaunchCounters adds them
// up. How it is used:
//
//     LaunchCounters sum(program);
//     // in each worker:  CounterObserver observer(program); BlockRunner runner(launch, &observer);
//     … run … sum.add(observer);  sum.add(runner.instruction_counts()); file << json_line({id,
//     demangled, mangled, grid, block}, sum);       // json_lines.h
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "decode/program.h"
#include "exec/launch.h"
#include "exec/observer.h"

namespace gtl::counters {

/// What the memory accesses of one instruction cost, over all its executions.
struct AccessCount {
  exec::AccessKind kind = exec::AccessKind::Load;
  uint64_t global_requests = 0, global_sectors = 0, global_bytes_used = 0;
  uint64_t shared_instructions = 0, shared_wavefronts = 0, shared_conflicts = 0;
  /// Shared atomics of which the compiler makes a loop. Where its rounds follow from the addresses,
  /// they are in the sums: the attempts to store as atomics above, the loads here.
  uint64_t shared_loops = 0;
  uint64_t loop_loads = 0, loop_load_wavefronts = 0, loop_load_conflicts = 0;
  /// Of these and of global atomics, the loops whose rounds depend on values: in no sum.
  uint64_t uncounted_loops = 0;
  uint64_t copy_instructions = 0;  ///< cp.async
  uint64_t local_instructions = 0, local_requests = 0, local_sectors = 0;

  bool any() const {
    return (global_requests | shared_instructions | shared_wavefronts | local_instructions |
            copy_instructions | uncounted_loops) != 0;
  }
  AccessCount& operator+=(const AccessCount& other);
};

/// One value an instruction of a program, in one flat array.
template <class T>
class ByInstruction {
 public:
  explicit ByInstruction(const decode::Program& program) {
    uint32_t count = 0;
    for (const decode::Function& function : program.functions) {
      first_.push_back(count);
      count += static_cast<uint32_t>(function.instructions.size());
    }
    values_.resize(count);
  }
  T& at(uint32_t function, uint32_t instruction) { return values_[first_[function] + instruction]; }
  const T& at(uint32_t function, uint32_t instruction) const {
    return values_[first_[function] + instruction];
  }
  void add(const ByInstruction& other) {
    for (size_t i = 0; i < values_.size(); ++i) values_[i] += other.values_[i];
  }

 private:
  std::vector<uint32_t> first_;  ///< By function: where its instructions start in `values_`.
  std::vector<T> values_;
};

/// Watches the blocks that one worker runs. `program` must outlive it.
class CounterObserver final : public exec::Observer {
 public:
  explicit CounterObserver(const decode::Program& program) : accesses_(program) {}
  void memory(const exec::MemoryEvent& event) override;
  const ByInstruction<AccessCount>& accesses() const { return accesses_; }

 private:
  ByInstruction<AccessCount> accesses_;
  std::array<uint64_t, 32> copied_to_{};  ///< By the cp.async of which the shared side came last.
};

/// All counts of one launch: the sum over its workers, in any order. `program` must outlive it.
class LaunchCounters {
 public:
  explicit LaunchCounters(const decode::Program& program)
      : program_(program), accesses_(program), executed_(program) {}
  void add(const CounterObserver& observer) { accesses_.add(observer.accesses()); }
  /// What BlockRunner::instruction_counts() returns.
  void add(const std::vector<std::vector<exec::InstructionCount>>& counts);

  const decode::Program& program() const { return program_; }
  const ByInstruction<AccessCount>& accesses() const { return accesses_; }
  const ByInstruction<exec::InstructionCount>& executed() const { return executed_; }

 private:
  const decode::Program& program_;
  ByInstruction<AccessCount> accesses_;
  ByInstruction<exec::InstructionCount> executed_;
};

}  // namespace gtl::counters
