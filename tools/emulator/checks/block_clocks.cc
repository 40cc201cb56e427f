#include "checks/block_clocks.h"

#include <algorithm>
#include <utility>

#include "checks/lane_mask.h"
#include "exec/observer.h"

namespace gtl::checks {
namespace {

/// Raises what is known to what `other` warps know; an empty clock knows nothing.
void join(std::vector<uint32_t>& clock, std::span<const uint32_t> other) {
  clock.resize(other.size());
  for (size_t warp = 0; warp < other.size(); ++warp)
    clock[warp] = std::max(clock[warp], other[warp]);
}

/// A scan whose blocks look back at each other hands all of them on, from flag to flag.
constexpr size_t kMostBlocksByFlags = 256;

}  // namespace

BlockClocks::BlockClocks(uint64_t block, uint32_t warps)
    : block_(static_cast<uint32_t>(block)),
      warps_(warps),
      clocks_(size_t{warps} * warps),
      epochs_(warps),
      ordered_epochs_(warps),
      met_epochs_(warps),
      lanes_(warps),
      fenced_(warps),
      found_(warps),
      multiplied_(warps),
      others_(warps),
      published_(warps),
      in_block_(warps),
      learnt_(warps),
      preceding_(warps),
      learnt_preceding_(warps) {
  for (uint32_t warp = 0; warp < warps; ++warp) clocks_[warp * warps + warp] = 1;
}

void BlockClocks::arrive(uint32_t barrier, uint32_t warp, bool waits) {
  if (barrier >= kBarriers) return;
  Meeting& meeting = meetings_[barrier];
  join(meeting.given, row(warp));
  meeting.others = join(meeting.others, others_[warp]);
  meeting.preceding = join(meeting.preceding, preceding_[warp], kMostBlocksByFlags);
  if (waits) {
    meeting.waiting.push_back(warp);
  } else {
    ++clocks_[warp * warps_ + warp];  // What it does from here on is not given.
  }
}

void BlockClocks::open(uint32_t barrier) {
  if (barrier >= kBarriers) return;
  Meeting& meeting = meetings_[barrier];
  for (const uint32_t warp : meeting.waiting) {
    raise(warp, meeting.given);
    others_[warp] = meeting.others;
    preceding_[warp] = meeting.preceding;
    ++clocks_[warp * warps_ + warp];
    order_lanes(warp);
  }
  meeting.given.clear();
  meeting.others = meeting.preceding = nullptr;
  meeting.waiting.clear();
}

void BlockClocks::lanes_meet(uint32_t warp, uint32_t lanes, bool are_all, bool is_barrier) {
  if (are_all) {
    if (is_barrier) return order_lanes(warp);
    met_epochs_[warp] = ++epochs_[warp];
    return;
  }
  std::unique_ptr<LaneClocks>& clocks = lanes_[warp];
  if (clocks == nullptr) clocks = std::make_unique<LaneClocks>();
  const uint32_t now = ++epochs_[warp];
  auto meet = [&](LaneClocks::Table& table) {
    std::array<uint32_t, 32> joined{};
    for_each_lane(lanes, [&](uint32_t lane) {
      for (uint32_t other = 0; other < 32; ++other)
        joined[other] = std::max(joined[other], table[lane][other]);
    });
    for_each_lane(lanes, [&](uint32_t lane) { joined[lane] = now; });
    for_each_lane(lanes, [&](uint32_t lane) { table[lane] = joined; });
  };
  meet(clocks->reads);
  if (is_barrier) meet(clocks->writes);
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

void BlockClocks::raise(uint32_t warp, const Clock& to) {
  for (uint32_t other = 0; other < warps_; ++other) {
    uint32_t& known = clocks_[warp * warps_ + other];
    known = std::max(known, to[other]);
  }
}

void BlockClocks::release(uint32_t warp, uint32_t offset, bool is_relaxed) {
  const uint32_t word = offset / 4;
  const bool synchronises =
      word / 64 < synchronising_.size() && (synchronising_[word / 64] >> word % 64 & 1) != 0;
  if (is_relaxed && !synchronises) {
    if (!fenced_[warp].empty()) join(left_[offset], fenced_[warp]);
    return;
  }
  join(left_[offset], row(warp));
  ++clocks_[warp * warps_ + warp];
}

void BlockClocks::take_up(uint32_t warp, uint32_t offset) {
  auto found = left_.find(offset);
  if (found != left_.end()) take(warp, found->second);
}

void BlockClocks::pass_warpgroup(uint32_t warp, uint32_t readers) {
  const uint32_t first = warp / exec::kWarpsOfGroup * exec::kWarpsOfGroup;
  const uint32_t end = std::min(first + exec::kWarpsOfGroup, warps_);
  for (uint32_t other = first; other < end; ++other) {
    if ((readers >> (other - first) & 1) != 0)
      multiplied_[other] = clocks_[other * warps_ + other]++;
    uint32_t& known = clocks_[warp * warps_ + other];
    known = std::max(known, multiplied_[other]);
  }
}

void BlockClocks::take(uint32_t warp, const Clock& left) {
  if (left[warp] != 0) order_lanes(warp);  // From another of its lanes, perhaps.
  raise(warp, left);
}

void BlockClocks::read_relaxed(uint32_t warp, uint32_t offset) {
  auto found = left_.find(offset);
  if (found != left_.end()) join(found_[warp], found->second);
}

void BlockClocks::fence(uint32_t warp, bool is_of_block) {
  if (!found_[warp].empty()) take(warp, std::exchange(found_[warp], {}));
  fenced_[warp] = copy_of(row(warp));
  const KnowledgePointer own = knowledge_of(block_, copy_of(row(warp)));
  in_block_[warp] = is_of_block ? own : nullptr;  // Else all may know, and the block among them.
  if (!is_of_block) published_[warp] = join(others_[warp], own);
  ++clocks_[warp * warps_ + warp];
  ++fences_;
}

KnowledgePointer BlockClocks::raise_flag(uint32_t warp) {
  const KnowledgePointer all =
      join(preceding_[warp], knowledge_of(block_, copy_of(row(warp))), kMostBlocksByFlags);
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
