// Which warp of a block knows what of which other: vector clocks, moved by barriers, and by flags
// and locks. What warps of other blocks did is known through fences alone.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "checks/grid_knowledge.h"

namespace gtl::checks {

class BlockClocks {
 public:
  BlockClocks(uint64_t block, uint32_t warps);

  uint32_t block() const { return block_; }
  /// The warp's own clock: raised whenever others may have learnt of what it did so far.
  uint32_t own(uint32_t warp) const { return clocks_[warp * warps_ + warp]; }
  /// Up to which of `other`'s clocks `warp` comes after it.
  uint32_t knows(uint32_t warp, uint32_t other) const { return clocks_[warp * warps_ + other]; }
  /// Counts where all lanes of the warp met, at barriers and in collective operations: what they
  /// read before is behind them.
  uint32_t warp_epoch(uint32_t warp) const { return epochs_[warp]; }
  /// What lanes of the warp wrote before this epoch is there for the others: barriers see to it.
  uint32_t ordered_epoch(uint32_t warp) const { return ordered_epochs_[warp]; }

  void arrive(uint32_t barrier, uint32_t warp, uint32_t lanes, bool completes);
  void arrive_at_warp_barrier(uint32_t warp, uint32_t lanes, bool completes);
  /// Lanes of the warp have waited for an mbarrier: what they do now comes after what their warp
  /// did.
  void pass_mbarrier(uint32_t warp) { order_lanes(warp); }
  /// All lanes of the warp are at one shfl, vote, match or redux.
  void pass_collective(uint32_t warp) { ++epochs_[warp]; }
  /// Lanes of the warp go on. Whatever barrier they waited at has opened, though nobody said so:
  /// the last to be waited for may have exited.
  void resume(uint32_t warp, uint32_t lanes);

  /// All warps have met: the barrier of the cluster. Returns what they did before.
  KnowledgePointer meet();

  /// A strong write of a location in shared memory leaves what the warp knows there. Plain atomics
  /// do so only where something else synchronises: a counter is no lock.
  void release(uint32_t warp, uint32_t offset, bool always);
  /// A strong read of a location in shared memory takes it up. Remembered even before anything was
  /// left: from here on, plain atomics on it count as releases.
  void acquire(uint32_t warp, uint32_t offset) {
    const uint32_t word = offset / 4;
    if (word / 64 >= synchronising_.size()) synchronising_.resize(word / 64 + 1);
    synchronising_[word / 64] |= uint64_t{1} << word % 64;
    if (!left_.empty()) take_up(warp, offset);
  }

  // Between blocks, and within a block through global memory.

  /// Counts the fences and releases of the block.
  uint32_t fences() const { return fences_; }
  /// A fence: what the warp knows now goes with every strong write after it. With `is_of_block`,
  /// its own block alone may learn of it.
  void fence(uint32_t warp, bool is_of_block);
  /// What goes with a strong write to global memory now; null: nothing.
  const KnowledgePointer& published(uint32_t warp) const { return published_[warp]; }
  const KnowledgePointer& published_in_block(uint32_t warp) const { return in_block_[warp]; }
  /// A flag is raised, with or without a fence: what its readers come after.
  KnowledgePointer raise_flag(uint32_t warp);
  /// A strong read found what a writer had left.
  void learn(uint32_t warp, const LeftThere& left);

  bool knows_other_blocks(uint32_t warp) const { return others_[warp] != nullptr; }
  bool knows_of_block(uint32_t warp, uint32_t block, uint32_t its_warp, uint32_t its_clock) const {
    return others_[warp] != nullptr && others_[warp]->covers(block, its_warp, its_clock);
  }
  /// The same by flags alone. What was read by then has been read: a value must arrive before
  /// anything can depend on it. What was written need not be there.
  bool follows(uint32_t warp, uint32_t block, uint32_t its_warp, uint32_t its_clock) const {
    return preceding_[warp] != nullptr && preceding_[warp]->covers(block, its_warp, its_clock);
  }

 private:
  using Clock = std::vector<uint32_t>;

  void take_up(uint32_t warp, uint32_t offset);
  void complete(uint32_t barrier);
  void complete_warp_barrier(uint32_t warp);
  void raise(uint32_t warp, const Clock& to);
  void order_lanes(uint32_t warp) { ordered_epochs_[warp] = ++epochs_[warp]; }
  Clock row(uint32_t warp) const;

  static constexpr uint32_t kBarriers = 16;

  uint32_t block_, warps_;
  Clock clocks_;                                   ///< [warp][other]
  std::vector<uint32_t> epochs_, ordered_epochs_;  ///< By warp.
  std::vector<uint32_t> waiting_;                  ///< By warp: lanes that wait at a warp barrier.
  std::array<std::vector<uint32_t>, kBarriers>
      arrived_;                               ///< By barrier and warp: lanes; empty when unused.
  uint32_t pending_ = 0;                      ///< Mask of the barriers where somebody waits.
  std::unordered_map<uint32_t, Clock> left_;  ///< By location: what its writers knew.
  std::vector<uint64_t> synchronising_;       ///< A bit a word: somebody reads it strongly.

  uint32_t fences_ = 0;
  std::vector<KnowledgePointer> others_, published_, in_block_, learnt_;  ///< By warp.
  std::vector<KnowledgePointer> preceding_, learnt_preceding_;
};

}  // namespace gtl::checks
