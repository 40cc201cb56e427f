// What the page does with the emulator: a module, buffers, a launch that runs in slices. The C
// interface (emulator_api.h) exports it; the tests call it as it is.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checks/check_set.h"
#include "checks/init_shadow.h"
#include "checks/initcheck.h"
#include "checks/racecheck.h"
#include "checks/synccheck.h"
#include "counters/counters.h"
#include "decode/program.h"
#include "exec/launch.h"
#include "exec/progress_watch.h"
#include "memory/memory.h"
#include "wasm/source_lines.h"

namespace gtl::wasm {

/// Everything that watches a launch, each if it is wanted.
class Watchers : public exec::Observer {
 public:
  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void memory(const exec::MemoryEvent& event) override;
  void barrier(const exec::BarrierEvent& event) override;
  void barrier_opens(const exec::BarrierOpening& opening) override;
  void warp_sync(const exec::WarpSyncEvent& event) override;
  void fence(const exec::FenceEvent& event) override;
  void warpgroup(const exec::WarpgroupEvent& event) override;

  std::optional<counters::CounterObserver> counters;
  std::optional<checks::GlobalShadow> accesses;  ///< What racecheck notes of global memory.
  std::optional<checks::Racecheck> racecheck;
  std::optional<checks::Initcheck> initcheck;
  std::optional<checks::Synccheck> synccheck;
};

struct LaunchRequest {
  uint32_t kernel = 0;  ///< Position in kernels().
  exec::Dim3 grid, block, cluster;
  uint32_t dynamic_shared_bytes = 0;
  std::vector<std::byte> parameters;
  checks::CheckSet checks;
  bool counts = true;
};

class Session {
 public:
  Session();
  ~Session();
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;

  /// Parses, decodes and loads a module; the one before, its buffers and its launch are gone.
  /// False: message() says why, with the place.
  bool load(std::string_view ptx);
  const std::string& message() const { return message_; }
  /// JSON: the module's kernels, with their parameters.
  std::string kernels() const;

  /// 0: message() says why.
  uint64_t allocate(uint64_t bytes);
  bool release(uint64_t address);
  /// The address of a variable of the module, by its PTX name; 0 when there is none.
  uint64_t variable(std::string_view name) const;
  /// The bytes behind [address, address + size), null when they do not lie in one buffer.
  /// `writes`: the caller will set them all.
  std::byte* bytes(uint64_t address, uint64_t size, bool writes);

  /// Prepares a launch. False: message() says what is wrong with it.
  bool begin(LaunchRequest request);
  /// Runs about `budget` warp instructions. Suspended: there is more to do.
  exec::RunState run(uint64_t budget);
  uint64_t blocks_done() const { return blocks_done_; }
  uint64_t warp_instructions() const;
  uint64_t thread_instructions() const;
  /// One line as counters::json_line writes it, of what has run so far.
  std::string counters() const;
  /// JSON: what the checks and a fault report.
  std::string findings() const;

  // For those who step a warp of the launch that begin() prepared, instead of running it.
  const exec::Launch& launch() const { return *launch_; }
  bool has_launch() const { return launch_.has_value(); }
  const SourceLines& source_lines() const { return source_lines_; }
  Watchers& watchers() { return watchers_; }
  void set_fault(const exec::Fault& fault) { fault_ = fault; }

 private:
  /// A cluster that has started and not ended; a block, where there are no clusters.
  struct Resident {
    exec::BlockRunner* runner = nullptr;
    uint64_t cluster = 0, effects = 0;
    exec::ProgressWatch watch;
  };

  std::optional<Resident> next();
  bool has_more_to_start() const;
  bool nobody_goes_on() const;
  void stop_all(exec::FaultKind kind);

  std::string message_;
  std::unique_ptr<memory::Memory> memory_;
  checks::InitShadow shadow_;
  decode::Program program_;
  SourceLines source_lines_;
  std::vector<uint32_t> kernels_;  ///< Indices into program_.functions.

  std::optional<exec::Launch> launch_;
  Watchers watchers_;
  std::vector<std::unique_ptr<exec::BlockRunner>> runners_;
  std::vector<exec::BlockRunner*> idle_;
  std::deque<Resident> waiting_;
  uint64_t resident_limit_ = 1, next_cluster_ = 0, blocks_done_ = 0, launches_ = 0;
  uint64_t progress_ = 0;  ///< Turns in which some thread changed what others may see.
  std::optional<exec::Fault> fault_;
};

}  // namespace gtl::wasm
