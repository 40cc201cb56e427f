// synccheck: finds barriers and warp operations that some of those they are for never reach.
//
// The emulator opens a barrier as a GPU does: threads that have ended are not waited for. What the
// programming model says is stricter: every thread of the block must reach the same
// __syncthreads(), and all lanes that a mask names must run the operation, with this very mask.
// Barriers that never open are deadlocks, which the run itself reports.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "checks/report_text.h"
#include "exec/launch.h"
#include "exec/observer.h"

namespace gtl::checks {

enum class SyncMistake : uint8_t {
  DivergentInBlock,   ///< Warps have ended without coming to the barrier.
  DivergentInWarp,    ///< Lanes of a warp that is there have ended without coming.
  DifferentBarriers,  ///< Threads came to other instructions of the same barrier.
  MaskWithoutCaller,
  MasksDiffer,
  LanesNeverCome,  ///< They were named, went on behind the branch, and ended without coming.
};

struct SyncKey {
  SyncMistake mistake{};
  uint32_t function = 0, instruction = 0;
  uint32_t other_function = 0, other_instruction = 0;  ///< DifferentBarriers.
  friend auto operator<=>(const SyncKey&, const SyncKey&) = default;
};

/// How often, and the first time: the lowest block's, whichever worker ran it.
struct SyncError {
  uint64_t times = 0;
  uint64_t block = 0;
  uint32_t thread = 0;        ///< One that is there.
  uint32_t other_thread = 0;  ///< One that is missing, or that came elsewhere.
  uint32_t number = 0;        ///< Threads that came; or the mask that the thread names.
  uint32_t other_number = 0;  ///< Lanes that never came; or the mask that the other thread names.
};

using SyncErrors = std::map<SyncKey, SyncError>;

/// Adds what another worker found.
void merge(SyncErrors& errors, const SyncErrors& others);

class Synccheck final : public exec::Observer {
 public:
  /// `launch` must outlive it.
  explicit Synccheck(const exec::Launch& launch);

  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void barrier(const exec::BarrierEvent& event) override;
  void barrier_opens(const exec::BarrierOpening& opening) override;
  void warp_sync(const exec::WarpSyncEvent& event) override;

  const SyncErrors& errors() const { return errors_; }

 private:
  struct Arrival {
    uint32_t warp, lanes, function, instruction;
  };
  /// Lanes of a warp wait at a `.sync` instruction for others, which have gone past it.
  struct Waiting {
    uint32_t warp, function, instruction, lanes, missing;
  };
  struct BlockState {
    std::array<std::vector<Arrival>, 16> arrivals;  ///< By barrier: since it last opened.
    std::vector<Waiting> waiting;
  };

  void compare_places(const exec::BarrierOpening& opening, const std::vector<Arrival>& arrivals);
  void find_missing(const exec::BarrierOpening& opening, const std::vector<Arrival>& arrivals);
  void check_masks(const exec::WarpSyncEvent& event);
  void follow_waiting(const exec::WarpSyncEvent& event);
  bool is_same_line(const Arrival& a, const Arrival& b) const;
  bool reduces(const Arrival& arrival) const;
  bool only_arrives(const Arrival& arrival) const;
  uint32_t lanes_of_warp(size_t warp) const;
  void found(const SyncKey& key, const SyncError& error);

  const exec::Launch& launch_;
  std::unordered_map<uint64_t, BlockState> blocks_;
  SyncErrors errors_;
};

/// What the reader is told of all such mistakes of a launch.
std::vector<Finding> sync_findings(const exec::Launch& launch, const SyncErrors& errors);

}  // namespace gtl::checks
