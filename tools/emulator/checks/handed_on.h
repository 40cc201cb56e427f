// Bytes that nobody has written, on their way from a load to the store of a copy: the padding of a
// struct. Where they arrive, they are as unwritten as they were.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "decode/looked_at.h"
#include "exec/observer.h"

namespace gtl::checks {

class HandedOn {
 public:
  explicit HandedOn(const decode::Program& program) : program_(program) {}

  /// A lane loaded `missing` (a bit a byte) of bytes that nobody has written, and may.
  void load_unwritten(const exec::MemoryEvent& load, uint32_t lane, uint32_t missing);
  /// Whether the load begins where padding ended that the lane loaded just before.
  bool continues_padding(const exec::MemoryEvent& load, uint32_t lane) const;

  /// Whether any block that runs has loaded such bytes.
  bool is_empty() const { return blocks_.empty(); }
  /// The load takes the place of what its registers held.
  void begin_load(const exec::MemoryEvent& load);
  /// Of the bytes that a lane stores, those that nobody has written.
  uint32_t unwritten(const exec::MemoryEvent& store, uint32_t lane) const;
  void block_ends(uint64_t block) { blocks_.erase(block); }

 private:
  using Place = std::pair<uint32_t, uint32_t>;  ///< Function, instruction.
  using WarpPlace = std::pair<uint32_t, Place>;
  struct Block {
    std::map<WarpPlace, std::array<uint32_t, 32>> stores;       ///< A mask a lane, by store.
    std::map<uint32_t, std::array<uint64_t, 32>> padding_ends;  ///< By warp: where it ended.
  };

  const decode::Program& program_;
  std::map<Place, std::vector<decode::StoredBytes>> ways_;  ///< Of loads that brought such bytes.
  std::unordered_map<uint64_t, Block> blocks_;
};

}  // namespace gtl::checks
