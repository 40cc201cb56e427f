#include "checks/warp_clocks.h"

#include <algorithm>
#include <bit>

namespace gtl::checks {

WarpClocks::WarpClocks(uint32_t warps)
    : warps_(warps), clocks_(size_t{warps} * warps), epochs_(warps), waiting_(warps) {
  for (uint32_t warp = 0; warp < warps; ++warp) clocks_[warp * warps + warp] = 1;
}

void WarpClocks::arrive(uint32_t barrier, uint32_t warp, uint32_t lanes, bool completes) {
  if (barrier >= kBarriers) return;
  resume(warp, lanes);  // They left every barrier before this one.
  if (arrived_[barrier].empty()) arrived_[barrier].assign(warps_, 0);
  arrived_[barrier][warp] |= lanes;
  pending_ |= 1u << barrier;
  if (completes) complete(barrier);
}

void WarpClocks::arrive_at_warp_barrier(uint32_t warp, uint32_t lanes, bool completes) {
  resume(warp, lanes);
  waiting_[warp] |= lanes;
  if (completes) complete_warp_barrier(warp);
}

void WarpClocks::resume(uint32_t warp, uint32_t lanes) {
  if ((waiting_[warp] & lanes) != 0) complete_warp_barrier(warp);
  for (uint32_t pending = pending_; pending != 0; pending &= pending - 1) {
    const auto barrier = static_cast<uint32_t>(std::countr_zero(pending));
    if ((arrived_[barrier][warp] & lanes) != 0) complete(barrier);
  }
}

void WarpClocks::complete(uint32_t barrier) {
  Clock joined(warps_, 0);
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    if (arrived_[barrier][warp] == 0) continue;
    for (uint32_t other = 0; other < warps_; ++other) {
      joined[other] = std::max(joined[other], knows(warp, other));
    }
  }
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    if (arrived_[barrier][warp] == 0) continue;
    raise(warp, joined);
    ++clocks_[warp * warps_ + warp];
    ++epochs_[warp];
    arrived_[barrier][warp] = 0;
  }
  pending_ &= ~(1u << barrier);
}

void WarpClocks::meet() {
  Clock joined(warps_);
  for (uint32_t warp = 0; warp < warps_; ++warp) joined[warp] = own(warp);
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    raise(warp, joined);
    ++clocks_[warp * warps_ + warp];
    ++epochs_[warp];
  }
}

void WarpClocks::complete_warp_barrier(uint32_t warp) {
  ++epochs_[warp];
  waiting_[warp] = 0;
}

void WarpClocks::raise(uint32_t warp, const Clock& to) {
  for (uint32_t other = 0; other < warps_; ++other) {
    uint32_t& known = clocks_[warp * warps_ + other];
    known = std::max(known, to[other]);
  }
}

void WarpClocks::release(uint32_t warp, uint32_t offset, bool always) {
  auto found = left_.find(offset);
  if (found == left_.end()) {
    if (!always) return;
    found = left_.emplace(offset, Clock(warps_, 0)).first;
  }
  for (uint32_t other = 0; other < warps_; ++other) {
    found->second[other] = std::max(found->second[other], knows(warp, other));
  }
  ++clocks_[warp * warps_ + warp];
}

void WarpClocks::acquire(uint32_t warp, uint32_t offset) {
  // Remembered even before anything was left: from here on, plain atomics on it count as releases.
  raise(warp, left_.emplace(offset, Clock(warps_, 0)).first->second);
}

}  // namespace gtl::checks
