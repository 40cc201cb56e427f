// The half of racecheck that watches global memory.
#include <bit>
#include <optional>

#include "checks/racecheck.h"
#include "checks/racecheck_access.h"

namespace gtl::checks {

GlobalShadow::Page* Racecheck::page(uint64_t address) {
  const uint64_t number = address / GlobalShadow::Page::kBytes;
  CachedPage& cached = page_cache_[number % page_cache_.size()];
  if (cached.number != number || cached.page == nullptr) {
    cached = {number, global_.page(address)};
  }
  return cached.page;
}

/// What the warp's strong reads found is taken over at its next event: an event comes before its
/// access, and another worker may write in between.
void Racecheck::learn(BlockState& block, uint32_t warp) {
  if (block.has_met_cluster) {
    const KnowledgePointer& met = met_[cluster_of(block.clocks.block())];
    for (uint32_t each = 0; each < warps_; ++each) block.clocks.learn(each, {met, nullptr});
    block.has_met_cluster = false;
  }
  auto& addresses = block.strong_reads[warp];
  if (addresses.empty()) return;
  if (global_.has_left()) {
    for (const uint64_t address : addresses)
      block.clocks.learn(warp, global_.find_left(address, block.clocks.block()));
  }
  addresses.clear();
}

/// Looks at the lanes one by one. Neighbours are mostly on one page, which stays locked for them.
void Racecheck::global_lanes(const Access& access, uint32_t lanes) {
  const BlockClocks& clocks = access.block.clocks;
  AccessRecord now = access.of_lane(0);
  uint64_t page_number = ~uint64_t{0};
  GlobalShadow::Page* page = nullptr;
  std::optional<SpinGuard> guard;
  auto visit_line = [&](uint64_t start, uint32_t from, uint32_t size) {
    if (start / GlobalShadow::Page::kBytes != page_number) {
      guard.reset();
      page_number = start / GlobalShadow::Page::kBytes;
      page = this->page(start);
      if (page != nullptr) guard.emplace(page->lock);
    }
    if (page == nullptr) return;
    HistoryLine<GlobalHistory>& line = page->line(start);
    if (!line.is_split()) {
      if (!global_.may_split()) return;
      line.split();
    }
    line.for_each(from, size, [&](GlobalHistory& history, uint32_t at) {
      history.block.compare(clocks, now, access.writes, [&](const AccessRecord& past, bool writes) {
        found_global(access, start + at, now, past, clocks.block(), writes);
      });
      history.grid.compare(clocks, now, access.writes, [&](const GridRecord& past, bool writes) {
        found_global(access, start + at, now, past, past.block, writes);
      });
      history.remember(clocks, now, access.writes);
    });
  };
  for_each_lane(lanes, [&](uint32_t lane) {
    now.thread = static_cast<uint16_t>(access.event.warp * 32 + lane);
    for_each_line(access.address(lane), access.event.bytes, visit_line);
  });
}

void Racecheck::global(const Access& access) {
  const exec::MemoryEvent& event = access.event;
  BlockClocks& clocks = access.block.clocks;
  const bool is_strong = access.now.scope != 0;
  const uint32_t telling = access.telling_lanes();
  if (is_strong && event.kind != exec::AccessKind::Store &&
      event.kind != exec::AccessKind::Reduction) {
    for_each_lane(telling, [&](uint32_t lane) {
      access.block.strong_reads[event.warp].push_back(access.address(lane));
    });
  }
  if (is_strong && access.writes) {
    if (event.is_release) clocks.fence(event.warp, event.scope == 1);
    const auto& for_block = clocks.published_in_block(event.warp);
    // One lane that stores strongly raises a flag.
    const bool is_flag = event.kind == exec::AccessKind::Store && std::has_single_bit(event.mask);
    const LeftThere for_all{clocks.published(event.warp),
                            is_flag ? clocks.raise_flag(event.warp) : nullptr};
    for_each_lane(event.mask, [&](uint32_t lane) {
      global_lanes(access, 1u << lane);
      if (for_all.known != nullptr || for_all.by_flag != nullptr || for_block != nullptr)
        global_.leave(access.address(lane), clocks.block(), for_all, for_block);
    });
    return;
  }
  if (!access.covers_lines()) return global_lanes(access, telling);
  const uint32_t lanes = kLineBytes / event.bytes;  // Of a line.
  for (uint32_t lane = 0; lane < 32; lane += lanes) {
    const uint64_t address = access.address(lane);
    GlobalShadow::Page* page = this->page(address);
    if (page == nullptr) continue;
    {
      const SpinGuard guard(page->lock);
      HistoryLine<GlobalHistory>& line = page->line(address);
      AccessRecord now = access.of_lane(lane);
      now.words_log2 = static_cast<uint8_t>(std::countr_zero(event.bytes / 4));
      if (pass_whole(line, clocks, now, access.writes)) continue;
    }
    global_lanes(access, lanes_from(lane, lanes));
  }
}

void Racecheck::found_global(const Access& access, uint64_t address, const AccessRecord& now,
                             const AccessRecord& past, uint32_t past_block, bool past_writes) {
  const uint32_t block = access.block.clocks.block();
  GlobalRace race{{past_block, past.place, past.thread, past_writes, past.scope},
                  {block, now.place, now.thread, access.writes, now.scope}};
  if (race.is_between_blocks()) {
    const bool is_swapped = race.first.writes != race.second.writes ? race.second.writes
                            : race.first.place != race.second.place
                                ? race.second.place < race.first.place
                                : race.second.block < race.first.block;
    if (is_swapped) std::swap(race.first, race.second);
  }
  global_.found(address, race);
}

Races global_races(const GlobalShadow& shadow) {
  Races races;
  for (const auto& [address, found] : shadow.races()) {
    const GlobalAccess &first = found.first, &second = found.second;
    races[{true, found.is_between_blocks(), first.place, second.place, first.writes, second.writes}]
        .add({1, first.block, second.block, address, first.thread, second.thread});
  }
  return races;
}

}  // namespace gtl::checks
