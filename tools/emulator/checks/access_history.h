// What racecheck remembers of one location, and when two accesses race.
//
// Within a block: the last write and two readers, as many as show that a new writer meets a reader
// other than itself. Between blocks: of the two lowest blocks, the first write and the first read,
// whichever worker ran them when; so the findings do not depend on the order of the blocks. (A
// location that two blocks access without order is told as their race; what the threads of one of
// them do among themselves there is no longer of interest.)
#pragma once

#include <array>
#include <cstdint>
#include <tuple>

#include "checks/block_clocks.h"

namespace gtl::checks {

struct AccessRecord {
  uint32_t place = 0;  ///< The instruction's number in the program, plus 1; 0: no access.
  uint32_t clock = 0;  ///< The warp's own clock at the access.
  uint32_t epoch = 0;  ///< Of the warp, within a block; of the block's fences, between blocks.
  uint16_t thread = 0;
  uint8_t scope = 0;       ///< 0: weak. Else strong, and how far: as MemoryEvent::scope.
  uint8_t words_log2 = 0;  ///< Of a whole line: the words of one lane. `thread` is the first one's.

  bool is_valid() const { return place != 0; }
  uint32_t warp() const { return thread / 32u; }
  uint32_t lane() const { return thread % 32u; }
  /// The same thread, at every word of a line.
  bool has_thread_of(const AccessRecord& other) const {
    return thread == other.thread && words_log2 == other.words_log2;
  }
  /// The record of one word of the line that this one is of.
  AccessRecord of_word(uint32_t word) const {
    AccessRecord record = *this;
    record.thread = static_cast<uint16_t>(thread + (word >> words_log2));
    record.words_log2 = 0;
    return record;
  }
};

struct GridRecord : AccessRecord {
  uint32_t block = 0;
};

/// Accesses that are strong, and in each other's scope, do not race (PTX ISA, "Memory Consistency
/// Model": morally strong).
inline bool are_morally_strong(const AccessRecord& a, const AccessRecord& b, bool in_one_block) {
  constexpr uint8_t kCluster = 2;
  return a.scope != 0 && b.scope != 0 &&
         (in_one_block || (a.scope >= kCluster && b.scope >= kCluster));
}

/// The accesses of one block.
struct BlockHistory {
  uint32_t block = 0;
  AccessRecord write;
  std::array<AccessRecord, 2> reads;

  /// Calls `race(past, past_writes)` for a past access that conflicts with `now` and is not
  /// ordered before it: at most once for a write and once for a read.
  template <class Race>
  void compare(const BlockClocks& clocks, const AccessRecord& now, bool writes, Race race) const {
    if (block != clocks.block()) return;
    auto conflicts = [&](const AccessRecord& past, bool past_writes) {
      return past.is_valid() && !are_morally_strong(past, now, true) &&
             !is_ordered(clocks, past, past_writes, now);
    };
    if (conflicts(write, true) && !(writes && is_same_instruction(write, now))) race(write, true);
    if (!writes) return;
    for (const AccessRecord& read : reads) {
      if (!conflicts(read, false)) continue;
      race(read, false);
      return;
    }
  }

  void remember(const BlockClocks& clocks, const AccessRecord& now, bool writes) {
    if (block != clocks.block()) *this = {clocks.block(), {}, {}};
    if (writes) {
      write = now;
      reads = {};
      return;
    }
    for (AccessRecord& read : reads) {
      // A read that is ordered before this one tells a later writer nothing more.
      if (!read.is_valid() || is_ordered(clocks, read, false, now)) {
        read = now;
        return;
      }
    }
    for (AccessRecord& read : reads) {
      if (read.scope > now.scope) {  // A weak read races with more than a strong one.
        read = now;
        return;
      }
    }
  }

  /// After a read that raced with nothing, `now`, and one before it by a lower lane of the same
  /// instruction: whether higher lanes would find nothing here and leave it as it is.
  bool is_settled(const BlockClocks& clocks, const AccessRecord& now) const {
    // What a lane itself did since its warp last met is ordered for it, and for no other lane.
    const bool is_write_ordered = !write.is_valid() || write.warp() != now.warp() ||
                                  write.epoch < clocks.ordered_epoch(now.warp());
    auto is_of_higher_lane = [&](const AccessRecord& read) {
      return read.warp() == now.warp() && read.epoch >= now.epoch && read.thread > now.thread;
    };
    return is_write_ordered && !is_of_higher_lane(reads[0]) && !is_of_higher_lane(reads[1]);
  }

  BlockHistory of_word(uint32_t word) const {
    return {block, write.of_word(word), {reads[0].of_word(word), reads[1].of_word(word)}};
  }

 private:
  /// Whether what `past` did also happened before `now`.
  static bool is_ordered(const BlockClocks& clocks, const AccessRecord& past, bool past_writes,
                         const AccessRecord& now) {
    if (past.has_thread_of(now)) return true;
    if (past.warp() == now.warp())
      return clocks.comes_after(now.warp(), now.lane(), past.lane(), past.epoch, past_writes);
    return clocks.knows(now.warp(), past.warp()) >= past.clock;
  }

  /// Lanes of one warp instruction that write one address: one of them wins, which the hardware
  /// promises.
  static bool is_same_instruction(const AccessRecord& past, const AccessRecord& now) {
    return past.warp() == now.warp() && past.epoch == now.epoch && past.place == now.place;
  }
};

/// The accesses of different blocks.
struct GridHistory {
  std::array<GridRecord, 2> writes, reads;

  template <class Race>
  void compare(const BlockClocks& clocks, const AccessRecord& now, bool is_write, Race race) const {
    auto conflicts = [&](const GridRecord& past) {
      return past.is_valid() && past.block != clocks.block() &&
             !are_morally_strong(past, now, false) && !is_before(clocks, past, now);
    };
    for (const GridRecord& write : writes) {
      if (conflicts(write)) race(write, true);
    }
    if (!is_write) return;
    for (const GridRecord& read : reads) {
      if (conflicts(read) && !clocks.follows(now.warp(), read.block, read.warp(), read.clock))
        race(read, false);
    }
  }

  void remember(const BlockClocks& clocks, AccessRecord access, bool is_write) {
    GridRecord now{access, clocks.block()};
    now.epoch = clocks.fences();
    if (is_write && clocks.knows_other_blocks(now.warp())) {
      for (auto* records : {&writes, &reads}) {
        for (GridRecord& past : *records) {
          if (past.is_valid() && past.block != now.block && is_before(clocks, past, now)) past = {};
        }
      }
    }
    keep(clocks, is_write ? writes : reads, now);
  }

  GridHistory of_word(uint32_t word) const {
    auto moved = [&](const GridRecord& record) {
      return GridRecord{record.of_word(word), record.block};
    };
    return {{moved(writes[0]), moved(writes[1])}, {moved(reads[0]), moved(reads[1])}};
  }

 private:
  static bool is_before(const BlockClocks& clocks, const GridRecord& past,
                        const AccessRecord& now) {
    return clocks.knows_of_block(now.warp(), past.block, past.warp(), past.clock);
  }

  static void keep(const BlockClocks& clocks, std::array<GridRecord, 2>& records,
                   const GridRecord& now) {
    for (GridRecord& past : records) {
      if (!past.is_valid() || past.block != now.block) continue;
      // The first since the block's last fence: others may know all that came before that.
      if (past.epoch != now.epoch || now.scope < past.scope) past = now;
      return;
    }
    for (GridRecord& past : records) {
      if (past.is_valid() && !is_before(clocks, past, now)) continue;
      past = now;
      return;
    }
    auto rank = [](const GridRecord& record) { return std::tuple(record.scope, record.block); };
    GridRecord& last = rank(records[0]) < rank(records[1]) ? records[1] : records[0];
    if (rank(now) < rank(last)) last = now;
  }
};

}  // namespace gtl::checks
