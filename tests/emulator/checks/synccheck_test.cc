#include "checks/synccheck.h"

#include "doctest/doctest.h"
#include "kernel_launch.h"

using namespace gtl;
using checks::Synccheck;
using checks::SyncMistake;

namespace {

constexpr uint32_t kAll = ~0u;

/// One block of 64 threads. Instructions 8 and 9 reduce.
struct Scene : test::KernelLaunch {
  Scene() : KernelLaunch({64, 1, 1}) {
    auto& instructions = program.functions[0].instructions;
    for (auto& instruction : instructions) instruction.opcode = decode::Opcode::BarrierSync;
    instructions[8].opcode = instructions[9].opcode = decode::Opcode::BarrierReduce;
    synccheck = std::make_unique<Synccheck>(launch);
    synccheck->block_begins(0);
  }

  void arrive(uint32_t warp, uint32_t lanes, uint32_t line) {
    synccheck->barrier({0, warp, 0, lanes, 0, line, true});
    arrived[warp] |= lanes;
  }
  void open(uint32_t expected = 0) {
    synccheck->barrier_opens({0, 0, expected, arrived, arrived});
    arrived[0] = arrived[1] = 0;
  }
  void sync_lanes(uint32_t lanes, uint32_t alive, uint32_t mask, bool waits) {
    std::fill(std::begin(members), std::end(members), mask);
    synccheck->warp_sync({0, 0, 0, 5, lanes, alive, members, waits, true});
  }
  /// `lanes` wait, and lanes that they name go on from where the branch around it ends.
  void leave_behind(uint32_t lanes, uint32_t left) {
    std::fill(std::begin(members), std::end(members), kAll);
    synccheck->warp_sync({0, 0, 0, 5, lanes, kAll, members, true, true, left});
  }
  std::string report() const { return test::text_of(sync_findings(launch, synccheck->errors())); }
  bool says(const std::string& words) const { return report().find(words) != std::string::npos; }

  uint32_t arrived[2] = {}, members[32] = {};
  std::unique_ptr<Synccheck> synccheck;
};

}  // namespace

TEST_CASE("a_barrier_that_all_reach_is_well") {
  Scene scene;
  for (int round = 0; round < 2; ++round) {
    scene.arrive(0, 0xFFFF, 3);  // In two parts, but all of them.
    scene.arrive(1, kAll, 3);
    scene.arrive(0, 0xFFFF'0000, 3);
    scene.open();
  }
  CHECK(scene.report().empty());
}

TEST_CASE("a_warp_that_ended_is_missed") {
  Scene scene;
  scene.arrive(0, kAll, 3);
  scene.open();
  CHECK(scene.says("Barrier warning: divergent threads in the block, 1 time\n"));
  CHECK(scene.says("at kernel in kernel.cu:3\n"));
  CHECK(scene.says("32 of the block's 64 threads came here; thread (32,0,0), for one, had ended"));
}

TEST_CASE("lanes_that_ended_are_missed_in_their_warp") {
  Scene scene;
  scene.arrive(0, 0xFFFF, 3);
  scene.open();
  CHECK(scene.says("divergent threads in the warp"));
  CHECK(scene.says("16 of the block's 64 threads came here; thread (16,0,0), for one"));
}

TEST_CASE("a_counted_barrier_misses_nobody_and_may_be_entered_at_several_places") {
  Scene scene;
  scene.arrive(0, kAll, 3);
  scene.open(32);
  scene.arrive(0, kAll, 3);
  scene.arrive(1, kAll, 4);
  scene.open(64);
  CHECK(scene.report().empty());
}

TEST_CASE("two_barriers_of_one_number_are_not_one") {
  Scene scene;
  scene.arrive(0, kAll, 4);
  scene.arrive(1, kAll, 3);
  scene.open();
  CHECK(scene.says("different barriers meet"));
  CHECK(scene.says("at kernel in kernel.cu:3\n"));
  CHECK(scene.says("by thread (32,0,0) in block (0,0,0)"));
  CHECK(scene.says("while thread (0,0,0) came to kernel in kernel.cu:4"));
}

TEST_CASE("instructions_that_the_compiler_made_of_one_line_are_one_barrier") {
  Scene scene;
  scene.program.functions[0].locations[4].line = 3;
  scene.arrive(0, kAll, 3);
  scene.arrive(1, kAll, 4);
  scene.open();
  CHECK(scene.report().empty());
}

TEST_CASE("a_reduction_and_a_plain_barrier_do_not_mix_even_with_a_count") {
  Scene scene;
  scene.arrive(0, kAll, 3);
  scene.arrive(1, kAll, 8);
  scene.open(64);
  CHECK(scene.says("different barriers meet"));
}

TEST_CASE("a_mask_names_its_caller") {
  Scene scene;
  scene.sync_lanes(0x0000'FFFF, kAll, 0x0000'FFFF, false);
  CHECK(scene.report().empty());
  scene.sync_lanes(kAll, kAll, 0x0000'FFFF, false);
  CHECK(scene.says("the mask does not name its caller"));
  CHECK(scene.says("by thread (16,0,0)"));
  CHECK(scene.says("lane 16 is not in the mask 0x0000ffff"));
}

TEST_CASE("groups_of_their_own_masks_may_run_together_and_others_may_not") {
  Scene scene;
  for (uint32_t lane = 0; lane < 32; ++lane)
    scene.members[lane] = lane < 16 ? 0x0000'FFFF : 0xFFFF'0000;
  scene.synccheck->warp_sync({0, 0, 0, 5, kAll, kAll, scene.members, false, true});
  CHECK(scene.report().empty());
  scene.members[0] = kAll;
  scene.synccheck->warp_sync({0, 0, 0, 5, kAll, kAll, scene.members, false, true});
  CHECK(scene.says("lane 0 names 0xffffffff, and lane 1, which it names, 0x0000ffff"));
}

TEST_CASE("lanes_that_go_on_behind_the_branch_and_end_never_come") {
  Scene scene;
  scene.sync_lanes(0x0000'FFFF, kAll, kAll, true);
  scene.leave_behind(0x0000'FFFF, 0xFF00'0000);
  scene.leave_behind(0x0000'FFFF, 0x00FF'0000);  // From another meeting point: one mistake.
  scene.sync_lanes(0x0000'FFFF, 0x0000'FFFF, kAll, false);  // The others have ended.
  CHECK(scene.says("lanes that the mask names never come, 1 time\n"));
  CHECK(scene.says("waited for lanes 16-31 of its warp"));
}

TEST_CASE("lanes_that_go_on_and_come_later_are_no_mistake") {
  Scene scene;
  scene.sync_lanes(0x0000'FFFF, kAll, kAll, true);
  scene.leave_behind(0x0000'FFFF, 0xFFFF'0000);
  scene.sync_lanes(kAll, kAll, kAll, false);
  CHECK(scene.report().empty());
}

TEST_CASE("lanes_may_end_before_or_while_others_wait_for_them") {
  Scene scene;
  scene.sync_lanes(0x0000'FFFF, 0x0000'FFFF, kAll, false);
  scene.sync_lanes(0x0000'00FF, 0x0000'FFFF, kAll, true);
  scene.sync_lanes(0x0000'00FF, 0x0000'00FF, kAll, false);
  CHECK(scene.report().empty());
}

TEST_CASE("the_lowest_block_is_the_example") {
  checks::SyncErrors sum, other;
  sum[{SyncMistake::MasksDiffer, 0, 5, 0, 0}] = {3, 9, 1, 2, 0, 0};
  other[{SyncMistake::MasksDiffer, 0, 5, 0, 0}] = {2, 4, 1, 2, 0, 0};
  merge(sum, other);
  CHECK(sum.begin()->second.block == 4);
  CHECK(sum.begin()->second.times == 5);
}
