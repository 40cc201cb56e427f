// Everything that watches the blocks of one worker: counters and checks, each if it is wanted.
#pragma once

#include <optional>
#include <vector>

#include "checks/initcheck.h"
#include "checks/racecheck.h"
#include "counters/counters.h"
#include "exec/launch.h"
#include "runtime/block_scheduler.h"
#include "runtime/settings.h"

namespace gtl::runtime {

class Observers : public exec::Observer {
 public:
  Observers(const Settings& settings, const exec::Launch& launch, checks::InitShadow& shadow);

  /// Whether anything watches at all: the fast paths want to know.
  static bool are_wanted(const Settings& settings);

  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void memory(const exec::MemoryEvent& event) override;
  void barrier(const exec::BarrierEvent& event) override;

  std::optional<counters::CounterObserver> counters;
  std::optional<checks::Racecheck> racecheck;
  std::optional<checks::Initcheck> initcheck;
};

/// The counts of all workers.
counters::LaunchCounters sum_counters(const exec::Launch& launch,
                                      const std::vector<Worker>& workers);

/// What the checks of all workers report; empty when they found nothing.
std::string reports_of_checks(const exec::Launch& launch, const std::vector<Worker>& workers);

}  // namespace gtl::runtime
