// A wgmma is one operation of the four warps of a warpgroup: none of them can have waited for it
// before all of them have started it.
#include <algorithm>

#include "exec/context.h"

namespace gtl::exec {

/// The current warp's: fewer than four warps at the end of a block.
std::span<Warp> Context::warpgroup() {
  const size_t first = warp->index / kWarpsOfGroup * kWarpsOfGroup;
  return std::span(warps).subspan(first, std::min<size_t>(kWarpsOfGroup, warps.size() - first));
}

/// Whether the warps of the current one's warpgroup have committed that many multiplications. Those
/// that have ended are not waited for.
bool Context::has_warpgroup_committed(uint64_t multiplies) {
  const std::span<Warp> group = warpgroup();
  return std::all_of(group.begin(), group.end(), [&](const Warp& each) {
    return each.alive == 0 || each.warpgroup.committed >= multiplies;
  });
}

/// The current warp has committed multiplications, or has ended.
void Context::wake_warpgroup() {
  for (Warp& other : warpgroup()) {
    for (Split& waiting : other.splits) {
      if (waiting.state == SplitState::AtWarpgroup) waiting.state = SplitState::Ready;
    }
  }
}

}  // namespace gtl::exec
