// What racecheck remembers of each location of a block's shared memory.
#pragma once

#include <array>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace gtl::checks {

struct AccessRecord {
  uint32_t function = 0, instruction = 0;
  uint32_t clock = 0;  ///< The warp's own clock at the access.
  uint32_t warp_epoch =
      0;                ///< How many barriers the warp had met, those of the warp alone included.
  uint16_t thread = 0;  ///< Linear index in the block.
  bool is_valid = false, is_strong = false;
};

struct SharedCell {
  AccessRecord write;
  std::array<AccessRecord, 2> reads;
};

/// A cell a word, as nearly all accesses are of whole words; four cells where a program touches
/// single bytes.
class SharedCells {
 public:
  void clear() {
    words_.clear();
    bytes_.clear();
  }

  /// Calls `visit(cell)` for every cell of [offset, offset+size).
  template <class Visit>
  void for_each(uint32_t offset, uint32_t size, Visit visit) {
    const uint32_t end = offset + size;
    if (words_.size() < (end + 3) / 4) words_.resize((end + 3) / 4);
    for (uint32_t at = offset; at < end;) {
      const uint32_t word = at / 4, word_end = word * 4 + 4;
      const uint32_t stop = end < word_end ? end : word_end;
      const bool is_whole = at % 4 == 0 && stop == word_end;
      if (is_whole && !words_[word].is_split) {
        visit(words_[word].cell);
      } else {
        for (; at < stop; ++at) visit(split(word)[at % 4]);
      }
      at = stop;
    }
  }

 private:
  struct Word {
    SharedCell cell;
    bool is_split = false;
  };

  std::array<SharedCell, 4>& split(uint32_t word) {
    if (!words_[word].is_split) {
      words_[word].is_split = true;
      bytes_[word].fill(words_[word].cell);
    }
    return bytes_[word];
  }

  std::vector<Word> words_;
  std::unordered_map<uint32_t, std::array<SharedCell, 4>> bytes_;
};

}  // namespace gtl::checks
