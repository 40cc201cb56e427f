// What an observer is told.
#include <algorithm>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::AccessKind;
using gtl::exec::AtomicKind;
using gtl::exec::RunState;
using gtl::memory::Space;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

struct Recorder : gtl::exec::Observer {
  struct Access {
    gtl::exec::MemoryEvent event;
    std::vector<uint64_t> address;
  };
  std::vector<Access> accesses;
  std::vector<gtl::exec::BarrierEvent> barriers;
  int begun = 0, ended = 0;
  uint32_t left = 0;  ///< Lanes that others waited for, and that went on behind the branch.

  void block_begins(uint64_t) override { ++begun; }
  void block_ends(uint64_t) override { ++ended; }
  void memory(const gtl::exec::MemoryEvent& event) override {
    accesses.push_back({event, {event.address, event.address + 32}});
  }
  void barrier(const gtl::exec::BarrierEvent& event) override { barriers.push_back(event); }
  void warp_sync(const gtl::exec::WarpSyncEvent& event) override { left |= event.left; }
};

Recorder observed(const std::string& body, uint32_t threads = 32) {
  Device device(kHead + R"(
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>; .reg .f32 %f<9>;
  .shared .align 16 .b32 words[64];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd2, %rd1, %rd3;
)" + body + "  ret;\n}\n");
  REQUIRE(device.decode_error() == "");
  const uint64_t d = device.upload(std::vector<uint32_t>(1024, 0));
  Recorder recorder;
  Device::Options options;
  options.block.x = threads;
  options.observer = &recorder;
  REQUIRE(device.launch("k", options, d) == RunState::Finished);
  std::erase_if(recorder.accesses,
                [](const auto& access) { return access.event.space == Space::Param; });
  return recorder;
}

}  // namespace

TEST_CASE("a_load_is_reported_with_its_lanes_and_addresses") {
  const auto seen = observed("setp.lt.u32 %p1, %r1, 3;\n @%p1 ld.global.u32 %r2, [%rd2+8];\n");
  REQUIRE(seen.accesses.size() == 1);
  const auto& [event, address] = seen.accesses[0];
  CHECK(event.kind == AccessKind::Load);
  CHECK(event.space == Space::Global);
  CHECK(event.bytes == 4);
  CHECK(event.mask == 7);
  CHECK(event.warp_mask == 0xFFFF'FFFF);
  CHECK(address[1] == address[0] + 4);
  CHECK(seen.begun == 1);
  CHECK(seen.ended == 1);
}

TEST_CASE("an_access_with_every_lane_predicated_off_is_reported_too") {
  const auto seen = observed("setp.gt.u32 %p1, %r1, 99;\n @%p1 st.shared.u32 [words], %r1;\n");
  REQUIRE(seen.accesses.size() == 1);
  CHECK(seen.accesses[0].event.mask == 0);
  CHECK(seen.accesses[0].event.space == Space::Shared);
}

TEST_CASE("vectors_have_a_size_and_an_element_size") {
  const auto seen = observed("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd1];\n");
  CHECK(seen.accesses[0].event.bytes == 16);
  CHECK(seen.accesses[0].event.element_bytes == 4);
}

TEST_CASE("a_generic_address_arrives_as_the_space_it_points_to") {
  const auto seen = observed(R"(
    mov.u64 %rd4, words;
    cvta.shared.u64 %rd5, %rd4;
    add.s64 %rd6, %rd5, 8;
    setp.lt.u32 %p1, %r1, 16;
    selp.b64 %rd7, %rd6, %rd2, %p1;
    st.u32 [%rd7], %r1;
)");
  REQUIRE(seen.accesses.size() == 2);
  const auto& shared =
      seen.accesses[0].event.space == Space::Shared ? seen.accesses[0] : seen.accesses[1];
  const auto& global =
      seen.accesses[0].event.space == Space::Shared ? seen.accesses[1] : seen.accesses[0];
  CHECK(shared.event.mask == 0xFFFF);
  CHECK(shared.address[0] == 8);
  CHECK(global.event.space == Space::Global);
  CHECK(global.event.mask == 0xFFFF'0000);
}

TEST_CASE("atomics_say_what_they_do") {
  const auto seen = observed(R"(
    atom.global.add.u32 %r2, [%rd1], 1;
    red.global.add.f32 [%rd1], 0f00000000;
    atom.shared.cas.b32 %r2, [words], 0, 1;
)");
  REQUIRE(seen.accesses.size() == 3);
  CHECK(seen.accesses[0].event.kind == AccessKind::Atomic);
  CHECK(seen.accesses[0].event.atomic == AtomicKind::Integer);
  CHECK(seen.accesses[1].event.kind == AccessKind::Reduction);
  CHECK(seen.accesses[1].event.atomic == AtomicKind::FloatingPoint);
  CHECK(seen.accesses[2].event.atomic == AtomicKind::CompareAndSwap);
}

TEST_CASE("barriers_report_each_arrival_and_whether_it_waits") {
  const auto seen = observed("bar.arrive 1, 64;\n bar.sync 1, 64;\n", 64);
  REQUIRE(seen.barriers.size() == 4);
  for (uint32_t warp = 0; warp < 2; ++warp) {
    CHECK(seen.barriers[2 * warp].warp == warp);
    CHECK_FALSE(seen.barriers[2 * warp].waits);
    CHECK(seen.barriers[2 * warp + 1].waits);
    CHECK(seen.barriers[2 * warp + 1].barrier == 1);
  }
}

TEST_CASE("lanes_that_go_on_behind_the_branch_while_others_wait_for_them_are_told") {
  const std::string branch = R"(
    setp.gt.u32 %p1, %r1, 19;
    @%p1 bra past;
    bar.warp.sync -1;
  past:
)";
  CHECK(observed(branch + "st.global.u32 [%rd2], %r1;\n").left == 0xFFF0'0000);
  // The end is all that is left, at once or through a jump: no more is asked of these lanes.
  CHECK(observed(branch).left == 0);
  CHECK(observed(branch + "bra.uni end;\n trap;\n end:\n").left == 0);
  CHECK(observed(branch + "exit;\n").left == 0);
}

TEST_CASE("whichever_side_of_the_branch_runs_first_lanes_may_end") {
  // The lanes that work before they end are those that jump, and those that do not.
  CHECK(observed(R"(
    setp.gt.u32 %p1, %r1, 19;
    @%p1 bra away;
    bar.warp.sync -1;
    ret;
  away:
    st.global.u32 [%rd2], %r1;
)")
            .left == 0);
  CHECK(observed(R"(
    setp.le.u32 %p1, %r1, 19;
    @%p1 bra stay;
    st.global.u32 [%rd2], %r1;
    ret;
  stay:
    bar.warp.sync -1;
)")
            .left == 0);
}
