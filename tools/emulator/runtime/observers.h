// Everything that watches the blocks of one worker: counters and checks, each if it is wanted.
#pragma once

#include <optional>
#include <vector>

#include "checks/initcheck.h"
#include "checks/racecheck.h"
#include "checks/synccheck.h"
#include "counters/counters.h"
#include "exec/launch.h"
#include "runtime/block_scheduler.h"
#include "runtime/settings.h"

namespace gtl::runtime {

/// What the observers of all workers share during one launch.
struct SharedNotes {
  explicit SharedNotes(checks::InitShadow& shadow) : written(shadow) {}
  checks::InitShadow& written;
  checks::GlobalShadow accesses;
};

class Observers : public exec::Observer {
 public:
  Observers(const Settings& settings, const exec::Launch& launch, SharedNotes& notes);

  /// Whether anything watches at all: the fast paths want to know.
  static bool are_wanted(const Settings& settings);

  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void memory(const exec::MemoryEvent& event) override;
  void barrier(const exec::BarrierEvent& event) override;
  void barrier_opens(const exec::BarrierOpening& opening) override;
  void warp_sync(const exec::WarpSyncEvent& event) override;
  void fence(const exec::FenceEvent& event) override;
  void warpgroup(const exec::WarpgroupEvent& event) override;

  std::optional<counters::CounterObserver> counters;
  std::optional<checks::Racecheck> racecheck;
  std::optional<checks::Initcheck> initcheck;
  std::optional<checks::Synccheck> synccheck;
};

/// The counts of all workers.
counters::LaunchCounters sum_counters(const exec::Launch& launch,
                                      const std::vector<Worker>& workers);

/// What the checks of all workers found.
std::vector<checks::Finding> findings_of_checks(const exec::Launch& launch,
                                                const std::vector<Worker>& workers,
                                                const SharedNotes& notes);

}  // namespace gtl::runtime
