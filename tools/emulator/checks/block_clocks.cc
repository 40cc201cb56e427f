#include "checks/block_clocks.h"

#include <algorithm>
#include <bit>

namespace gtl::checks {
namespace {

/// A scan whose blocks look back at each other hands all of them on, from flag to flag.
constexpr size_t kMostBlocksByFlags = 256;

}  // namespace

BlockClocks::BlockClocks(uint64_t block, uint32_t warps)
    : block_(static_cast<uint32_t>(block)),
      warps_(warps),
      clocks_(size_t{warps} * warps),
      epochs_(warps),
      ordered_epochs_(warps),
      waiting_(warps),
      others_(warps),
      published_(warps),
      in_block_(warps),
      learnt_(warps),
      preceding_(warps),
      learnt_preceding_(warps) {
  for (uint32_t warp = 0; warp < warps; ++warp) clocks_[warp * warps + warp] = 1;
}

void BlockClocks::arrive(uint32_t barrier, uint32_t warp, uint32_t lanes, bool completes) {
  if (barrier >= kBarriers) return;
  resume(warp, lanes);  // They left every barrier before this one.
  if (arrived_[barrier].empty()) arrived_[barrier].assign(warps_, 0);
  arrived_[barrier][warp] |= lanes;
  pending_ |= 1u << barrier;
  if (completes) complete(barrier);
}

void BlockClocks::arrive_at_warp_barrier(uint32_t warp, uint32_t lanes, bool completes) {
  resume(warp, lanes);
  waiting_[warp] |= lanes;
  if (completes) complete_warp_barrier(warp);
}

void BlockClocks::resume(uint32_t warp, uint32_t lanes) {
  if ((waiting_[warp] & lanes) != 0) complete_warp_barrier(warp);
  for (uint32_t pending = pending_; pending != 0; pending &= pending - 1) {
    const auto barrier = static_cast<uint32_t>(std::countr_zero(pending));
    if ((arrived_[barrier][warp] & lanes) != 0) complete(barrier);
  }
}

void BlockClocks::complete(uint32_t barrier) {
  Clock joined(warps_, 0);
  KnowledgePointer others, preceding;
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    if (arrived_[barrier][warp] == 0) continue;
    others = join(others, others_[warp]);
    preceding = join(preceding, preceding_[warp], kMostBlocksByFlags);
    for (uint32_t other = 0; other < warps_; ++other) {
      joined[other] = std::max(joined[other], knows(warp, other));
    }
  }
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    if (arrived_[barrier][warp] == 0) continue;
    raise(warp, joined);
    others_[warp] = others;
    preceding_[warp] = preceding;
    ++clocks_[warp * warps_ + warp];
    order_lanes(warp);
    arrived_[barrier][warp] = 0;
  }
  pending_ &= ~(1u << barrier);
}

KnowledgePointer BlockClocks::meet() {
  Clock joined(warps_);
  KnowledgePointer others, preceding;
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    joined[warp] = own(warp);
    others = join(others, others_[warp]);
    preceding = join(preceding, preceding_[warp], kMostBlocksByFlags);
  }
  for (uint32_t warp = 0; warp < warps_; ++warp) {
    raise(warp, joined);
    others_[warp] = others;
    preceding_[warp] = preceding;
    ++clocks_[warp * warps_ + warp];
    order_lanes(warp);
  }
  ++fences_;
  return join(others, knowledge_of(block_, std::move(joined)));
}

void BlockClocks::complete_warp_barrier(uint32_t warp) {
  order_lanes(warp);
  waiting_[warp] = 0;
}

void BlockClocks::raise(uint32_t warp, const Clock& to) {
  for (uint32_t other = 0; other < warps_; ++other) {
    uint32_t& known = clocks_[warp * warps_ + other];
    known = std::max(known, to[other]);
  }
}

void BlockClocks::release(uint32_t warp, uint32_t offset, bool always) {
  const uint32_t word = offset / 4;
  const bool synchronises =
      word / 64 < synchronising_.size() && (synchronising_[word / 64] >> word % 64 & 1) != 0;
  if (!always && !synchronises) return;
  Clock& left = left_.try_emplace(offset, warps_, 0).first->second;
  for (uint32_t other = 0; other < warps_; ++other)
    left[other] = std::max(left[other], knows(warp, other));
  ++clocks_[warp * warps_ + warp];
}

void BlockClocks::take_up(uint32_t warp, uint32_t offset) {
  auto found = left_.find(offset);
  if (found != left_.end()) raise(warp, found->second);
}

BlockClocks::Clock BlockClocks::row(uint32_t warp) const {
  const auto start = clocks_.begin() + static_cast<std::ptrdiff_t>(size_t{warp} * warps_);
  return {start, start + warps_};
}

void BlockClocks::fence(uint32_t warp, bool is_of_block) {
  const KnowledgePointer own = knowledge_of(block_, row(warp));
  in_block_[warp] = is_of_block ? own : nullptr;  // Else all may know, and the block among them.
  if (!is_of_block) published_[warp] = join(others_[warp], own);
  ++clocks_[warp * warps_ + warp];
  ++fences_;
}

KnowledgePointer BlockClocks::raise_flag(uint32_t warp) {
  const KnowledgePointer all =
      join(preceding_[warp], knowledge_of(block_, row(warp)), kMostBlocksByFlags);
  ++clocks_[warp * warps_ + warp];
  ++fences_;
  return all;
}

void BlockClocks::learn(uint32_t warp, const LeftThere& left) {
  if (left.by_flag != nullptr && learnt_preceding_[warp] != left.by_flag) {
    learnt_preceding_[warp] = left.by_flag;
    preceding_[warp] = join(preceding_[warp], left.by_flag, kMostBlocksByFlags);
  }
  const KnowledgePointer& knowledge = left.known;
  if (knowledge == nullptr || learnt_[warp] == knowledge) return;
  learnt_[warp] = knowledge;
  others_[warp] = join(others_[warp], knowledge);
  if (const Clock* own = knowledge->row_of(block_)) {
    if ((*own)[warp] != 0) order_lanes(warp);  // From another of its lanes, perhaps.
    Clock others_alone = *own;
    others_alone[warp] = 0;
    raise(warp, others_alone);
  }
}

}  // namespace gtl::checks
