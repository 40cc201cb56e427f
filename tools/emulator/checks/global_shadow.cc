#include "checks/global_shadow.h"

#include <algorithm>
#include <tuple>

namespace gtl::checks {
namespace {

/// Notes on global memory, at most; of memory that is accessed in whole lines they take a little
/// more than the memory itself.
constexpr uint64_t kMostBytes = uint64_t{3} << 30;
/// Locations of races that are remembered.
constexpr size_t kMostRaces = 1 << 20;

}  // namespace

bool GlobalRace::goes_before(const GlobalRace& other) const {
  auto rank = [](const GlobalRace& race) {
    // Two blocks tell more than one, and two writes more than a write and a read.
    const int kind = !race.is_between_blocks()                 ? 2
                     : race.first.writes && race.second.writes ? 0
                                                               : 1;
    return std::tuple(kind, std::max(race.first.block, race.second.block), race.first, race.second);
  };
  return rank(*this) < rank(other);
}

bool GlobalShadow::take(uint64_t bytes) {
  if (bytes_.fetch_add(bytes, std::memory_order_relaxed) + bytes <= kMostBytes) return true;
  is_full_.store(true, std::memory_order_relaxed);
  return false;
}

bool GlobalShadow::may_split() { return take(HistoryLine<GlobalHistory>::split_bytes()); }

GlobalShadow::Page* GlobalShadow::page(uint64_t address) {
  const SpinGuard guard(pages_lock_);
  std::unique_ptr<Page>& page = pages_[address / Page::kBytes];
  if (page == nullptr && take(sizeof(Page))) page = std::make_unique<Page>();
  return page.get();
}

void GlobalShadow::forget(uint64_t address, uint64_t size) {
  for_each_line(address, size, [&](uint64_t start, uint32_t from, uint32_t part) {
    Page* page = this->page(start);
    if (page == nullptr) return;
    const SpinGuard guard(page->lock);
    HistoryLine<GlobalHistory>& line = page->line(start);
    if (part == kLineBytes || !may_split()) return line.clear();
    line.split();
    line.for_each(from, part, [](GlobalHistory& history, uint32_t) { history = {}; });
  });
}

void GlobalShadow::found(uint64_t address, const GlobalRace& race) {
  const SpinGuard guard(races_lock_);
  auto known = races_.find(address);
  if (known != races_.end()) {
    if (race.goes_before(known->second)) known->second = race;
  } else if (races_.size() < kMostRaces) {
    races_.emplace(address, race);
  } else {
    has_more_races_ = true;
  }
}

void GlobalShadow::leave(uint64_t address, uint32_t block, const LeftThere& for_all,
                         const KnowledgePointer& for_block) {
  const SpinGuard guard(left_lock_);
  Left& left = left_[address];
  left.for_all.known = join(left.for_all.known, for_all.known);
  left.for_all.by_flag = join(left.for_all.by_flag, for_all.by_flag);
  has_left_.store(true, std::memory_order_release);
  if (for_block == nullptr) return;
  auto own = std::find_if(left.for_block.begin(), left.for_block.end(),
                          [&](const auto& entry) { return entry.first == block; });
  if (own == left.for_block.end()) {
    left.for_block.emplace_back(block, for_block);
  } else {
    own->second = join(own->second, for_block);
  }
}

LeftThere GlobalShadow::find_left(uint64_t address, uint32_t block) {
  const SpinGuard guard(left_lock_);
  auto found = left_.find(address);
  if (found == left_.end()) return {};
  const Left& left = found->second;
  for (const auto& [owner, knowledge] : left.for_block) {
    if (owner == block) return {join(left.for_all.known, knowledge), left.for_all.by_flag};
  }
  return left.for_all;
}

}  // namespace gtl::checks
