// One block, whose accesses and barriers a test plays to racecheck.
#pragma once

#include <memory>
#include <string>

#include "checks/racecheck.h"
#include "kernel_launch.h"

namespace gtl::test {

using checks::Racecheck;
using exec::AccessKind;
using exec::AtomicKind;

constexpr uint32_t kAll = ~0u;

/// One block of 64 threads.
struct BlockScene : KernelLaunch {
  BlockScene() : KernelLaunch({64, 1, 1}) {
    racecheck = std::make_unique<Racecheck>(launch, shadow);
    racecheck->block_begins(0);
  }

  /// Lane i of the warp accesses offset `first + i * stride`.
  exec::MemoryEvent event(AccessKind kind, uint32_t line, uint32_t warp, uint32_t mask,
                          uint32_t first, uint32_t stride, uint32_t bytes = 4) {
    for (uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = first + lane * stride;
    exec::MemoryEvent result{};
    result.space = memory::Space::Shared;
    result.kind = kind;
    result.bytes = result.element_bytes = bytes;
    result.mask = mask;
    result.warp_mask = kAll;
    result.address = addresses;
    result.instruction = line;
    result.warp = warp;
    return result;
  }
  void write(uint32_t line, uint32_t warp, uint32_t mask, uint32_t first, uint32_t stride = 4,
             uint32_t bytes = 4) {
    racecheck->memory(event(AccessKind::Store, line, warp, mask, first, stride, bytes));
  }
  void read(uint32_t line, uint32_t warp, uint32_t mask, uint32_t first, uint32_t stride = 4,
            uint32_t bytes = 4) {
    racecheck->memory(event(AccessKind::Load, line, warp, mask, first, stride, bytes));
  }
  void atomic(uint32_t line, uint32_t warp, uint32_t mask, uint32_t offset,
              AtomicKind kind = AtomicKind::Integer) {
    auto add = event(AccessKind::Atomic, line, warp, mask, offset, 0);
    add.atomic = kind;
    racecheck->memory(add);
  }
  void volatile_access(AccessKind kind, uint32_t line, uint32_t warp, uint32_t offset) {
    auto access = event(kind, line, warp, 1, offset, 0);
    access.is_volatile = true;
    racecheck->memory(access);
  }
  void arrive(uint32_t warp, uint32_t barrier = 0, bool waits = true) {
    racecheck->barrier({0, warp, barrier, kAll, 0, 0, waits});
  }
  void open(uint32_t barrier = 0) { racecheck->barrier_opens({0, barrier, 0, {}, {}}); }
  void sync_block() {
    arrive(0);
    arrive(1);
    open();
  }
  /// Lanes of the warp, by their groups of `size`, wait for each other.
  void sync_warp(uint32_t warp, uint32_t size = 32) {
    uint32_t by_lane[32];
    for (uint32_t lane = 0; lane < 32; ++lane)
      by_lane[lane] = (kAll >> (32 - size)) << (lane / size * size);
    racecheck->warp_sync({0, warp, 0, 0, kAll, kAll, by_lane, false, true});
  }
  void fence(uint32_t warp) { racecheck->fence({0, warp, kAll, 1}); }
  /// shfl.sync by all lanes of the warp, which name `members`.
  void shuffle(uint32_t warp, uint32_t members = kAll) {
    uint32_t by_lane[32];
    for (uint32_t& lane : by_lane) lane = members;
    racecheck->warp_sync({0, warp, 0, 0, kAll, kAll, by_lane, false, false});
  }
  uint64_t races() const {
    uint64_t times = 0;
    for (const auto& [key, race] : racecheck->races()) times += race.times;
    return times;
  }

  std::string report() const { return test::text_of(race_findings(launch, racecheck->races())); }

  uint64_t addresses[32] = {};
  checks::GlobalShadow shadow;
  std::unique_ptr<Racecheck> racecheck;
};

}  // namespace gtl::test
