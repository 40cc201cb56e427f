// Coalescing: how the accesses of one warp instruction become sectors. The simulator on the page
// and the counters of the emulator both call this code; it depends on nothing, so that it stays
// small.
#pragma once

#include <cstdint>

namespace gtl::counters {

/// The unit in which global memory is moved, and the number of lanes that ask for it together.
constexpr uint32_t kSectorBytes = 32;
constexpr uint32_t kLanes = 32;

/// A sector that a request touches, and which of its bytes the lanes asked for.
struct Sector {
  uint64_t index = 0;       ///< Address / kSectorBytes.
  uint32_t used_bytes = 0;  ///< Bit b: byte b of the sector is used.
};

/// What one warp instruction asks for and moves.
struct RequestCount {
  uint32_t requests = 0;    ///< 1, or 0 when no lane is active: the hardware then issues none.
  uint32_t sectors = 0;     ///< Distinct sectors that the active lanes touch.
  uint32_t bytes_used = 0;  ///< Distinct bytes that the active lanes ask for.
};

/// Writes the sectors that the lanes of `mask` touch to `sectors` (room for kLanes of them), in the
/// order in which the lanes first touch them, and returns how many there are. Every lane accesses
/// `bytes` bytes (1, 2, 4, 8, 16 or 32) at a multiple of `bytes`, as PTX demands, hence in one
/// sector. `address` has kLanes entries, of which those outside `mask` are not read.
uint32_t touched_sectors(const uint64_t* address, uint32_t mask, uint32_t bytes, Sector* sectors);

/// The same, counted only. Whole warps with one distance between neighbours, the common case, are
/// counted without looking for duplicates.
RequestCount count_request(const uint64_t* address, uint32_t mask, uint32_t bytes);

/// cp.async.cg, which goes past L1: a request asks for the 32 bytes of shared memory that it fills,
/// once for each 128-byte line of global memory that they come from. Of lanes that write the same
/// place, the lowest counts. `to`: offsets in shared memory.
RequestCount count_bypassing_copy(const uint64_t* from, const uint64_t* to, uint32_t mask,
                                  uint32_t bytes);

/// The same of 32 lanes, each `bytes` behind the one before.
RequestCount count_contiguous_request(uint64_t first, uint32_t bytes);

/// An atomic or a reduction. Lanes that update one address take turns, and each turn moves its
/// sectors again: a sector counts as often as the most wanted address in it has lanes.
RequestCount count_atomic_request(const uint64_t* address, uint32_t mask, uint32_t bytes);

/// An access of local memory at 32 byte offsets in the threads' own memories. These lie
/// interleaved, word by word: the same word of the 32 lanes is 128 bytes in a row. Wider accesses
/// make a request a word.
RequestCount count_local_request(const uint64_t* offset, uint32_t mask, uint32_t bytes);

}  // namespace gtl::counters
