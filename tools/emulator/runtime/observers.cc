#include "runtime/observers.h"

namespace gtl::runtime {
namespace {

const Observers* observers_of(const Worker& worker) {
  return static_cast<const Observers*>(worker.observer.get());
}

}  // namespace

Observers::Observers(const Settings& settings, const exec::Launch& launch,
                     checks::InitShadow& shadow) {
  if (!settings.counters_file.empty()) counters.emplace(*launch.program);
  if (settings.checks.has(checks::Check::Racecheck)) racecheck.emplace(launch);
  if (settings.checks.has(checks::Check::Initcheck)) initcheck.emplace(launch, shadow);
}

bool Observers::are_wanted(const Settings& settings) {
  return !settings.counters_file.empty() || settings.checks.has(checks::Check::Racecheck) ||
         settings.checks.has(checks::Check::Initcheck);
}

void Observers::block_begins(uint64_t block) {
  if (racecheck) racecheck->block_begins(block);
  if (initcheck) initcheck->block_begins(block);
}

void Observers::block_ends(uint64_t block) {
  if (racecheck) racecheck->block_ends(block);
  if (initcheck) initcheck->block_ends(block);
}

void Observers::memory(const exec::MemoryEvent& event) {
  if (counters) counters->memory(event);
  if (racecheck) racecheck->memory(event);
  if (initcheck) initcheck->memory(event);
}

void Observers::barrier(const exec::BarrierEvent& event) {
  if (racecheck) racecheck->barrier(event);
}

counters::LaunchCounters sum_counters(const exec::Launch& launch,
                                      const std::vector<Worker>& workers) {
  counters::LaunchCounters sum(*launch.program);
  for (const Worker& worker : workers) {
    sum.add(*observers_of(worker)->counters);
    for (const auto& runner : worker.runners) sum.add(runner->instruction_counts());
  }
  return sum;
}

std::string reports_of_checks(const exec::Launch& launch, const std::vector<Worker>& workers) {
  checks::Races races;
  checks::UnwrittenReads reads;
  for (const Worker& worker : workers) {
    const Observers* observers = observers_of(worker);
    if (observers == nullptr) continue;
    if (observers->racecheck) merge(races, observers->racecheck->races());
    if (observers->initcheck) merge(reads, observers->initcheck->reads());
  }
  return race_report(launch, races) + unwritten_report(launch, reads);
}

}  // namespace gtl::runtime
