#include "runtime/block_scheduler.h"

#include <algorithm>
#include <atomic>
#include <deque>
#include <mutex>
#include <thread>
#include <utility>

namespace gtl::runtime {
namespace {

/// Warp instructions a block runs before another gets its turn: about a millisecond.
constexpr uint64_t kTurn = 1 << 16;
/// Turns that blocks below a failed one still get, to find out whether one of them fails too.
constexpr int kTurnsAfterFault = 64;
constexpr uint64_t kNone = ~uint64_t{0};

/// What the workers of one launch share.
class Shared {
 public:
  explicit Shared(uint64_t blocks) : blocks_(blocks) {}

  /// The next block to start, or kNone.
  uint64_t take() {
    const uint64_t block = next_.fetch_add(1, std::memory_order_relaxed);
    return block < blocks_ && block < failed_block() ? block : kNone;
  }
  uint64_t failed_block() const { return failed_.load(std::memory_order_acquire); }

  void report(const exec::Fault& fault, uint64_t block) {
    std::lock_guard lock(mutex_);
    if (block >= failed_block()) return;
    fault_ = fault;
    failed_.store(block, std::memory_order_release);
  }
  std::optional<exec::Fault> take_fault() { return std::move(fault_); }

 private:
  const uint64_t blocks_;
  std::atomic<uint64_t> next_{0};
  std::atomic<uint64_t> failed_{kNone};
  std::mutex mutex_;
  std::optional<exec::Fault> fault_;
};

struct Resident {
  exec::BlockRunner* runner = nullptr;
  uint64_t block = 0;
  int turns_after_fault = 0;
};

class WorkerLoop {
 public:
  WorkerLoop(const exec::Launch& launch, const SchedulerOptions& options, uint64_t limit,
             Shared& shared, Worker& worker)
      : launch_(launch), options_(options), limit_(limit), shared_(shared), worker_(worker) {}

  void run() {
    while (std::optional<Resident> resident = next()) {
      switch (resident->runner->run(kTurn)) {
        case exec::RunState::Suspended:
          waiting_.push_back(*resident);
          break;
        case exec::RunState::Faulted:
          shared_.report(resident->runner->fault(), resident->block);
          // Its runner is spent; others finish what came before.
          break;
        case exec::RunState::Finished:
          idle_.push_back(resident->runner);
          break;
      }
    }
  }

 private:
  /// A new block while there is room, so that those which wait for it go on; else the one that
  /// waits longest.
  std::optional<Resident> next() {
    if (waiting_.size() < limit_ && !no_more_) {
      const uint64_t block = shared_.take();
      if (block != kNone) return start(block);
      no_more_ = true;
    }
    while (!waiting_.empty()) {
      Resident resident = waiting_.front();
      waiting_.pop_front();
      const uint64_t failed = shared_.failed_block();
      if (resident.block > failed) continue;
      if (failed != kNone && ++resident.turns_after_fault > kTurnsAfterFault) continue;
      return resident;
    }
    return std::nullopt;
  }

  Resident start(uint64_t block) {
    exec::BlockRunner* runner = nullptr;
    if (idle_.empty()) {
      worker_.runners.push_back(
          std::make_unique<exec::BlockRunner>(launch_, worker_.observer.get()));
      runner = worker_.runners.back().get();
    } else {
      runner = idle_.back();
      idle_.pop_back();
    }
    runner->start(block);
    return {runner, block};
  }

  const exec::Launch& launch_;
  const SchedulerOptions& options_;
  const uint64_t limit_;
  Shared& shared_;
  Worker& worker_;
  std::deque<Resident> waiting_;
  std::vector<exec::BlockRunner*> idle_;
  bool no_more_ = false;
};

}  // namespace

LaunchResult run_blocks(const exec::Launch& launch, const SchedulerOptions& options) {
  const uint64_t blocks = launch.grid.count() / launch.cluster.count();
  const uint64_t threads = std::clamp<uint64_t>(options.threads, 1, blocks);
  const uint64_t limit = std::max<uint64_t>(1, options.resident_blocks / threads);
  LaunchResult result;
  result.workers.resize(threads);
  for (Worker& worker : result.workers) {
    if (options.make_observer) worker.observer = options.make_observer();
  }
  Shared shared(blocks);
  auto work = [&](size_t index) {
    WorkerLoop(launch, options, limit, shared, result.workers[index]).run();
  };
  {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back(work, i);
    work(0);
  }
  result.fault = shared.take_fault();
  return result;
}

}  // namespace gtl::runtime
