#include "checks/racecheck.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "checks/racecheck_access.h"

namespace gtl::checks {
namespace {

/// As pass_whole, for a write to a line that was split: from here on, its words are one again.
bool write_split_line(HistoryLine<BlockHistory>& line, const BlockClocks& clocks,
                      const AccessRecord& now) {
  const BlockHistory* words = line.words();
  if (words == nullptr) return false;  // Some of them are kept by bytes.
  for (uint32_t word = 0; word < HistoryLine<BlockHistory>::kWords; ++word) {
    bool is_well = true;
    words[word].compare(clocks, now.of_word(word), true,
                        [&](const AccessRecord&, bool) { is_well = false; });
    if (!is_well) return false;
  }
  line.make_whole();
  line.whole().remember(clocks, now, true);
  return true;
}

}  // namespace

Racecheck::Racecheck(const exec::Launch& launch, GlobalShadow& global)
    : places_(*launch.program),
      warps_(static_cast<uint32_t>((launch.block.count() + 31) / 32)),
      grid_(launch.grid),
      cluster_(launch.cluster),
      global_(global) {}

Racecheck::~Racecheck() = default;

Racecheck::BlockState& Racecheck::state_of(uint64_t block) {
  if (block != last_block_) {
    last_state_ = blocks_.at(block).get();
    last_block_ = block;
  }
  return *last_state_;
}

void Racecheck::block_begins(uint64_t block) {
  std::unique_ptr<BlockState> state;
  if (spare_.empty()) {
    state = std::make_unique<BlockState>(block, warps_);
  } else {
    state = std::move(spare_.back());
    spare_.pop_back();
    state->clocks = BlockClocks(block, warps_);
    for (auto& line : state->shared) line.clear();
    state->disputes.clear();
    for (auto& addresses : state->strong_reads) addresses.clear();
    state->has_met_cluster = false;
  }
  blocks_[block] = std::move(state);
}

void Racecheck::block_ends(uint64_t block) {
  auto found = blocks_.find(block);
  spare_.push_back(std::move(found->second));
  blocks_.erase(found);
  last_block_ = ~uint64_t{0};
}

uint64_t Racecheck::cluster_of(uint64_t block) const {
  const uint64_t x = block % grid_.x / cluster_.x, y = block / grid_.x % grid_.y / cluster_.y,
                 z = block / grid_.x / grid_.y / cluster_.z;
  return (z * grid_.y + y) * grid_.x + x;
}

void Racecheck::barrier(const exec::BarrierEvent& event) {
  BlockState& block = state_of(event.block);
  BlockClocks& clocks = block.clocks;
  if (event.barrier == exec::kClusterBarrier) {
    // Told once for each block. All of them have been told when the first goes on.
    KnowledgePointer& met = met_[cluster_of(event.block)];
    met = join(met, clocks.meet());
    block.has_met_cluster = true;
    return;
  }
  learn(block, event.warp);
  clocks.arrive(event.barrier, event.warp, event.waits);
}

void Racecheck::barrier_opens(const exec::BarrierOpening& opening) {
  state_of(opening.block).clocks.open(opening.barrier);
}

void Racecheck::warp_sync(const exec::WarpSyncEvent& event) {
  if (event.waits) return;
  BlockState& block = state_of(event.block);
  learn(block, event.warp);
  for (uint32_t left = event.mask; left != 0;) {
    const uint32_t members = event.members[std::countr_zero(left)];
    uint32_t group = 0;
    for_each_lane(left, [&](uint32_t lane) {
      group |= static_cast<uint32_t>(event.members[lane] == members) << lane;
    });
    left &= ~group;
    group &= members;  // Who is not named meets nobody.
    block.clocks.lanes_meet(event.warp, group, group == event.alive, event.is_barrier);
  }
}

void Racecheck::fence(const exec::FenceEvent& event) {
  constexpr uint8_t kBlock = 1;
  BlockState& block = state_of(event.block);
  learn(block, event.warp);
  BlockClocks& clocks = block.clocks;
  clocks.fence(event.warp, event.scope == kBlock);
}

void Racecheck::warpgroup(const exec::WarpgroupEvent& event) {
  BlockState& block = state_of(event.block);
  learn(block, event.warp);
  block.clocks.pass_warpgroup(event.warp, event.readers);
}

void Racecheck::memory(const exec::MemoryEvent& event) {
  const bool is_shared = event.space == memory::Space::Shared;
  if ((!is_shared && event.space != memory::Space::Global) || event.mask == 0) return;
  const bool is_in_cluster = is_shared && cluster_.count() > 1;
  if (event.origin == exec::AccessOrigin::CopyIssue) return;  // Nothing is written yet.
  BlockState& block = state_of(event.block);
  learn(block, event.warp);
  // A lane that has waited for an mbarrier comes after what other lanes of its warp did before.
  if (event.origin == exec::AccessOrigin::Mbarrier && event.kind == exec::AccessKind::Load)
    block.clocks.pass_mbarrier(event.warp);
  AccessRecord now;
  now.place = places_.number(event.function, event.instruction);
  now.scope = scope_of(event);
  const uint64_t base = is_in_cluster ? kSharedOfClusters + (event.shared_block << kSharedBits) : 0;
  const Access access{
      event, block, now, event.kind == exec::AccessKind::Load, event.kind != exec::AccessKind::Load,
      base};
  is_shared && !is_in_cluster ? shared(access) : global(access);
}

/// Looks at the lanes one by one, and no longer at those in a row that read one word once more of
/// them tell nothing: so does half a warp in a matrix product by tiles of 16.
void Racecheck::shared_lanes(const Access& access, uint32_t lanes) {
  const exec::MemoryEvent& event = access.event;
  const BlockClocks& clocks = access.block.clocks;
  auto& disputes = access.block.disputes;
  const bool only_writes = event.kind == exec::AccessKind::Store;
  AccessRecord now = access.of_lane(0);
  uint64_t last_offset = ~uint64_t{0};
  uint32_t in_a_row = 0;    // Lanes that read what the one before did.
  bool is_settled = false;  // More of them would change nothing.
  for_each_lane(lanes, [&](uint32_t lane) {
    const uint64_t offset = event.address[lane];
    in_a_row = offset == last_offset ? in_a_row + 1 : 0;
    last_offset = offset;
    if (in_a_row > 1 && is_settled) return;
    now.thread = static_cast<uint16_t>(event.warp * 32 + lane);
    bool is_counted = false;  // One access races once, however many bytes it has.
    auto count = [&](const AccessRecord& past, bool past_writes, const AccessRecord& second,
                     bool second_writes) {
      if (!is_counted) count_shared(event, offset, past, past_writes, second, second_writes);
      is_counted = true;
    };
    is_settled = !access.writes && access.are_in_step();
    for_each_line(offset, event.bytes, [&](uint64_t start, uint32_t from, uint32_t size) {
      HistoryLine<BlockHistory>& line = access.block.shared_line(start);
      line.split();
      line.for_each(from, size, [&](BlockHistory& history, uint32_t at) {
        // Who wrote last matters to those who read.
        auto dispute = disputes.empty() ? disputes.end() : disputes.find(start + at);
        if (dispute != disputes.end()) {
          if (!only_writes) count(dispute->second.first, true, dispute->second.second, true);
          disputes.erase(dispute);
        }
        history.compare(clocks, now, access.writes, [&](const AccessRecord& past, bool writes) {
          if (writes && only_writes) {
            disputes[start + at] = {past, now};
          } else {
            count(past, writes, now, access.writes);
          }
        });
        history.remember(clocks, now, access.writes);
        is_settled = is_settled && history.is_settled(clocks, now);
      });
    });
    is_settled = is_settled && !is_counted;
  });
}

void Racecheck::shared(const Access& access) {
  const exec::MemoryEvent& event = access.event;
  BlockClocks& clocks = access.block.clocks;
  const bool is_strong = access.now.scope != 0;
  const bool is_relaxed = is_atomic(event.kind)
                              ? event.atomic != exec::AtomicKind::CompareAndSwap
                              : event.is_relaxed && event.origin == exec::AccessOrigin::Instruction;
  auto take_over = [&](uint32_t lane) {
    const auto offset = static_cast<uint32_t>(event.address[lane]);
    if (is_relaxed && !event.is_acquire) {
      clocks.read_relaxed(event.warp, offset);
    } else {
      clocks.acquire(event.warp, offset);
    }
  };
  if (is_strong && access.writes) {
    for_each_lane(event.mask, [&](uint32_t lane) {
      if (event.kind == exec::AccessKind::Atomic) take_over(lane);
      shared_lanes(access, 1u << lane);
      clocks.release(event.warp, static_cast<uint32_t>(event.address[lane]),
                     is_relaxed && !event.is_release);
    });
    return;
  }
  const uint32_t telling = access.telling_lanes();
  if (is_strong) for_each_lane(telling, take_over);
  if (!access.covers_lines()) return shared_lanes(access, telling);
  const uint32_t lanes = kLineBytes / event.bytes;  // Of a line.
  for (uint32_t lane = 0; lane < 32; lane += lanes) {
    HistoryLine<BlockHistory>& line = access.block.shared_line(event.address[lane]);
    AccessRecord all = access.of_lane(lane);
    all.words_log2 = static_cast<uint8_t>(std::countr_zero(event.bytes / 4));
    if (pass_whole(line, clocks, all, access.writes)) continue;
    if (line.is_split() && access.writes && access.block.disputes.empty() &&
        write_split_line(line, clocks, all))
      continue;
    shared_lanes(access, lanes_from(lane, lanes));
  }
}

void Racecheck::count_shared(const exec::MemoryEvent& event, uint64_t address,
                             const AccessRecord& past, bool past_writes, const AccessRecord& now,
                             bool now_writes) {
  races_[{false, false, past.place, now.place, past_writes, now_writes}].add(
      {1, event.block, event.block, address, past.thread, now.thread});
}

void Race::add(const Race& other) {
  const uint64_t sum = times + other.times;
  auto rank = [](const Race& race) {
    return std::tuple(race.is_in_one_warp(), std::max(race.block, race.second_block), race.block);
  };
  if (times == 0 || rank(other) < rank(*this)) *this = other;
  times = sum;
}

void merge(Races& races, const Races& others) {
  for (const auto& [key, other] : others) races[key].add(other);
}

}  // namespace gtl::checks
