// Shared memory's banks: in how many wavefronts one warp instruction is served. Like coalescing.h,
// called by the counters and by the page, and dependent on nothing.
#pragma once

#include <cstdint>

namespace gtl::counters {

constexpr uint32_t kBanks = 32;
constexpr uint32_t kBankBytes = 4;

/// How one shared-memory instruction is served.
struct BankCount {
  uint32_t wavefronts = 0;
  uint32_t conflicts = 0;  ///< Wavefronts above the least that this width and these lanes can need.
};

/// The wavefronts of a load or store. `offset` holds kLanes byte offsets in shared memory, read
/// where `mask` is set; every lane accesses `bytes` bytes (1 … 16) at a multiple of `bytes`.
BankCount count_banks(const uint64_t* offset, uint32_t mask, uint32_t bytes);

}  // namespace gtl::counters
