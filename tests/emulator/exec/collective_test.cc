// What lanes do together. Expected values are worked out by hand from PTX ISA 9.7.9.6 and 9.7.13.
#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

std::vector<uint32_t> run(const std::string& body) {
  Device device(kHead + R"(
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd2, %rd1, %rd3;
  mov.u32 %r2, 0;
)" + body + "  st.global.u32 [%rd2], %r2;\n  ret;\n}\n");
  REQUIRE(device.decode_error() == "");
  const uint64_t d = device.upload(std::vector<uint32_t>(32, 0));
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("k", options, d) == RunState::Finished);
  return device.download<uint32_t>(d, 32);
}

}  // namespace

TEST_CASE("shfl_up_leaves_the_first_lanes_as_they_are") {
  const auto out = run("shfl.sync.up.b32 %r2|%p1, %r1, 3, 0, -1;\n @!%p1 add.u32 %r2, %r2, 100;\n");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i < 3 ? i + 100 : i - 3));
}

TEST_CASE("shfl_down_stays_within_segments_of_eight") {
  // c = 0x181f: segments of 8 lanes (mask 0x18), clamp 31.
  const auto out = run("shfl.sync.down.b32 %r2, %r1, 2, 0x181f, -1;\n");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i % 8 < 6 ? i + 2 : i));
}

TEST_CASE("shfl_butterfly_exchanges_pairs") {
  const auto out = run("shfl.sync.bfly.b32 %r2, %r1, 1, 31, -1;\n");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i ^ 1));
}

TEST_CASE("shfl_index_reads_a_lane_of_the_segment") {
  const auto out = run("shfl.sync.idx.b32 %r2, %r1, 5, 0x181f, -1;\n");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == i / 8 * 8 + 5);
}

TEST_CASE("votes_see_the_members_alone") {
  const auto out = run(R"(
    setp.lt.u32 %p1, %r1, 20;
    vote.sync.ballot.b32 %r2, %p1, -1;
    vote.sync.all.pred %p2, %p1, -1;
    vote.sync.any.pred %p3, %p1, -1;
    setp.lt.u32 %p4, %r1, 16;
    @%p4 vote.sync.all.pred %p2, %p1, 0xffff;
    @%p2 add.u32 %r2, %r2, 0x1000000;
    @%p3 add.u32 %r2, %r2, 0x2000000;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 0x20F'FFFF + (i < 16 ? 0x100'0000 : 0));
}

TEST_CASE("groups_with_their_own_member_masks_vote_apart") {
  const auto out = run(R"(
    and.b32 %r3, %r1, 16;
    mov.u32 %r4, 0xffff;
    shl.b32 %r4, %r4, %r3;
    and.b32 %r5, %r1, 1;
    setp.eq.u32 %p1, %r5, 0;
    vote.sync.ballot.b32 %r2, %p1, %r4;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i < 16 ? 0x5555u : 0x5555'0000u));
}

TEST_CASE("match_finds_lanes_with_the_same_value") {
  const auto out = run("and.b32 %r3, %r1, 3;\n match.any.sync.b32 %r2, %r3, -1;\n");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 0x1111'1111u << (i % 4));
  const auto all =
      run("and.b32 %r3, %r1, 0;\n match.all.sync.b32 %r2|%p1, %r3, -1;\n @!%p1 mov.u32 %r2, 1;\n");
  for (uint32_t value : all) CHECK(value == 0xFFFF'FFFF);
  const auto none = run("match.all.sync.b32 %r2|%p1, %r1, -1;\n @%p1 mov.u32 %r2, 1;\n");
  for (uint32_t value : none) CHECK(value == 0);
}

TEST_CASE("redux_reduces_over_the_members") {
  for (uint32_t value : run("redux.sync.add.u32 %r2, %r1, -1;\n")) CHECK(value == 496);
  for (uint32_t value : run("redux.sync.max.s32 %r2, %r1, -1;\n")) CHECK(value == 31);
  for (uint32_t value : run("redux.sync.xor.b32 %r2, %r1, -1;\n")) CHECK(value == 0);
}

TEST_CASE("elect_picks_the_lowest_lane") {
  const auto out = run("elect.sync %r2|%p1, 0xfffffff0;\n @%p1 add.u32 %r2, %r2, 100;\n");
  for (uint32_t i = 4; i < 32; ++i) CHECK(out[i] == (i == 4 ? 104 : 4));
}

TEST_CASE("a_shuffle_waits_for_lanes_that_come_later") {
  // Lanes above 15 loop longer; released or not, the shuffle sees all of them.
  const auto out = run(R"(
    mov.u32 %r3, 0;
  loop:
    add.u32 %r3, %r3, 1;
    shr.u32 %r4, %r1, 4;
    mul.lo.u32 %r4, %r4, 50;
    setp.lt.u32 %p1, %r3, %r4;
    @%p1 bra loop;
    shfl.sync.idx.b32 %r2, %r3, 31, 31, -1;
)");
  for (uint32_t value : out) CHECK(value == 50);
}
