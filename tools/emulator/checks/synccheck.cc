#include "checks/synccheck.h"

#include <algorithm>
#include <bit>

#include "checks/lane_mask.h"

namespace gtl::checks {

using decode::Opcode;

Synccheck::Synccheck(const exec::Launch& launch) : launch_(launch) {}

void Synccheck::block_begins(uint64_t block) { blocks_[block] = {}; }
void Synccheck::block_ends(uint64_t block) { blocks_.erase(block); }

void Synccheck::found(const SyncKey& key, const SyncError& error) {
  SyncError& known = errors_[key];
  const uint64_t times = known.times + 1;
  if (known.times == 0 || error.block < known.block) known = error;
  known.times = times;
}

uint32_t Synccheck::lanes_of_warp(size_t warp) const {
  const uint64_t threads = launch_.block.count() - warp * 32;
  return threads >= 32 ? ~0u : (1u << threads) - 1;
}

void Synccheck::barrier(const exec::BarrierEvent& event) {
  if (event.barrier == exec::kClusterBarrier) return;
  blocks_[event.block].arrivals[event.barrier].push_back(
      {event.warp, event.mask, event.function, event.instruction});
}

void Synccheck::barrier_opens(const exec::BarrierOpening& opening) {
  auto& arrivals = blocks_[opening.block].arrivals[opening.barrier];
  if (!arrivals.empty()) {
    compare_places(opening, arrivals);
    // With a count, as many threads came as the program asked for.
    if (opening.expected == 0) find_missing(opening, arrivals);
  }
  arrivals.clear();
}

bool Synccheck::reduces(const Arrival& arrival) const {
  const Opcode opcode =
      launch_.program->functions[arrival.function].instructions[arrival.instruction].opcode;
  return opcode == Opcode::BarrierReduce || opcode == Opcode::BarrierReduceUnaligned;
}

bool Synccheck::only_arrives(const Arrival& arrival) const {
  const Opcode opcode =
      launch_.program->functions[arrival.function].instructions[arrival.instruction].opcode;
  return opcode == Opcode::BarrierArrive || opcode == Opcode::BarrierArriveUnaligned;
}

/// The compiler may make several instructions of one line: of a loop that it unrolls, say.
bool Synccheck::is_same_line(const Arrival& a, const Arrival& b) const {
  const auto& first = launch_.program->functions[a.function].locations[a.instruction];
  const auto& second = launch_.program->functions[b.function].locations[b.instruction];
  return first.known() && first.line == second.line && first.file == second.file;
}

/// Whether all came to the same barrier, and not to others of its number. Barriers with a count are
/// for warps that come from different places; but a reduction must be one for all.
void Synccheck::compare_places(const exec::BarrierOpening& opening,
                               const std::vector<Arrival>& arrivals) {
  const Arrival& first = arrivals.front();
  for (const Arrival& other : arrivals) {
    if (other.function == first.function && other.instruction == first.instruction) continue;
    const bool is_mixed = reduces(first) != reduces(other);
    const bool is_free = opening.expected != 0 || only_arrives(first) || only_arrives(other);
    if (!is_mixed && (is_free || is_same_line(first, other))) continue;
    const Arrival& low = first.instruction < other.instruction ? first : other;
    const Arrival& high = first.instruction < other.instruction ? other : first;
    auto thread_of = [](const Arrival& arrival) {
      return arrival.warp * 32 + static_cast<uint32_t>(std::countr_zero(arrival.lanes));
    };
    found({SyncMistake::DifferentBarriers, low.function, low.instruction, high.function,
           high.instruction},
          {0, opening.block, thread_of(low), thread_of(high), 0, 0});
    return;
  }
}

/// Threads that were not waited for, because they had ended.
void Synccheck::find_missing(const exec::BarrierOpening& opening,
                             const std::vector<Arrival>& arrivals) {
  const Arrival& first = arrivals.front();
  SyncError error;
  error.block = opening.block;
  error.thread = first.warp * 32 + static_cast<uint32_t>(std::countr_zero(first.lanes));
  bool is_missing = false, is_in_warp = false;
  for (size_t warp = 0; warp < opening.arrived.size(); ++warp) {
    const uint32_t missing = lanes_of_warp(warp) & ~opening.arrived[warp];
    error.number += static_cast<uint32_t>(std::popcount(opening.arrived[warp]));
    if (missing == 0) continue;
    const bool is_partly_here = opening.arrived[warp] != 0;
    if (!is_missing || (is_partly_here && !is_in_warp)) {
      error.other_thread =
          static_cast<uint32_t>(warp) * 32 + static_cast<uint32_t>(std::countr_zero(missing));
    }
    is_missing = true;
    is_in_warp = is_in_warp || is_partly_here;
  }
  if (!is_missing) return;
  found({is_in_warp ? SyncMistake::DivergentInWarp : SyncMistake::DivergentInBlock, first.function,
         first.instruction, 0, 0},
        error);
}

void Synccheck::warp_sync(const exec::WarpSyncEvent& event) {
  if (event.left == 0) check_masks(event);
  follow_waiting(event);
}

void Synccheck::check_masks(const exec::WarpSyncEvent& event) {
  const uint32_t* members = event.members;
  const uint32_t first = members[std::countr_zero(event.mask)];
  uint32_t different = 0, without_caller = 0;
  for_each_lane(event.mask, [&](uint32_t lane) {
    different |= members[lane] ^ first;
    if (!(members[lane] >> lane & 1)) without_caller |= 1u << lane;
  });
  if (without_caller != 0) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(without_caller));
    found({SyncMistake::MaskWithoutCaller, event.function, event.instruction, 0, 0},
          {0, event.block, event.warp * 32 + lane, 0, members[lane], 0});
    return;
  }
  if (different == 0) return;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (!(event.mask >> lane & 1)) continue;
    for (uint32_t others = members[lane] & event.mask; others != 0; others &= others - 1) {
      const auto other = static_cast<uint32_t>(std::countr_zero(others));
      if (members[other] == members[lane]) continue;
      found({SyncMistake::MasksDiffer, event.function, event.instruction, 0, 0},
            {0, event.block, event.warp * 32 + lane, event.warp * 32 + other, members[lane],
             members[other]});
      return;
    }
  }
}

/// Lanes that are named may end instead of coming, sooner or later. But those that went past the
/// operation, to where both ways of the branch around it meet, and go on there, must come back to
/// it.
void Synccheck::follow_waiting(const exec::WarpSyncEvent& event) {
  auto& waiting = blocks_[event.block].waiting;
  if (event.left != 0) {
    const auto known = std::find_if(waiting.begin(), waiting.end(), [&](const Waiting& entry) {
      return entry.warp == event.warp && entry.lanes == event.mask;
    });
    if (known != waiting.end()) {
      known->missing |= event.left;
    } else {
      waiting.push_back({event.warp, event.function, event.instruction, event.mask, event.left});
    }
  }
  if (event.waits) return;
  if (waiting.empty()) return;
  for (const Waiting& entry : waiting) {
    if (entry.warp != event.warp || (entry.lanes & event.mask) == 0) continue;
    const uint32_t ended = entry.missing & ~event.mask & ~event.alive;
    if (ended == 0) continue;
    const auto thread = static_cast<uint32_t>(std::countr_zero(entry.lanes));
    const auto other = static_cast<uint32_t>(std::countr_zero(ended));
    found({SyncMistake::LanesNeverCome, entry.function, entry.instruction, 0, 0},
          {0, event.block, event.warp * 32 + thread, event.warp * 32 + other, 0, ended});
  }
  std::erase_if(waiting, [&](const Waiting& entry) {
    return entry.warp == event.warp && (entry.lanes & event.mask) != 0;
  });
}

void merge(SyncErrors& errors, const SyncErrors& others) {
  for (const auto& [key, other] : others) {
    auto [place, is_new] = errors.emplace(key, other);
    if (is_new) continue;
    const uint64_t times = place->second.times + other.times;
    if (other.block < place->second.block) place->second = other;
    place->second.times = times;
  }
}

}  // namespace gtl::checks
