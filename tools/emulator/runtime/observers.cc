#include "runtime/observers.h"

namespace gtl::runtime {
namespace {

const Observers* observers_of(const Worker& worker) {
  return static_cast<const Observers*>(worker.observer.get());
}

}  // namespace

Observers::Observers(const Settings& settings, const exec::Launch& launch, SharedNotes& notes) {
  if (!settings.counters_file.empty()) counters.emplace(*launch.program);
  if (settings.checks.has(checks::Check::Racecheck)) racecheck.emplace(launch, notes.accesses);
  if (settings.checks.has(checks::Check::Initcheck)) initcheck.emplace(launch, notes.written);
  if (settings.checks.has(checks::Check::Synccheck)) synccheck.emplace(launch);
}

bool Observers::are_wanted(const Settings& settings) {
  return !settings.counters_file.empty() || settings.checks.has(checks::Check::Racecheck) ||
         settings.checks.has(checks::Check::Initcheck) ||
         settings.checks.has(checks::Check::Synccheck);
}

void Observers::block_begins(uint64_t block) {
  if (racecheck) racecheck->block_begins(block);
  if (initcheck) initcheck->block_begins(block);
  if (synccheck) synccheck->block_begins(block);
}

void Observers::block_ends(uint64_t block) {
  if (racecheck) racecheck->block_ends(block);
  if (initcheck) initcheck->block_ends(block);
  if (synccheck) synccheck->block_ends(block);
}

void Observers::memory(const exec::MemoryEvent& event) {
  if (counters) counters->memory(event);
  if (racecheck) racecheck->memory(event);
  if (initcheck) initcheck->memory(event);
}

void Observers::barrier(const exec::BarrierEvent& event) {
  if (racecheck) racecheck->barrier(event);
  if (synccheck) synccheck->barrier(event);
}

void Observers::barrier_opens(const exec::BarrierOpening& opening) {
  if (racecheck) racecheck->barrier_opens(opening);
  if (synccheck) synccheck->barrier_opens(opening);
}

void Observers::warp_sync(const exec::WarpSyncEvent& event) {
  if (racecheck) racecheck->warp_sync(event);
  if (synccheck) synccheck->warp_sync(event);
}

void Observers::fence(const exec::FenceEvent& event) {
  if (racecheck) racecheck->fence(event);
}

void Observers::warpgroup(const exec::WarpgroupEvent& event) {
  if (racecheck) racecheck->warpgroup(event);
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

std::vector<checks::Finding> findings_of_checks(const exec::Launch& launch,
                                                const std::vector<Worker>& workers,
                                                const SharedNotes& notes) {
  checks::Races races = checks::global_races(notes.accesses);
  checks::UnwrittenReads reads;
  checks::SyncErrors errors;
  for (const Worker& worker : workers) {
    const Observers* observers = observers_of(worker);
    if (observers == nullptr) continue;
    if (observers->racecheck) merge(races, observers->racecheck->races());
    if (observers->initcheck) merge(reads, observers->initcheck->reads());
    if (observers->synccheck) merge(errors, observers->synccheck->errors());
  }
  std::vector<checks::Finding> findings = race_findings(launch, races);
  for (const auto& more : {unwritten_findings(launch, reads), sync_findings(launch, errors),
                           shadow_findings(notes.accesses)})
    findings.insert(findings.end(), more.begin(), more.end());
  return findings;
}

}  // namespace gtl::runtime
