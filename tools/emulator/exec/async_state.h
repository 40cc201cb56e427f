// What a block has under way: asynchronous copies that have not arrived, and its mbarriers.
//
// A copy arrives as late as the program allows: when a thread waits for it. Reading the destination
// without waiting therefore gives what was there before, as it may on a GPU. Global memory is read
// when the copy starts, shared memory when the program waits for the reading.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <unordered_map>
#include <vector>

namespace gtl::exec {

struct Context;

/// One cp.async of a warp: 4, 8 or 16 bytes a lane.
struct SmallCopy {
  uint64_t sequence = 0;
  uint32_t mask = 0;   ///< Lanes whose data has not arrived.
  uint32_t bytes = 0;  ///< A lane.
  uint32_t function = 0, instruction = 0;
  std::array<uint32_t, 32> group;        ///< By lane: how many groups it had committed before.
  std::array<uint64_t, 32> destination;  ///< Offsets in shared memory.
  alignas(16) std::array<std::byte, 32 * 16> data;
};

/// Bytes that lie together: an address in global memory, or an offset in shared memory.
struct Run {
  uint64_t place = 0;
  uint32_t bytes = 0;
};

/// Combines `bytes` bytes at `from` into those at `to`. `is_private`: no other worker sees `to`.
using Reducer = void (*)(std::byte* to, const std::byte* from, size_t bytes, bool is_private);

/// A bulk copy, or a store or reduction that completes on an mbarrier.
struct BulkCopy {
  uint32_t function = 0, instruction = 0;
  Context* issuer = nullptr;  ///< The block of the thread that started it.
  uint32_t warp = 0, lane = 0;
  uint32_t group = 0;        ///< How many bulk groups that thread had committed before.
  std::vector<Run> sources;  ///< In the issuer's shared memory, while they are still to be read.
  std::vector<Run> destinations;
  Context* target = nullptr;    ///< The block whose shared memory it writes; null: global memory.
  std::vector<std::byte> data;  ///< In the order of `destinations`.
  Reducer reduce = nullptr;     ///< Null: it overwrites.
  uint32_t transaction_bytes = 0;
};

/// What will happen to an mbarrier of the block when somebody waits for it. A copy that completes
/// on it writes the shared memory of the same block.
struct PendingCompletion {
  uint32_t barrier = 0;  ///< Its offset in shared memory.
  /// An arrival of each of `lanes` of `warp` once its cp.async before `sequence` are there; 0:
  /// `copy` arrives.
  uint32_t lanes = 0;
  uint32_t warp = 0;
  uint64_t sequence = 0;
  BulkCopy copy;
};

struct WarpCopies {
  std::deque<SmallCopy> small;
  std::array<uint32_t, 32> groups{};  ///< Committed, by lane.
  std::vector<BulkCopy> bulk;         ///< Those that complete with a group.
  std::array<uint32_t, 32> bulk_groups{};
};

struct AsyncState {
  std::vector<WarpCopies> warps;  ///< Empty until the block's first copy.
  std::vector<PendingCompletion> completions;
  /// By the offsets of those that were initialised: phases that have ended since.
  std::unordered_map<uint32_t, uint64_t> mbarriers;
  uint64_t next_sequence = 1;
  uint32_t time_outs = 0;  ///< Rounds in which everyone waited, since anything last happened.

  /// A new block begins.
  void clear() {
    warps.clear();
    completions.clear();
    mbarriers.clear();
    time_outs = 0;
  }
};

}  // namespace gtl::exec
