// racecheck: finds accesses to shared and to global memory that nothing orders. It judges by the
// memory model, not by what the emulator's own order of execution made of them.
//
// Two accesses of different threads to one byte, at least one of them a write, are a race unless
// something orders them or both are strong (atomic, volatile, relaxed) and in each other's scope.
// That both write the same value makes no difference.
//
// Within a block, barriers order: they are followed with a vector clock a warp, whose own entry
// counts its barriers; a barrier raises the entries of all warps that wait there to the maximum of
// those that arrive. The lanes of one warp are ordered by __syncwarp, among those that it names; a
// shuffle or vote comes after what they have read, not after what they have written. Two writes to
// shared memory are told when somebody reads the place: before, it makes no difference which was
// the last. In shared memory, volatile, acquire and compare-and-swap reads take over what earlier
// volatile or release writes of the same location knew; there, fences are taken to stand where they
// belong. Relaxed accesses, plain atomics among them, hand over what was known at the writer's last
// fence, at the reader's next one. Fences and flags speak for their whole warp. A warp that has
// waited for a wgmma comes after what all four warps of its warpgroup have read for it.
//
// The blocks of a cluster meet at its barrier, and reach each other's shared memory: there it is
// watched as global memory is.
//
// Between blocks, and through global memory, a fence or a release is needed: what a warp knew at
// its last fence goes with its strong writes, and who reads one of them strongly takes it over.
// (The reader's own fence is taken to stand where it belongs.) A flag that one lane stores strongly
// without a fence still comes after what was read before it: a value must arrive before anything
// can depend on it, and CUB's in-place algorithms rely on that. Launches are ordered.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "checks/global_shadow.h"
#include "checks/places.h"
#include "checks/report_text.h"
#include "exec/launch.h"
#include "exec/observer.h"

namespace gtl::checks {

/// Two instructions that race. Within a block they stand in the order in which they ran; between
/// blocks there is no order, and a write stands first.
struct RaceKey {
  bool is_global = false, is_between_blocks = false;
  uint32_t first_place = 0, second_place = 0;
  bool first_writes = false, second_writes = false;
  friend auto operator<=>(const RaceKey&, const RaceKey&) = default;
};

/// How often (shared: accesses; global: locations), and an example: the same one, whichever worker
/// ran what.
struct Race {
  uint64_t times = 0;
  uint64_t block = 0, second_block = 0;
  uint64_t address = 0;  ///< Shared: the offset in the block's memory.
  uint32_t first_thread = 0, second_thread = 0;

  bool is_in_one_warp() const {
    return block == second_block && first_thread / 32 == second_thread / 32;
  }
  /// Counts the other's, and takes its example if that tells more: of different warps, whom no
  /// __syncwarp helps; then of a lower block.
  void add(const Race& other);
};

using Races = std::map<RaceKey, Race>;

/// Adds what another worker found.
void merge(Races& races, const Races& others);

class Racecheck final : public exec::Observer {
 public:
  /// Both must outlive it.
  Racecheck(const exec::Launch& launch, GlobalShadow& global);
  ~Racecheck() override;

  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void memory(const exec::MemoryEvent& event) override;
  void barrier(const exec::BarrierEvent& event) override;
  void barrier_opens(const exec::BarrierOpening& opening) override;
  void warp_sync(const exec::WarpSyncEvent& event) override;
  void fence(const exec::FenceEvent& event) override;
  void warpgroup(const exec::WarpgroupEvent& event) override;

  /// Those on shared memory; those on global memory are the GlobalShadow's.
  const Races& races() const { return races_; }

 private:
  struct BlockState;
  struct Access;
  BlockState& state_of(uint64_t block);
  void shared(const Access& access);
  void shared_lanes(const Access& access, uint32_t lanes);
  void global(const Access& access);
  void global_lanes(const Access& access, uint32_t lanes);
  void count_shared(const exec::MemoryEvent& event, uint64_t address, const AccessRecord& past,
                    bool past_writes, const AccessRecord& now, bool now_writes);
  void found_global(const Access& access, uint64_t address, const AccessRecord& now,
                    const AccessRecord& past, uint32_t past_block, bool past_writes);
  void learn(BlockState& block, uint32_t warp);
  GlobalShadow::Page* page(uint64_t address);

  uint64_t cluster_of(uint64_t block) const;

  Places places_;
  uint32_t warps_;
  exec::Dim3 grid_, cluster_;
  std::unordered_map<uint64_t, KnowledgePointer> met_;  ///< By cluster: known at its last barrier.
  GlobalShadow& global_;
  Races races_;
  std::unordered_map<uint64_t, std::unique_ptr<BlockState>> blocks_;
  std::vector<std::unique_ptr<BlockState>> spare_;
  uint64_t last_block_ = ~uint64_t{0};
  BlockState* last_state_ = nullptr;

  /// Pages that were found last, by page number.
  struct CachedPage {
    uint64_t number = ~uint64_t{0};
    GlobalShadow::Page* page = nullptr;
  };
  std::array<CachedPage, 256> page_cache_;
};

/// Where the GlobalShadow notes the shared memory of a block that is one of a cluster.
constexpr uint64_t kSharedOfClusters = uint64_t{1} << 63;
constexpr uint32_t kSharedBits = 24;

/// What the shadow holds, by instruction.
Races global_races(const GlobalShadow& shadow);

/// A warning when the shadow could not hold all that there was to note.
std::vector<Finding> shadow_findings(const GlobalShadow& shadow);

/// What the reader is told of all races of a launch.
std::vector<Finding> race_findings(const exec::Launch& launch, const Races& races);

}  // namespace gtl::checks
