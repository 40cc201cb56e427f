// Which warp of a block knows what of which other: vector clocks, moved by barriers, and by flags
// and locks. What warps of other blocks did is known through fences alone.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
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
  /// Counts where lanes of the warp met, at barriers and in collective operations.
  uint32_t warp_epoch(uint32_t warp) const { return epochs_[warp]; }
  /// What lanes of the warp wrote before this epoch is there for the others: barriers see to it.
  uint32_t ordered_epoch(uint32_t warp) const { return ordered_epochs_[warp]; }
  /// Whether `lane` of the warp comes after what its `other` lane did in an earlier epoch.
  bool comes_after(uint32_t warp, uint32_t lane, uint32_t other, uint32_t epoch,
                   bool other_wrote) const {
    if (epoch < (other_wrote ? ordered_epochs_ : met_epochs_)[warp]) return true;
    const LaneClocks* lanes = lanes_[warp].get();
    return lanes != nullptr && epoch < (other_wrote ? lanes->writes : lanes->reads)[lane][other];
  }
  /// Some lanes of the warp have met since all of them did.
  bool has_groups(uint32_t warp) const { return lanes_[warp] != nullptr; }

  /// A warp is at a barrier of the block. One that does not wait gives what it knows, and takes
  /// nothing.
  void arrive(uint32_t barrier, uint32_t warp, bool waits);
  void open(uint32_t barrier);
  /// Lanes of the warp, all of them or some, are at one bar.warp.sync, or at one shfl, vote, match
  /// or redux. What they read before is behind them; at a barrier, what they wrote as well.
  void lanes_meet(uint32_t warp, uint32_t lanes, bool are_all, bool is_barrier);
  /// Lanes of the warp have waited for an mbarrier: what they do now comes after what their warp
  /// did.
  void pass_mbarrier(uint32_t warp) { order_lanes(warp); }
  /// The warp has waited for multiplications of its warpgroup, whose warps of `readers` (a bit
  /// each) have read what they multiply just now.
  void pass_warpgroup(uint32_t warp, uint32_t readers);

  /// All warps have met: the barrier of the cluster. Returns what they did before.
  KnowledgePointer meet();

  /// A strong write of a location in shared memory leaves what the warp knows there. A relaxed one
  /// leaves what it knew at its last fence, if there was one: a counter is no lock. Where something
  /// else synchronises, all strong writes leave all.
  void release(uint32_t warp, uint32_t offset, bool is_relaxed);
  /// A strong read of a location in shared memory takes it up. Remembered even before anything was
  /// left: from here on, relaxed writes of it count as releases.
  void acquire(uint32_t warp, uint32_t offset) {
    const uint32_t word = offset / 4;
    if (word / 64 >= synchronising_.size()) synchronising_.resize(word / 64 + 1);
    synchronising_[word / 64] |= uint64_t{1} << word % 64;
    if (!left_.empty()) take_up(warp, offset);
  }
  /// A relaxed read of a location in shared memory: the next fence takes it up.
  void read_relaxed(uint32_t warp, uint32_t offset);

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

  /// Of a barrier of the block that has yet to open.
  struct Meeting {
    Clock given;  ///< What all who arrived knew; empty when nobody has.
    KnowledgePointer others, preceding;
    std::vector<uint32_t> waiting;  ///< The warps that will take it.
  };
  /// Of a warp's lanes where not all of them met: [lane][other] is the epoch before which what
  /// `other` did is behind `lane`.
  struct LaneClocks {
    using Table = std::array<std::array<uint32_t, 32>, 32>;
    Table writes{}, reads{};
  };

  void take_up(uint32_t warp, uint32_t offset);
  void take(uint32_t warp, const Clock& left);
  void raise(uint32_t warp, const Clock& to);
  void order_lanes(uint32_t warp) {
    ordered_epochs_[warp] = met_epochs_[warp] = ++epochs_[warp];
    lanes_[warp].reset();
  }
  std::span<const uint32_t> row(uint32_t warp) const {
    return {clocks_.data() + size_t{warp} * warps_, warps_};
  }
  static Clock copy_of(std::span<const uint32_t> row) { return {row.begin(), row.end()}; }

  static constexpr uint32_t kBarriers = 16;

  uint32_t block_, warps_;
  Clock clocks_;  ///< [warp][other]
  /// By warp: now, when all lanes last met at a barrier, and when they last met at all.
  std::vector<uint32_t> epochs_, ordered_epochs_, met_epochs_;
  std::vector<std::unique_ptr<LaneClocks>> lanes_;  ///< By warp; null when all have met last.
  std::array<Meeting, kBarriers> meetings_;
  std::unordered_map<uint32_t, Clock> left_;  ///< By location: what its writers knew.
  std::vector<uint64_t> synchronising_;       ///< A bit a word: somebody reads it strongly.
  /// By warp: what it knew at its last fence, and what relaxed reads found since. Empty: nothing.
  std::vector<Clock> fenced_, found_;
  Clock multiplied_;  ///< By warp: its own, when it last read for wgmma.

  uint32_t fences_ = 0;
  std::vector<KnowledgePointer> others_, published_, in_block_, learnt_;  ///< By warp.
  std::vector<KnowledgePointer> preceding_, learnt_preceding_;
};

}  // namespace gtl::checks
