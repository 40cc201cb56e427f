#include "checks/racecheck.h"
#include "doctest/doctest.h"
#include "kernel_launch.h"

using namespace gtl;
using checks::Racecheck;
using exec::AccessKind;
using exec::AtomicKind;

namespace {

constexpr uint32_t kAll = ~0u;
constexpr uint8_t kBlockScope = 1, kGpuScope = 3;

/// Four blocks of 64 threads and 4096 bytes of global memory.
struct Scene : test::KernelLaunch {
  Scene() : KernelLaunch({64, 1, 1}, {4, 1, 1}) {
    data = memory.allocate(4096, 256, memory::Kind::Device).value();
    racecheck = std::make_unique<Racecheck>(launch, shadow);
    for (uint64_t block = 0; block < 4; ++block) racecheck->block_begins(block);
  }

  exec::MemoryEvent event(AccessKind kind, uint32_t line, uint64_t block, uint32_t mask,
                          uint64_t offset, uint32_t stride = 4, uint32_t warp = 0) {
    for (uint32_t lane = 0; lane < 32; ++lane) addresses[lane] = data + offset + lane * stride;
    exec::MemoryEvent result{};
    result.space = memory::Space::Global;
    result.kind = kind;
    result.bytes = result.element_bytes = 4;
    result.mask = mask;
    result.warp_mask = kAll;
    result.address = addresses;
    result.instruction = line;
    result.block = block;
    result.warp = warp;
    return result;
  }
  void write(uint32_t line, uint64_t block, uint64_t offset, uint32_t mask = kAll,
             uint32_t warp = 0) {
    racecheck->memory(event(AccessKind::Store, line, block, mask, offset, 4, warp));
  }
  void read(uint32_t line, uint64_t block, uint64_t offset, uint32_t mask = kAll,
            uint32_t warp = 0) {
    racecheck->memory(event(AccessKind::Load, line, block, mask, offset, 4, warp));
  }
  void atomic(uint32_t line, uint64_t block, uint64_t offset, uint8_t scope = kGpuScope,
              AtomicKind kind = AtomicKind::Integer) {
    auto access = event(AccessKind::Atomic, line, block, 1, offset);
    access.atomic = kind;
    access.scope = scope;
    racecheck->memory(access);
  }
  void volatile_access(AccessKind kind, uint32_t line, uint64_t block, uint64_t offset) {
    auto access = event(kind, line, block, 1, offset);
    access.is_volatile = true;
    racecheck->memory(access);
  }
  void fence(uint64_t block, uint8_t scope = kGpuScope, uint32_t warp = 0) {
    racecheck->fence({block, warp, 1, scope});
  }
  void sync_block(uint64_t block) {
    racecheck->barrier({block, 0, 0, kAll, 0, 0, true});
    racecheck->barrier({block, 1, 0, kAll, 0, 0, true});
    racecheck->barrier_opens({block, 0, 0, {}, {}});
  }
  size_t locations() const { return shadow.races().size(); }
  std::string report() const { return test::text_of(race_findings(launch, global_races(shadow))); }
  bool says(const std::string& words) const { return report().find(words) != std::string::npos; }

  uint64_t addresses[32] = {};
  checks::GlobalShadow shadow;
  uint64_t data = 0;
  std::unique_ptr<Racecheck> racecheck;
};

}  // namespace

TEST_CASE("blocks_that_write_one_place_race_whatever_barriers_they_have") {
  Scene scene;
  scene.write(3, 0, 0);
  scene.sync_block(0);
  scene.sync_block(1);
  scene.write(3, 1, 0);
  CHECK(scene.locations() == 32);
  CHECK(scene.says("Race on __global__ memory: write against write, 32 locations\n"));
  CHECK(scene.says("write at kernel in kernel.cu:3, by thread (0,0,0) in block (0,0,0)"));
  CHECK(scene.says("by thread (0,0,0) in block (1,0,0)"));
  CHECK(scene.says("in different blocks, at byte 0 of allocation #1 (cudaMalloc), 4096 bytes"));
}

TEST_CASE("blocks_that_keep_to_themselves_and_read_the_same_input_do_not_race") {
  Scene scene;
  for (uint64_t block = 0; block < 4; ++block) {
    scene.read(2, block, 1024);
    scene.write(3, block, 128 * block);
    scene.read(4, block, 128 * block);
  }
  CHECK(scene.locations() == 0);
}

TEST_CASE("the_findings_do_not_depend_on_the_order_of_the_blocks") {
  const uint64_t orders[][4] = {{0, 1, 2, 3}, {3, 2, 1, 0}, {2, 0, 3, 1}, {1, 3, 0, 2}};
  std::string first;
  for (const auto& order : orders) {
    Scene scene;
    for (const uint64_t block : order) {
      scene.read(2, block, 4);
      scene.write(block < 2 ? 3 : 4, block, 4 * block);  // Overlapping rows.
      scene.write(5, block, 0, 1);
    }
    if (first.empty()) first = scene.report();
    CHECK(scene.report() == first);
  }
  CHECK_FALSE(first.empty());
}

TEST_CASE("a_barrier_orders_the_threads_of_a_block_in_global_memory_too") {
  Scene scene;
  scene.write(3, 0, 0, kAll, 1);
  scene.sync_block(0);
  scene.read(4, 0, 0, kAll, 0);
  CHECK(scene.locations() == 0);
  scene.write(5, 0, 0, kAll, 1);
  CHECK(scene.locations() == 32);
  CHECK(scene.says("write after read"));
  CHECK(scene.says("in block (0,0,0), at byte 0 of allocation"));
}

TEST_CASE("lanes_that_shift_within_a_line_race_without_a_warp_barrier") {
  Scene scene;
  scene.write(3, 0, 0);
  scene.read(4, 0, 4, kAll >> 1);
  CHECK(scene.locations() == 31);
}

TEST_CASE("atomics_of_different_blocks_do_not_race_unless_they_are_of_their_block_only") {
  Scene scene;
  for (uint64_t block = 0; block < 4; ++block) scene.atomic(3, block, 0);
  CHECK(scene.locations() == 0);
  for (uint64_t block = 0; block < 4; ++block) scene.atomic(4, block, 64, kBlockScope);
  CHECK(scene.locations() == 1);
}

TEST_CASE("an_atomic_and_a_plain_read_of_another_block_race") {
  Scene scene;
  scene.read(3, 0, 0, 1);
  scene.atomic(4, 1, 0);
  CHECK(scene.says("write against read, 1 location\n"));
}

TEST_CASE("a_fence_and_a_counter_hand_over_what_came_before_them") {
  for (const bool has_fence : {true, false}) {
    CAPTURE(has_fence);
    Scene scene;
    scene.write(3, 0, 0);
    if (has_fence) scene.fence(0);
    scene.atomic(4, 0, 2048);
    scene.atomic(4, 1, 2048);
    scene.read(5, 1, 0);
    CHECK((scene.locations() == 0) == has_fence);
  }
}

TEST_CASE("what_follows_the_fence_is_not_handed_over") {
  Scene scene;
  scene.fence(0);
  scene.write(3, 0, 0);
  scene.atomic(4, 0, 2048);
  scene.atomic(4, 1, 2048);
  scene.read(5, 1, 0);
  CHECK(scene.locations() == 32);
}

TEST_CASE("another_warp_s_writes_need_a_barrier_before_the_fence") {
  for (const bool has_barrier : {true, false}) {
    CAPTURE(has_barrier);
    Scene scene;
    scene.write(3, 0, 0, kAll, 1);
    if (has_barrier) scene.sync_block(0);
    scene.fence(0);
    scene.atomic(4, 0, 2048);
    scene.atomic(4, 1, 2048);
    scene.sync_block(1);  // And on to the reader's other warp.
    scene.read(5, 1, 0, kAll, 1);
    CHECK((scene.locations() == 0) == has_barrier);
  }
}

TEST_CASE("a_fence_of_the_block_does_not_reach_another_block") {
  Scene scene;
  scene.write(3, 0, 0);
  scene.fence(0, kBlockScope);
  scene.volatile_access(AccessKind::Store, 4, 0, 2048);
  scene.volatile_access(AccessKind::Load, 5, 1, 2048);
  scene.read(6, 1, 0);
  CHECK(scene.locations() == 32);
}

TEST_CASE("a_lock_with_fences_orders_what_it_guards_within_a_warp_too") {
  Scene scene;
  for (uint64_t block = 0; block < 3; ++block) {
    for (const uint32_t lane : {1u, 2u}) {  // Masks of lanes 0 and 1, at one address.
      const uint64_t offset = lane == 1 ? 0 : ~uint64_t{3};
      scene.atomic(2, block, 2048, kGpuScope, AtomicKind::CompareAndSwap);
      scene.fence(block);
      scene.read(3, block, offset, lane);
      scene.write(4, block, offset, lane);
      scene.fence(block);
      scene.atomic(5, block, 2048);
    }
  }
  CHECK(scene.report() == "");
}

TEST_CASE("a_release_store_needs_no_fence") {
  Scene scene;
  scene.write(3, 0, 0);
  auto flag = scene.event(AccessKind::Store, 4, 0, 1, 2048);
  flag.is_release = true;
  flag.scope = kGpuScope;
  scene.racecheck->memory(flag);
  auto poll = scene.event(AccessKind::Load, 5, 1, 1, 2048);
  poll.is_acquire = true;
  poll.scope = kGpuScope;
  scene.racecheck->memory(poll);
  scene.read(6, 1, 0);
  CHECK(scene.locations() == 0);
}

TEST_CASE("a_flag_without_a_fence_says_what_was_read_and_not_what_was_written") {
  // Block 0 reads its part of an array, and raises a flag; block 1 sees it, tells block 2.
  Scene scene;
  scene.read(2, 0, 0);
  scene.write(3, 0, 128);
  scene.sync_block(0);
  scene.volatile_access(AccessKind::Store, 4, 0, 1024);
  scene.volatile_access(AccessKind::Load, 5, 1, 1024);
  scene.volatile_access(AccessKind::Store, 6, 1, 1028);
  scene.volatile_access(AccessKind::Load, 7, 2, 1028);
  scene.sync_block(2);
  scene.write(8, 2, 0, kAll, 1);
  CHECK(scene.locations() == 0);
  scene.read(9, 2, 128);
  CHECK(scene.locations() == 32);
  CHECK(scene.says("write against read"));
}

TEST_CASE("what_is_read_after_the_flag_races_with_who_saw_it") {
  Scene scene;
  scene.volatile_access(AccessKind::Store, 4, 0, 1024);
  scene.read(2, 0, 0);
  scene.volatile_access(AccessKind::Load, 5, 1, 1024);
  scene.write(8, 1, 0);
  CHECK(scene.locations() == 32);
}

TEST_CASE("knowledge_is_handed_on_from_block_to_block") {
  Scene scene;
  scene.write(3, 0, 0);
  for (uint64_t block = 0; block < 3; ++block) {  // A chain, as of a scan's look-back.
    scene.fence(block);
    scene.volatile_access(AccessKind::Store, 4, block, 2048 + 4 * block);
    scene.volatile_access(AccessKind::Load, 5, block + 1, 2048 + 4 * block);
  }
  scene.read(6, 3, 0);
  CHECK(scene.locations() == 0);
}
