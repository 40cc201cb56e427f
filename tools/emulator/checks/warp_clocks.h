// Which warp of a block knows what of which other: vector clocks, moved by barriers.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gtl::checks {

class WarpClocks {
 public:
  explicit WarpClocks(uint32_t warps);

  /// The warp's own clock: raised whenever others may have learnt of what it did so far.
  uint32_t own(uint32_t warp) const { return clocks_[warp * warps_ + warp]; }
  /// Up to which of `other`'s clocks `warp` comes after it.
  uint32_t knows(uint32_t warp, uint32_t other) const { return clocks_[warp * warps_ + other]; }
  /// Counts the barriers that the warp has met: orders its own lanes.
  uint32_t warp_epoch(uint32_t warp) const { return epochs_[warp]; }

  void arrive(uint32_t barrier, uint32_t warp, uint32_t lanes, bool completes);
  void arrive_at_warp_barrier(uint32_t warp, uint32_t lanes, bool completes);
  /// All warps have met, wherever they are.
  void meet();
  /// Lanes of the warp have waited for an mbarrier: what they do now comes after what their warp
  /// did.
  void pass_mbarrier(uint32_t warp) { ++epochs_[warp]; }
  /// Lanes of the warp go on. Whatever barrier they waited at has opened, though nobody said so:
  /// the last to be waited for may have exited.
  void resume(uint32_t warp, uint32_t lanes);

  /// A strong write of a location leaves what the warp knows there. Plain atomics do so only where
  /// something else synchronises: a counter is no lock.
  void release(uint32_t warp, uint32_t offset, bool always);
  /// A strong read of a location takes it up.
  void acquire(uint32_t warp, uint32_t offset);

 private:
  using Clock = std::vector<uint32_t>;

  void complete(uint32_t barrier);
  void complete_warp_barrier(uint32_t warp);
  void raise(uint32_t warp, const Clock& to);

  static constexpr uint32_t kBarriers = 16;

  uint32_t warps_;
  Clock clocks_;                   ///< [warp][other]
  std::vector<uint32_t> epochs_;   ///< By warp.
  std::vector<uint32_t> waiting_;  ///< By warp: lanes that wait at a warp barrier.
  std::array<std::vector<uint32_t>, kBarriers>
      arrived_;                               ///< By barrier and warp: lanes; empty when unused.
  uint32_t pending_ = 0;                      ///< Mask of the barriers where somebody waits.
  std::unordered_map<uint32_t, Clock> left_;  ///< By location: what its writers knew.
};

}  // namespace gtl::checks
