// Which bytes of device memory anybody has written: a bit a byte, for every allocation that is
// tracked.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <vector>

namespace gtl::checks {

/// A set of bytes, as bits. Several workers may mark and test at once.
class WrittenBytes {
 public:
  explicit WrittenBytes(uint64_t size) : size_(size), bits_((size + 63) / 64) {}

  uint64_t size() const { return size_; }
  /// Every byte was written: known only of what the host wrote in one piece.
  bool is_whole() const {
    return std::atomic_ref<bool>(const_cast<bool&>(is_whole_)).load(std::memory_order_relaxed);
  }

  void mark(uint64_t offset, uint64_t size);
  /// Bytes were overwritten with what nobody has written: a copy of padding.
  void unmark(uint64_t offset, uint64_t size);
  bool all(uint64_t offset, uint64_t size) const;
  void clear();

  /// By the host alone, as no kernel runs: what `source` knows of its bytes, and that all are
  /// written.
  void copy(uint64_t offset, const WrittenBytes& source, uint64_t source_offset, uint64_t size);
  void mark_by_host(uint64_t offset, uint64_t size);

 private:
  uint64_t size_;
  bool is_whole_ = false;
  std::vector<uint64_t> bits_;
};

/// What of a piece of memory nobody has written.
struct Unwritten {
  uint64_t looked_at = 0, bytes = 0;
  /// Shorter gaps lie in structs, too, where nobody sets them: padding.
  static constexpr uint64_t kLongGap = 16;
  uint64_t long_gaps = 0, short_gaps = 0;
  uint64_t first = 0;  ///< Address of the first long gap, or, if there is none, of the first gap.

  bool is_all() const { return bytes != 0 && bytes == looked_at; }
  /// Whether it is more than padding. One short gap in a long array is none: padding recurs.
  bool is_telling() const {
    constexpr uint64_t kLongArray = 1024;
    return is_all() || long_gaps != 0 || (short_gaps == 1 && looked_at >= kLongArray);
  }
};

/// The tracked allocations. While kernels run the table stands still.
class InitShadow {
 public:
  void track(uint64_t address, uint64_t size) {
    tracked_.insert_or_assign(address, WrittenBytes(size));
  }
  void forget(uint64_t address) { tracked_.erase(address); }

  struct Place {
    uint64_t address = 0;           ///< Of the allocation.
    WrittenBytes* bytes = nullptr;  ///< Null: not tracked, so taken as written.
    bool contains(uint64_t at) const { return bytes != nullptr && at - address < bytes->size(); }
  };
  Place find(uint64_t address);

  /// The host set these bytes.
  void host_writes(uint64_t address, uint64_t size);
  /// The host copied from device memory to device memory.
  void host_copies(uint64_t destination, uint64_t source, uint64_t size);
  /// Adds what nobody has written of these bytes.
  void look_at(uint64_t address, uint64_t size, Unwritten& unwritten);

 private:
  std::map<uint64_t, WrittenBytes> tracked_;
};

}  // namespace gtl::checks
