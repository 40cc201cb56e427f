// The addresses of a warp's lanes, and what they have in common: one look at all of them decides
// which path an access takes.
#pragma once

#include <algorithm>

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

struct Addresses {
  alignas(64) uint64_t lane[kWarpSize];
};

/// Lowest and highest address of the active lanes, and the OR of all of them for the alignment
/// check.
struct Extent {
  uint64_t low, high, bits;
  bool is_contiguous, is_uniform;
};

inline Extent extent_of(const Addresses& addresses, uint32_t mask, uint32_t bytes) {
  if (mask == kAllLanes) {
    const uint64_t first = addresses.lane[0];
    uint64_t not_contiguous = 0, not_uniform = 0;
#pragma omp simd reduction(| : not_contiguous, not_uniform)
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      not_contiguous |= addresses.lane[lane] ^ (first + uint64_t{lane} * bytes);
      not_uniform |= addresses.lane[lane] ^ first;
    }
    if (not_contiguous == 0) {
      return {first, first + uint64_t{bytes} * (kWarpSize - 1), first, true, false};
    }
    if (not_uniform == 0) return {first, first, first, false, true};
    // Addresses are below 2^63, so the signed minimum, which vectorises, is right for valid ones;
    // the others fail the range check either way.
    int64_t low = int64_t(first), high = int64_t(first);
    uint64_t bits = 0;
#pragma omp simd reduction(min : low) reduction(max : high) reduction(| : bits)
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const int64_t address = int64_t(addresses.lane[lane]);
      low = address < low ? address : low;
      high = address > high ? address : high;
      bits |= addresses.lane[lane];
    }
    return {uint64_t(low), uint64_t(high), bits, false, false};
  }
  Extent extent{~uint64_t{0}, 0, 0, false, false};
  for_each_lane(mask, [&](uint32_t lane) {
    extent.low = std::min(extent.low, addresses.lane[lane]);
    extent.high = std::max(extent.high, addresses.lane[lane]);
    extent.bits |= addresses.lane[lane];
  });
  return extent;
}

}  // namespace gtl::exec::GTL_LANES
