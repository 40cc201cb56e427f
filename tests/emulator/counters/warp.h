// Addresses of a warp, for tests: lane i accesses what `where(i)` says.
#pragma once

#include <array>
#include <cstdint>

namespace gtl::tests {

using WarpAddresses = std::array<uint64_t, 32>;

constexpr uint32_t kAllLanes = 0xFFFF'FFFF;

template <class Where>
WarpAddresses warp(Where where) {
  WarpAddresses addresses{};
  for (uint64_t lane = 0; lane < 32; ++lane) addresses[lane] = where(lane);
  return addresses;
}

}  // namespace gtl::tests
