// Runs the blocks of one launch on a few worker threads.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "exec/launch.h"

namespace gtl::runtime {

/// What one worker brings to a launch; made before and read after it runs.
struct Worker {
  std::unique_ptr<exec::Observer> observer;  ///< May be null.
  std::vector<std::unique_ptr<exec::BlockRunner>> runners;
};

struct SchedulerOptions {
  unsigned threads = 1;
  /// As many blocks as the device holds at once take turns, so that blocks may wait for each other.
  /// More are not started before one of them ends, as on the device.
  uint64_t resident_blocks = 1;
  /// Warp instructions that the launch may execute; 0: any number.
  uint64_t instruction_limit = 0;
  /// Becomes true when the user wants the launch to end; null: never.
  const std::atomic<bool>* is_interrupted = nullptr;
  /// Whether the host's threads can write memory that the kernel reads: a kernel that waits for
  /// them is given some time. Asked only when nobody goes on; empty: they cannot.
  std::function<bool()> host_may_write;
  std::function<std::unique_ptr<exec::Observer>()> make_observer;  ///< May be empty.
};

struct LaunchResult {
  /// Of the lowest block that failed, however many workers there are. When all were stopped
  /// together (nobody can go on, the limit, an interruption): of the lowest block that was running;
  /// the detail says where the others were.
  std::optional<exec::Fault> fault;
  std::vector<Worker> workers;
};

LaunchResult run_blocks(const exec::Launch& launch, const SchedulerOptions& options);

}  // namespace gtl::runtime
