#include "checks/handed_on.h"

#include "checks/lane_mask.h"

namespace gtl::checks {

void HandedOn::load_unwritten(const exec::MemoryEvent& load, uint32_t lane, uint32_t missing) {
  const Place place{load.function, load.instruction};
  const auto [ways, is_new] = ways_.try_emplace(place);
  if (is_new) {
    ways->second = decode::stored_as_loaded(program_.functions[load.function], load.instruction);
  }
  Block& block = blocks_[load.block];
  for (const decode::StoredBytes& way : ways->second) {
    const uint32_t bytes = missing >> way.from & ((1u << way.count) - 1);
    block.stores[{load.warp, {load.function, way.store}}][lane] |= bytes << way.to;
  }
  if ((missing >> (load.bytes - 1) & 1) != 0)
    block.padding_ends[load.warp][lane] = load.address[lane] + load.bytes;
}

bool HandedOn::continues_padding(const exec::MemoryEvent& load, uint32_t lane) const {
  const auto block = blocks_.find(load.block);
  if (block == blocks_.end()) return false;
  const auto ends = block->second.padding_ends.find(load.warp);
  return ends != block->second.padding_ends.end() && ends->second[lane] == load.address[lane];
}

void HandedOn::begin_load(const exec::MemoryEvent& load) {
  const auto ways = ways_.find({load.function, load.instruction});
  const auto block = blocks_.find(load.block);
  if (ways == ways_.end() || block == blocks_.end()) return;
  for (const decode::StoredBytes& way : ways->second) {
    const auto store = block->second.stores.find({load.warp, {load.function, way.store}});
    if (store == block->second.stores.end()) continue;
    const uint32_t kept = ~(((1u << way.count) - 1) << way.to);
    for_each_lane(load.mask, [&](uint32_t lane) { store->second[lane] &= kept; });
  }
}

uint32_t HandedOn::unwritten(const exec::MemoryEvent& store, uint32_t lane) const {
  const auto block = blocks_.find(store.block);
  if (block == blocks_.end()) return 0;
  const auto known = block->second.stores.find({store.warp, {store.function, store.instruction}});
  return known == block->second.stores.end() ? 0 : known->second[lane];
}

}  // namespace gtl::checks
