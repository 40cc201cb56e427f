#include "runtime/block_scheduler.h"

#include <algorithm>
#include <deque>
#include <thread>
#include <utility>

#include "checks/stopped_blocks.h"
#include "exec/progress_watch.h"
#include "runtime/launch_state.h"

namespace gtl::runtime {
namespace {

/// Warp instructions a cluster runs before another gets its turn: about a millisecond.
constexpr uint64_t kTurn = 1 << 16;
/// Turns that blocks below a failed one still get, to find out whether one of them fails too.
constexpr int kTurnsAfterFault = 64;

/// A cluster that has started and not ended; a block, where there are no clusters.
struct Resident {
  exec::BlockRunner* runner = nullptr;
  uint64_t cluster = 0;
  int turns_after_fault = 0;
  uint64_t effects = 0;
  exec::ProgressWatch watch;
};

class WorkerLoop {
 public:
  WorkerLoop(const exec::Launch& launch, uint64_t limit, size_t index, LaunchState& state,
             Worker& worker)
      : launch_(launch), limit_(limit), index_(index), state_(state), worker_(worker) {}

  void run() {
    while (!state_.verdict()) {
      std::optional<Resident> resident = next();
      if (!resident) break;
      take_turn(*resident);
    }
    state_.declare_done(index_);
  }

  /// After a verdict: where the worker's clusters are.
  void collect(exec::FaultKind kind, std::vector<checks::StoppedCluster>& stopped) {
    for (const Resident& resident : waiting_) {
      resident.runner->stop(kind);
      stopped.push_back({resident.cluster, resident.runner->fault()});
    }
  }

 private:
  void take_turn(Resident& resident) {
    exec::BlockRunner& runner = *resident.runner;
    const uint64_t claimed = state_.claim(kTurn);
    if (claimed == 0) {
      waiting_.push_back(resident);
      return;
    }
    const uint64_t executed = runner.executed();
    const exec::RunState outcome = runner.run(claimed);
    state_.give_back(claimed, runner.executed() - executed);
    const bool had_effects = runner.effects() != resident.effects;
    resident.effects = runner.effects();
    if (had_effects) state_.note_effects();
    switch (outcome) {
      case exec::RunState::Suspended:
        if (!had_effects) resident.watch.look(runner, state_.progress());
        waiting_.push_back(resident);
        declare_stuck_if_all_are();
        break;
      case exec::RunState::Faulted:
        state_.report(runner.fault(), resident.cluster);
        // Its runner is spent; others finish what came before.
        break;
      case exec::RunState::Finished:
        idle_.push_back(&runner);
        break;
    }
  }

  void declare_stuck_if_all_are() {
    const uint64_t progress = state_.progress();
    const bool has_room = waiting_.size() < limit_ && !no_more_;
    if (has_room || !waiting_.back().watch.is_stuck(progress) || state_.failed() != state_.kNone)
      return;
    const bool all = std::all_of(waiting_.begin(), waiting_.end(), [=](const Resident& resident) {
      return resident.watch.is_stuck(progress);
    });
    if (all) state_.declare_stuck(index_, progress);
  }

  /// A new cluster while there is room, so that those which wait for it go on; else the one that
  /// waits longest.
  std::optional<Resident> next() {
    if (waiting_.size() < limit_ && !no_more_) {
      const uint64_t cluster = state_.take();
      if (cluster != LaunchState::kNone) return start(cluster);
      no_more_ = true;
    }
    while (!waiting_.empty()) {
      Resident resident = waiting_.front();
      waiting_.pop_front();
      const uint64_t failed = state_.failed();
      if (resident.cluster > failed) continue;
      if (failed != LaunchState::kNone && ++resident.turns_after_fault > kTurnsAfterFault) continue;
      return resident;
    }
    return std::nullopt;
  }

  Resident start(uint64_t cluster) {
    exec::BlockRunner* runner = nullptr;
    if (idle_.empty()) {
      worker_.runners.push_back(
          std::make_unique<exec::BlockRunner>(launch_, worker_.observer.get()));
      runner = worker_.runners.back().get();
    } else {
      runner = idle_.back();
      idle_.pop_back();
    }
    runner->start(cluster);
    return {runner, cluster, 0, runner->effects(), {}};
  }

  const exec::Launch& launch_;
  const uint64_t limit_;
  const size_t index_;
  LaunchState& state_;
  Worker& worker_;
  std::deque<Resident> waiting_;
  std::vector<exec::BlockRunner*> idle_;
  bool no_more_ = false;
};

}  // namespace

LaunchResult run_blocks(const exec::Launch& launch, const SchedulerOptions& options) {
  const uint64_t clusters = launch.grid.count() / launch.cluster.count();
  const uint64_t threads = std::clamp<uint64_t>(options.threads, 1, clusters);
  // Rounded up: a grid that must be resident as a whole is, however the workers share it.
  const uint64_t resident = std::max<uint64_t>(1, options.resident_blocks / launch.cluster.count());
  const uint64_t limit = (resident + threads - 1) / threads;
  LaunchResult result;
  result.workers.resize(threads);
  for (Worker& worker : result.workers) {
    if (options.make_observer) worker.observer = options.make_observer();
  }
  LaunchState state(clusters, threads, options);
  std::vector<WorkerLoop> loops;
  loops.reserve(threads);
  for (size_t i = 0; i < threads; ++i)
    loops.emplace_back(launch, limit, i, state, result.workers[i]);
  {
    std::vector<std::jthread> others;
    for (size_t i = 1; i < threads; ++i) others.emplace_back([&, i] { loops[i].run(); });
    loops[0].run();
  }
  result.fault = state.take_fault();
  if (const auto verdict = state.verdict(); verdict && !result.fault) {
    std::vector<checks::StoppedCluster> stopped;
    for (WorkerLoop& loop : loops) loop.collect(*verdict, stopped);
    result.fault = fault_of_stopped(launch, std::move(stopped));
  }
  return result;
}

}  // namespace gtl::runtime
