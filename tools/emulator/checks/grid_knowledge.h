// What a warp knows of other blocks: for each, up to which clock of each of its warps it comes
// after them. Immutable and shared: handing it over, at a flag or a barrier, is copying a pointer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace gtl::checks {

class Knowledge;
/// Null: nothing is known.
using KnowledgePointer = std::shared_ptr<const Knowledge>;

class Knowledge {
 public:
  using Row = std::vector<uint32_t>;

  /// Whether what a warp did at `clock` is known to have happened.
  bool covers(uint32_t block, uint32_t warp, uint32_t clock) const {
    if (is_everything_) return true;
    const Row* row = row_of(block);
    return row != nullptr && (*row)[warp] >= clock;
  }
  /// The clocks of a block's warps; null when nothing is known of it.
  const Row* row_of(uint32_t block) const;

  friend KnowledgePointer knowledge_of(uint32_t block, Row row);
  friend KnowledgePointer join(const KnowledgePointer& a, const KnowledgePointer& b, size_t most);

 private:
  std::vector<std::pair<uint32_t, std::shared_ptr<const Row>>> rows_;  ///< Sorted by block.
  /// Too much to list: then all is taken as known, which may miss a race and never invents one.
  bool is_everything_ = false;
};

KnowledgePointer knowledge_of(uint32_t block, Knowledge::Row row);
/// A chain of many thousand blocks, each of which hands on what it learnt from the last, would
/// otherwise cost the square of their number.
constexpr size_t kMostBlocks = 4096;
/// All that either knows; of more than `most` blocks, everything.
KnowledgePointer join(const KnowledgePointer& a, const KnowledgePointer& b,
                      size_t most = kMostBlocks);

/// What a strong read finds at a location.
struct LeftThere {
  KnowledgePointer known;    ///< Through fences: what was written by then is there.
  KnowledgePointer by_flag;  ///< Without them: what was read by then has been read.
};

}  // namespace gtl::checks
