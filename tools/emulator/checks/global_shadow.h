// What racecheck knows of global memory during one launch: shared by all workers.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "checks/access_history.h"
#include "checks/history_line.h"

namespace gtl::checks {

/// Held for a few instructions at a time.
class SpinLock {
 public:
  void lock() {
    while (flag_.test_and_set(std::memory_order_acquire)) {
    }
  }
  void unlock() { flag_.clear(std::memory_order_release); }

 private:
  std::atomic_flag flag_;
};

class SpinGuard {
 public:
  explicit SpinGuard(SpinLock& lock) : lock_(lock) { lock_.lock(); }
  ~SpinGuard() { lock_.unlock(); }
  SpinGuard(const SpinGuard&) = delete;
  SpinGuard& operator=(const SpinGuard&) = delete;

 private:
  SpinLock& lock_;
};

struct GlobalHistory {
  BlockHistory block;
  GridHistory grid;

  template <class Race>
  void compare(const BlockClocks& clocks, const AccessRecord& now, bool writes, Race race) const {
    block.compare(clocks, now, writes, race);
    grid.compare(clocks, now, writes, race);
  }
  void remember(const BlockClocks& clocks, const AccessRecord& now, bool writes) {
    block.remember(clocks, now, writes);
    grid.remember(clocks, now, writes);
  }
  GlobalHistory of_word(uint32_t word) const { return {block.of_word(word), grid.of_word(word)}; }
};

/// One side of a race on global memory.
struct GlobalAccess {
  uint32_t block = 0, place = 0;
  uint16_t thread = 0;
  bool writes = false;
  uint8_t scope = 0;
  friend auto operator<=>(const GlobalAccess&, const GlobalAccess&) = default;
};

/// `first` comes first in the order of execution where one block is concerned, and is the write, or
/// the lower block's, where two are.
struct GlobalRace {
  GlobalAccess first, second;
  bool is_between_blocks() const { return first.block != second.block; }
  /// Whether it is to be told rather than `other`, at the same location: the same answer whatever
  /// the order in which they were found.
  bool goes_before(const GlobalRace& other) const;
};

class GlobalShadow {
 public:
  struct Page {
    static constexpr uint32_t kBytes = 4096;
    SpinLock lock;
    std::array<HistoryLine<GlobalHistory>, kBytes / kLineBytes> lines;
    HistoryLine<GlobalHistory>& line(uint64_t address) {
      return lines[address % kBytes / kLineBytes];
    }
  };

  /// The page that holds an address; null when the notes have grown too large to take more.
  Page* page(uint64_t address);
  /// Counts the memory of a line that is about to be split; false: there is no more.
  bool may_split();
  /// The memory gets a new owner: malloc in device code hands it out.
  void forget(uint64_t address, uint64_t size);
  /// Some accesses were not watched, for want of memory.
  bool is_full() const { return is_full_.load(std::memory_order_relaxed); }

  /// Remembers the race of a location, if none goes before it.
  void found(uint64_t address, const GlobalRace& race);
  /// By location, once the workers have ended.
  const std::map<uint64_t, GlobalRace>& races() const { return races_; }
  /// There were more locations than are remembered.
  bool has_more_races() const { return has_more_races_; }

  // Flags, locks and counters: what the writers of a location left there for its readers.

  /// Whether anybody left anything at all.
  bool has_left() const { return has_left_.load(std::memory_order_acquire); }
  void leave(uint64_t address, uint32_t block, const LeftThere& for_all,
             const KnowledgePointer& for_block);
  /// What a thread of the block finds.
  LeftThere find_left(uint64_t address, uint32_t block);

 private:
  struct Left {
    LeftThere for_all;
    std::vector<std::pair<uint32_t, KnowledgePointer>> for_block;
  };

  bool take(uint64_t bytes);

  SpinLock pages_lock_, races_lock_, left_lock_;
  std::unordered_map<uint64_t, std::unique_ptr<Page>> pages_;
  std::atomic<uint64_t> bytes_{0};
  std::atomic<bool> is_full_{false}, has_left_{false};
  std::map<uint64_t, GlobalRace> races_;
  bool has_more_races_ = false;
  std::unordered_map<uint64_t, Left> left_;
};

}  // namespace gtl::checks
