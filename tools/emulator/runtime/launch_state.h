// What the workers of one launch share: which blocks are still to come, how far the instructions
// go, whether somebody failed, and whether all must stop.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/block_scheduler.h"

namespace gtl::runtime {

class LaunchState {
 public:
  static constexpr uint64_t kNone = ~uint64_t{0};

  LaunchState(uint64_t clusters, size_t workers, const SchedulerOptions& options)
      : clusters_(clusters),
        options_(options),
        has_limit_(options.instruction_limit != 0),
        left_(options.instruction_limit),
        stuck_at_(workers, kNone) {}

  /// The next cluster to start, or kNone.
  uint64_t take();
  uint64_t failed() const { return failed_.load(std::memory_order_acquire); }
  void report(const exec::Fault& fault, uint64_t cluster);
  std::optional<exec::Fault> take_fault() { return std::move(fault_); }

  /// Warp instructions for a turn of up to `wanted`; 0 when the limit is reached, after setting the
  /// verdict.
  uint64_t claim(uint64_t wanted);
  void give_back(uint64_t claimed, uint64_t used);

  /// Counts turns in which some thread changed what others may see.
  uint64_t progress() const { return progress_.load(std::memory_order_acquire); }
  void note_effects() { progress_.fetch_add(1, std::memory_order_acq_rel); }
  /// All blocks of the worker go round in circles. When that is so for all workers, it is the
  /// verdict.
  void declare_stuck(size_t worker, uint64_t progress);
  /// The worker has nothing left to run.
  void declare_done(size_t worker);

  /// Why all must stop where they are; nothing while they may go on.
  std::optional<exec::FaultKind> verdict();

 private:
  using Clock = std::chrono::steady_clock;

  void stop(exec::FaultKind kind) { verdict_.store(int(kind), std::memory_order_release); }
  bool all_stuck(uint64_t progress) const;

  const uint64_t clusters_;
  const SchedulerOptions& options_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> failed_{kNone};
  std::atomic<int> verdict_{-1};
  std::atomic<uint64_t> progress_{0};
  std::mutex mutex_;
  std::optional<exec::Fault> fault_;
  const bool has_limit_;
  uint64_t left_;  ///< Of the limit.
  unsigned in_turn_ = 0;
  /// By worker: the progress at which it was stuck; kNone: it is not; kDone: it has ended.
  static constexpr uint64_t kDone = kNone - 1;
  std::vector<uint64_t> stuck_at_;
  std::optional<Clock::time_point> stuck_since_;
  uint64_t stuck_progress_ = kNone;
};

}  // namespace gtl::runtime
