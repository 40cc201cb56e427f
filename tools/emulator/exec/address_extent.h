// The addresses of a warp's lanes, and what they have in common: one look at all of them decides
// which path an access takes.
#pragma once

#include <type_traits>

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

struct Addresses {
  alignas(64) uint64_t lane[kWarpSize];
};

/// Lowest and highest address of the active lanes, the OR of all of them for the alignment check,
/// and how all 32 of them lie, if they are active.
struct Extent {
  uint64_t low, high, bits;
  bool is_contiguous, is_uniform;
};

inline Extent uniform_extent(uint64_t address, uint32_t mask) {
  return {address, address, address, false, mask == kAllLanes};
}

/// Computes addresses[lane] = T(base[lane] + offset), of lanes that access `bytes` each, and looks
/// at them on the way: the first and the last tell what all of them may be.
template <class T>
inline Extent compute_extent(Addresses& addresses, const T* base, T offset, uint32_t mask,
                             uint32_t bytes) {
  const T first = T(base[0] + offset), last = T(base[kWarpSize - 1] + offset);
  const T step = first == last ? T{0} : T{bytes};
  if (mask == kAllLanes && last - first == T(kWarpSize - 1) * step && first <= last) {
    T different = 0;
#pragma omp simd reduction(| : different)
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const T address = T(base[lane] + offset);
      addresses.lane[lane] = address;
      different |= address ^ T(first + lane * step);
    }
    if (different == 0) return {first, last, first, step != 0, step == 0};
  }
  // Addresses are below 2^63, so the signed minimum, which vectorises, is right for valid ones; the
  // others fail the range check either way.
  using Ordered = std::conditional_t<sizeof(T) == 4, uint32_t, int64_t>;
  auto compute = [&]<bool kAll>(Ordered some) -> Extent {
    Ordered low = some, high = some;
    T bits = 0;
#pragma omp simd reduction(min : low) reduction(max : high) reduction(| : bits)
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const T address = T(base[lane] + offset);
      addresses.lane[lane] = address;
      const Ordered active = kAll || (mask & kLaneBit[lane]) != 0 ? Ordered(address) : some;
      low = active < low ? active : low;
      high = active > high ? active : high;
      bits |= T(active);
    }
    return {uint64_t(low), uint64_t(high), bits, false, false};
  };
  if (mask == kAllLanes) return compute.template operator()<true>(Ordered(first));
  const uint32_t some = mask != 0 ? uint32_t(__builtin_ctz(mask)) : 0;
  return compute.template operator()<false>(Ordered(base[some] + offset));
}

/// Of addresses that are known already.
inline Extent extent_of(Addresses& addresses, uint32_t mask, uint32_t bytes) {
  return compute_extent<uint64_t>(addresses, addresses.lane, 0, mask, bytes);
}

}  // namespace gtl::exec::GTL_LANES
