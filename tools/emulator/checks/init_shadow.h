// Which bytes of device memory anybody has written: a bit a byte, for every allocation that is
// tracked.
#pragma once

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
  bool is_whole() const { return is_whole_; }

  void mark(uint64_t offset, uint64_t size);
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

 private:
  std::map<uint64_t, WrittenBytes> tracked_;
};

}  // namespace gtl::checks
