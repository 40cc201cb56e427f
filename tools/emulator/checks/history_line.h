// The histories of 128 neighbouring bytes: one for all of them as long as whole warps access them
// in step, one a word where they do not, and one a byte where a program touches single bytes.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <memory>

namespace gtl::checks {

constexpr uint32_t kLineBytes = 128;

/// Calls `visit(start, offset, size)` for the part of [address, address + size) in each line: where
/// the line starts, and what of it is meant.
template <class Visit>
void for_each_line(uint64_t address, uint64_t size, Visit visit) {
  for (uint64_t end = address + size; address < end;) {
    const uint64_t offset = address % kLineBytes;
    const uint64_t part = end - address < kLineBytes - offset ? end - address : kLineBytes - offset;
    visit(address - offset, static_cast<uint32_t>(offset), static_cast<uint32_t>(part));
    address += part;
  }
}

template <class History>
class HistoryLine {
 public:
  static constexpr uint32_t kWords = kLineBytes / 4;

  bool is_split() const { return is_split_; }
  /// What all words have in common, while the line is not split.
  History& whole() { return whole_; }

  void clear() {
    whole_ = {};
    is_split_ = false;
  }
  /// All of it was written at once, after everything before.
  void make_whole() { clear(); }

  /// How many bytes a split takes.
  static constexpr uint64_t split_bytes() { return sizeof(Words); }
  void split() {
    if (is_split_) return;
    is_split_ = true;
    if (!words_) words_ = std::make_unique<Words>();
    words_->bytes.clear();
    for (uint32_t word = 0; word < kWords; ++word) words_->cells[word] = whole_.of_word(word);
  }

  /// The histories of a split line's words, if none of them is kept by bytes; else null.
  History* words() { return words_->bytes.empty() ? words_->cells.data() : nullptr; }

  /// Calls `visit(history, offset)` for every word, or byte, of [offset, offset + size) of a split
  /// line.
  template <class Visit>
  void for_each(uint32_t offset, uint32_t size, Visit visit) {
    const uint32_t end = offset + size;
    // Nearly all accesses are of whole words, and of lines whose bytes nobody looks at.
    if ((offset | size) % 4 == 0 && words_->bytes.empty()) [[likely]] {
      for (; offset < end; offset += 4) visit(words_->cells[offset / 4], offset);
      return;
    }
    for (uint32_t at = offset; at < end;) {
      const uint32_t word = at / 4, word_end = word * 4 + 4;
      const uint32_t stop = end < word_end ? end : word_end;
      const bool is_whole = at % 4 == 0 && stop == word_end;
      auto bytes = words_->bytes.empty() ? words_->bytes.end() : words_->bytes.find(word);
      if (is_whole && bytes == words_->bytes.end()) {
        visit(words_->cells[word], at);
      } else {
        if (bytes == words_->bytes.end()) {
          bytes = words_->bytes.emplace(word, std::array<History, 4>{}).first;
          bytes->second.fill(words_->cells[word]);
        }
        for (uint32_t byte = at; byte < stop; ++byte) visit(bytes->second[byte % 4], byte);
      }
      at = stop;
    }
  }

 private:
  struct Words {
    std::array<History, kWords> cells;
    std::map<uint32_t, std::array<History, 4>> bytes;  ///< By word.
  };

  History whole_;
  bool is_split_ = false;
  std::unique_ptr<Words> words_;
};

}  // namespace gtl::checks
