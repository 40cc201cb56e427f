// Where the lanes of one warp go: the patterns that the probes try.
#pragma once

#include <cstdint>
#include <vector>

namespace probe {

/// Byte offsets of the lanes, and who takes part. Passed to the kernels as it is.
struct Pattern {
  uint32_t offset[32];
  uint32_t mask;
};

template <class Where>
Pattern pattern(Where where, uint32_t mask = 0xFFFFFFFF) {
  Pattern result;
  for (uint32_t lane = 0; lane < 32; ++lane) result.offset[lane] = where(lane);
  result.mask = mask;
  return result;
}

/// Small and the same everywhere, unlike std::rand.
class Random {
 public:
  uint32_t below(uint32_t limit) {
    state_ = state_ * 6364136223846793005u + 1442695040888963407u;
    return static_cast<uint32_t>(state_ >> 33) % limit;
  }
  uint32_t mask() {
    const uint32_t high = below(1u << 16);
    return high << 16 | below(1u << 16);
  }

 private:
  uint64_t state_ = 1;
};

}  // namespace probe
