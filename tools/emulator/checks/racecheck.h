// racecheck: finds accesses to shared memory that nothing orders. It judges by the memory model,
// not by what the emulator's own order of execution made of them.
//
// Two accesses of different threads to one byte, at least one of them a write, are a race unless a
// barrier stands between them or both are atomic. Barriers are followed with a vector clock a warp:
// a warp's own entry counts its barriers, and a barrier raises the entries of all warps that meet
// there to their maximum. Lanes of one warp are ordered by __syncwarp. Of each location the last
// writer and two readers are kept (as many as show that a new writer meets a reader other than
// itself).
//
// Locks and flags: volatile, acquire and compare-and-swap reads take over what earlier volatile or
// release writes of the same location knew. Fences are not seen, so these are trusted to stand
// where they belong: no false alarm, at the price of missing a forgotten fence.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "exec/launch.h"
#include "exec/observer.h"

namespace gtl::checks {

/// Two instructions that race, in the order in which they ran.
struct RaceKey {
  uint32_t first_function, first_instruction, second_function, second_instruction;
  bool first_writes, second_writes;
  friend auto operator<=>(const RaceKey&, const RaceKey&) = default;
};

/// How often, and the first time: the lowest block's, whichever worker ran it.
struct Race {
  uint64_t times = 0;
  uint64_t block = 0;
  uint32_t offset = 0;  ///< In the block's shared memory.
  uint32_t first_thread = 0, second_thread = 0;
};

using Races = std::map<RaceKey, Race>;

/// Adds what another worker found.
void merge(Races& races, const Races& others);

class Racecheck : public exec::Observer {
 public:
  /// `launch` must outlive it.
  explicit Racecheck(const exec::Launch& launch);
  ~Racecheck() override;

  void block_begins(uint64_t block) override;
  void block_ends(uint64_t block) override;
  void memory(const exec::MemoryEvent& event) override;
  void barrier(const exec::BarrierEvent& event) override;

  const Races& races() const { return races_; }

 private:
  struct BlockState;
  BlockState& state_of(uint64_t block);

  uint32_t warps_;
  Races races_;
  std::unordered_map<uint64_t, std::unique_ptr<BlockState>> blocks_;
  std::vector<std::unique_ptr<BlockState>> spare_;
  uint64_t last_block_ = ~uint64_t{0};
  BlockState* last_state_ = nullptr;
};

/// What the reader is told of all races of a launch; empty when there is none.
std::string race_report(const exec::Launch& launch, const Races& races);

}  // namespace gtl::checks
