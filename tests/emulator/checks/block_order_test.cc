// What orders the accesses of a block: barriers, groups of lanes, locks, flags and fences.
#include "block_scene.h"
#include "doctest/doctest.h"

using gtl::test::AccessKind;
using gtl::test::AtomicKind;
using gtl::test::kAll;
using Scene = gtl::test::BlockScene;

TEST_CASE("a_named_barrier_orders_those_who_meet_at_it") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.arrive(0, 1);  // Barrier 1, for warp 0 alone.
  scene.open(1);
  scene.read(5, 1, 1, 0);
  CHECK(scene.races() == 1);
}

TEST_CASE("who_arrives_without_waiting_gives_and_takes_nothing") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.write(3, 1, kAll, 128);
  scene.arrive(0, 1, false);
  scene.write(4, 0, kAll, 256);  // After its arrival.
  scene.arrive(1, 1);
  scene.open(1);
  scene.read(5, 1, kAll, 0);
  CHECK(scene.races() == 0);
  scene.read(6, 1, kAll, 256);
  CHECK(scene.races() == 32);
  scene.read(7, 0, kAll, 128);
  CHECK(scene.races() == 64);
}

TEST_CASE("a_producer_and_a_consumer_take_turns_at_two_named_barriers") {
  Scene scene;
  for (int turn = 0; turn < 3; ++turn) {
    scene.write(3, 0, kAll, 0);
    scene.arrive(0, 1, false);
    scene.arrive(0, 2);
    scene.arrive(1, 1);
    scene.open(1);
    scene.read(5, 1, kAll, 0);
    scene.arrive(1, 2, false);
    scene.open(2);
  }
  CHECK(scene.races() == 0);
}

TEST_CASE("a_warp_barrier_orders_the_lanes_that_it_names") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.sync_warp(0, 16);
  scene.read(5, 0, 0xFF, 32);  // Lane i reads what lane i + 8 wrote.
  CHECK(scene.races() == 0);
  scene.read(6, 0, 0xFF, 64);  // What lane i + 16 did.
  CHECK(scene.races() == 8);
  // By a chain of groups: lane 16 learns of lane 15 through lane 8, whom both met.
  Scene chain;
  chain.write(3, 0, kAll, 0);
  chain.sync_warp(0, 16);
  uint32_t by_lane[32] = {};
  by_lane[8] = by_lane[16] = 1u << 8 | 1u << 16;
  chain.racecheck->warp_sync({0, 0, 0, 0, 1u << 8 | 1u << 16, kAll, by_lane, false, true});
  chain.read(5, 0, 1u << 16, 60, 0);
  CHECK(chain.races() == 0);
  chain.read(6, 0, 1u << 17, 60, 0);
  CHECK(chain.races() == 1);
  // All of them meet, and nothing of it is left.
  chain.sync_warp(0);
  chain.read(7, 0, kAll, 64);
  CHECK(chain.races() == 1);
}

TEST_CASE("a_shuffle_of_a_group_is_after_what_its_lanes_read_alone") {
  Scene scene;
  scene.read(3, 0, kAll, 0);
  uint32_t by_lane[32];
  for (uint32_t lane = 0; lane < 32; ++lane) by_lane[lane] = lane < 16 ? 0xFFFFu : 0xFFFF0000u;
  scene.racecheck->warp_sync({0, 0, 0, 0, kAll, kAll, by_lane, false, false});
  scene.write(4, 0, 1, 4);  // Lane 1 read it.
  CHECK(scene.races() == 0);
  scene.write(5, 0, 1, 64);  // Lane 16 did.
  CHECK(scene.races() == 1);
  scene.read(6, 0, 2, 0);  // Of what lane 0 wrote.
  CHECK(scene.races() == 2);
}

TEST_CASE("a_lock_by_compare_and_swap_orders_what_it_guards") {
  Scene scene;
  scene.atomic(2, 0, 1, 1024, AtomicKind::CompareAndSwap);
  scene.write(3, 0, 1, 0);
  scene.atomic(4, 0, 1, 1024);  // atomicExch gives the lock back.
  scene.atomic(2, 1, 1, 1024, AtomicKind::CompareAndSwap);
  scene.write(3, 1, 1, 0);
  CHECK(scene.races() == 0);
}

TEST_CASE("a_lock_orders_the_lanes_of_one_warp_too") {
  Scene scene;
  for (uint32_t lane = 0; lane < 4; ++lane) {
    scene.atomic(2, 0, 1u << lane, 1024, AtomicKind::CompareAndSwap);
    scene.read(3, 0, 1u << lane, 0, 0);
    scene.write(3, 0, 1u << lane, 0, 0);
    scene.atomic(4, 0, 1u << lane, 1024);
  }
  CHECK(scene.races() == 0);
}

TEST_CASE("a_volatile_flag_orders_what_came_before_it") {
  Scene scene;
  scene.write(3, 0, 1, 0);
  scene.volatile_access(AccessKind::Store, 4, 0, 1024);
  scene.volatile_access(AccessKind::Load, 5, 1, 1024);
  scene.read(6, 1, 1, 0);
  CHECK(scene.races() == 0);
}

TEST_CASE("a_plain_counter_is_no_lock") {
  Scene scene;
  scene.write(3, 0, 1, 0);
  scene.atomic(4, 0, 1, 1024);
  scene.atomic(4, 1, 1, 1024);
  scene.read(5, 1, 1, 0);
  CHECK(scene.races() == 1);
}

TEST_CASE("between_two_fences_a_plain_counter_hands_over") {
  auto hands_over = [](bool writer_fences, bool reader_fences) {
    Scene scene;
    scene.write(3, 0, 1, 0);
    if (writer_fences) scene.fence(0);
    scene.atomic(4, 0, 1, 1024);
    scene.atomic(4, 1, 1, 1024);
    if (reader_fences) scene.fence(1);
    scene.read(5, 1, 1, 0);
    return scene.races() == 0;
  };
  CHECK(hands_over(true, true));
  CHECK_FALSE(hands_over(true, false));
  CHECK_FALSE(hands_over(false, true));
}

TEST_CASE("what_is_written_after_the_fence_is_not_handed_over") {
  Scene scene;
  scene.fence(0);
  scene.write(3, 0, 1, 0);
  scene.atomic(4, 0, 1, 1024);
  scene.atomic(4, 1, 1, 1024);
  scene.fence(1);
  scene.read(5, 1, 1, 0);
  CHECK(scene.races() == 1);
}

TEST_CASE("a_relaxed_flag_needs_its_fences") {
  for (const bool has_fences : {false, true}) {
    Scene scene;
    auto flag = [&](AccessKind kind, uint32_t warp) {
      auto access = scene.event(kind, 4, warp, 1, 1024, 0);
      access.is_relaxed = true;
      access.scope = 1;
      scene.racecheck->memory(access);
    };
    scene.write(3, 0, 1, 0);
    if (has_fences) scene.fence(0);
    flag(AccessKind::Store, 0);
    flag(AccessKind::Load, 1);
    if (has_fences) scene.fence(1);
    scene.read(5, 1, 1, 0);
    CHECK(scene.races() == (has_fences ? 0 : 1));
  }
}
