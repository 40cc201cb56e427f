// Masks of lanes.
#pragma once

#include <bit>
#include <cstdint>

namespace gtl::checks {

/// The mask of `count` lanes, fewer than 32 of them or all.
inline uint32_t lanes_from(uint32_t first, uint32_t count) {
  return (~0u >> (32 - count)) << first;
}

template <class Visit>
void for_each_lane(uint32_t lanes, Visit visit) {
  for (; lanes != 0; lanes &= lanes - 1) visit(static_cast<uint32_t>(std::countr_zero(lanes)));
}

}  // namespace gtl::checks
