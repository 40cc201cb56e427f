// What the two halves of racecheck share: the event as they see it.
#pragma once

#include <bit>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checks/lane_mask.h"
#include "checks/racecheck.h"

namespace gtl::checks {

/// What is known of one running block.
struct Racecheck::BlockState {
  BlockState(uint64_t block, uint32_t warps) : clocks(block, warps), strong_reads(warps) {}

  HistoryLine<BlockHistory>& shared_line(uint64_t offset) {
    const uint64_t number = offset / kLineBytes;
    if (number >= shared.size()) shared.resize(number + 1);
    return shared[number];
  }

  BlockClocks clocks;
  std::vector<HistoryLine<BlockHistory>> shared;
  /// By offset: two writes that race, and that nobody has read from. CUB lets threads with nothing
  /// to say write to one place that it never looks at.
  struct Dispute {
    AccessRecord first, second;
  };
  std::unordered_map<uint64_t, Dispute> disputes;
  /// By warp: where its last event read strongly.
  std::vector<std::vector<uint64_t>> strong_reads;
  /// The barrier of the cluster has opened, and the block has yet to learn what the others knew.
  bool has_met_cluster = false;
};

/// One event, and what all of its lanes have in common.
struct Racecheck::Access {
  const exec::MemoryEvent& event;
  BlockState& block;
  AccessRecord now;  ///< Of lane 0, but for `thread` and the clocks.
  bool reads, writes;
  uint64_t base;  ///< What the addresses of the event start from.

  uint64_t address(uint32_t lane) const { return base + event.address[lane]; }
  /// Lanes that are not all in step have to be looked at one by one.
  bool are_in_step() const { return !block.clocks.has_groups(event.warp); }

  /// Whether a full warp accesses whole lines, lane after lane, in whole words.
  bool covers_lines() const {
    if (event.mask != ~0u || event.address[0] % kLineBytes != 0 || !are_in_step()) return false;
    if (event.bytes != 4 && event.bytes != 8 && event.bytes != 16) return false;
    if (event.is_contiguous) return true;
    uint64_t different = 0;
    for (uint32_t lane = 1; lane < 32; ++lane) {
      different |= event.address[lane] ^ (event.address[0] + uint64_t{lane} * event.bytes);
    }
    return different == 0;
  }

  /// The lanes to look at: where all read one address, two show as much as all of them.
  uint32_t telling_lanes() const {
    if (event.kind != exec::AccessKind::Load || event.is_contiguous || !are_in_step())
      return event.mask;
    const uint32_t first = event.mask & (0 - event.mask), last = std::bit_floor(event.mask);
    uint64_t different = 0;
    const uint64_t address = event.address[std::countr_zero(event.mask)];
    for_each_lane(event.mask, [&](uint32_t lane) { different |= event.address[lane] ^ address; });
    return different == 0 ? first | last : event.mask;
  }

  AccessRecord of_lane(uint32_t lane) const {
    AccessRecord record = now;
    record.thread = static_cast<uint16_t>(event.warp * 32 + lane);
    record.clock = block.clocks.own(event.warp);
    record.epoch = block.clocks.warp_epoch(event.warp);
    return record;
  }
};

inline bool is_atomic(exec::AccessKind kind) {
  return kind == exec::AccessKind::Atomic || kind == exec::AccessKind::Reduction;
}

/// 0 for a weak access; else how far it reaches.
inline uint8_t scope_of(const exec::MemoryEvent& event) {
  constexpr uint8_t kGpu = 3, kSystem = 4;
  if (event.scope != 0 && !event.is_volatile) return event.scope;
  if (event.is_volatile) return kSystem;
  const bool is_strong =
      is_atomic(event.kind) || event.is_relaxed || event.is_acquire || event.is_release;
  return is_strong ? kGpu : 0;
}

/// Takes an access to all words of a line in one step, when nothing is to be reported. False: look
/// at the lanes one by one.
template <class History>
bool pass_whole(HistoryLine<History>& line, const BlockClocks& clocks, const AccessRecord& now,
                bool writes) {
  if (line.is_split()) return false;
  bool is_well = true;
  line.whole().compare(clocks, now, writes, [&](const AccessRecord&, bool) { is_well = false; });
  if (is_well) line.whole().remember(clocks, now, writes);
  return is_well;
}

}  // namespace gtl::checks
