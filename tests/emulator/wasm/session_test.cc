// The session behind the page's interface, natively: what WebAssembly computes must be the same, so
// here is only what Node does not see.
#include "wasm/session.h"

#include <cstring>
#include <fstream>
#include <iterator>

#include "doctest/doctest.h"
#include "wasm/warp_view.h"

using gtl::exec::RunState;
using gtl::wasm::LaunchRequest;
using gtl::wasm::Session;
using gtl::wasm::WarpView;

namespace {

std::string kernels() {
  std::ifstream file(KERNELS_PTX);
  return {std::istreambuf_iterator<char>(file), {}};
}

/// Two lanes' ways part at %p1 and meet again at $join; between them each counts.
const char* const kDiamond = R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry diamond()
{
  .reg .pred %p<2>; .reg .b32 %r<4>;
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 8;
  @%p1 bra $low;
  mov.u32 %r2, 1;
  bra $join;
$low:
  mov.u32 %r2, 2;
$join:
  add.u32 %r3, %r2, %r1;
  ret;
}
)";

LaunchRequest one_warp() {
  LaunchRequest request;
  request.block.x = 32;
  return request;
}

}  // namespace

TEST_CASE("a_launch_that_cannot_be_is_refused_in_words") {
  Session session;
  REQUIRE(session.load(kernels()));
  LaunchRequest request;
  request.block = {64, 32, 1};
  CHECK_FALSE(session.begin(request));
  CHECK(session.message().find("at most 1024") != std::string::npos);
  request.block.x = 32;
  CHECK_FALSE(session.begin(request));  // copy takes two pointers
  CHECK(session.message().find("16 bytes of parameters") != std::string::npos);
  request.kernel = 99;
  CHECK_FALSE(session.begin(request));
}

TEST_CASE("lanes_that_a_mask_names_in_vain_are_found_when_synccheck_watches_and_when_stepped") {
  Session session;
  REQUIRE(session.load(R"(.version 9.0
.target sm_90
.address_size 64
.file 1 "vote.cu"
.visible .entry vote()
{
  .reg .pred %p<3>; .reg .b32 %r<3>;
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 7;
  @%p1 bra $others;
  .loc 1 5 3
  vote.sync.ballot.b32 %r2, %p1, -1;
  bra.uni $out;
$others:
  mov.u32 %r2, 0;
$out:
  add.u32 %r2, %r2, 1;
  ret;
}
)"));
  LaunchRequest request = one_warp();
  REQUIRE(session.begin(request));
  REQUIRE(session.run(1000) == RunState::Finished);
  CHECK(session.findings() == "[]");

  request.checks.insert(gtl::checks::Check::Synccheck);
  REQUIRE(session.begin(request));
  REQUIRE(session.run(1000) == RunState::Finished);
  const std::string findings = session.findings();
  CHECK(findings.find(R"("check":"synccheck","places":[{"file":"vote.cu","line":5}])") !=
        std::string::npos);

  REQUIRE(session.begin(request));
  WarpView view(session, 0, 0);
  while (view.step() == RunState::Suspended) {
  }
  CHECK(session.findings() == findings);
}

TEST_CASE(
    "blocks_that_wait_for_what_nobody_will_do_are_stopped_and_those_that_wait_for_others_are_not") {
  // Every block but the last waits for the flag, which the last one sets to the parameter.
  Session session;
  REQUIRE(session.load(R"(.version 9.0
.target sm_90
.address_size 64
.file 1 "flag.cu"
.global .b32 flag;
.visible .entry meet(.param .u32 value)
{
  .reg .pred %p<3>; .reg .b32 %r<5>;
  ld.param.u32 %r1, [value];
  mov.u32 %r2, %ctaid.x;
  setp.eq.u32 %p1, %r2, 7;
  @%p1 st.volatile.global.u32 [flag], %r1;
  @%p1 ret;
again:
  .loc 1 9 3
  ld.volatile.global.u32 %r3, [flag];
  setp.eq.u32 %p2, %r3, 0;
  @%p2 bra again;
  ret;
}
)"));
  LaunchRequest request = one_warp();
  request.grid.x = 8;
  request.parameters.resize(4);
  auto run = [&] {
    REQUIRE(session.begin(request));
    for (int slice = 0; slice < 1000; ++slice) {
      const RunState state = session.run(1 << 20);
      if (state != RunState::Suspended) return state;
    }
    return RunState::Suspended;
  };
  CHECK(run() == RunState::Faulted);
  const std::string findings = session.findings();
  CHECK(findings.find(R"("check":"synccheck","places":[{"file":"flag.cu","line":9}])") !=
        std::string::npos);
  CHECK(findings.find("Deadlock: every thread that is left waits") != std::string::npos);
  CHECK(findings.find("6 more blocks are at meet") != std::string::npos);

  request.parameters[0] = std::byte{1};
  CHECK(run() == RunState::Finished);
  CHECK(session.findings() == "[]");
}

TEST_CASE("a_grid_or_block_that_counts_beyond_64_bits_is_refused") {
  Session session;
  REQUIRE(session.load(kDiamond));
  LaunchRequest request = one_warp();
  request.block = {1u << 22, 1u << 21, (1u << 21) + 1};  // 2^64 + 2^43
  CHECK_FALSE(session.begin(request));
  request.block = {32, 1, 1};
  request.grid = {1u << 31, 1u << 31, 4};
  CHECK_FALSE(session.begin(request));
  CHECK(session.message().find("65535") != std::string::npos);
}

TEST_CASE("a_new_module_takes_the_place_of_the_old_one") {
  Session session;
  REQUIRE(session.load(kernels()));
  const uint64_t address = session.allocate(64);
  REQUIRE(session.bytes(address, 64, true) != nullptr);
  CHECK_FALSE(session.load("nonsense"));
  CHECK(session.bytes(address, 64, true) == nullptr);
  CHECK(session.kernels() == "[]");
  REQUIRE(session.load(kDiamond));
  CHECK(session.begin(one_warp()));
}

TEST_CASE("a_stepped_warp_shows_its_two_groups_and_where_they_meet") {
  Session session;
  REQUIRE(session.load(kDiamond));
  REQUIRE(session.begin(one_warp()));
  gtl::exec::WarpStepper stepper(session.launch(), nullptr);
  stepper.start(0, 0);
  for (int i = 0; i < 3; ++i) CHECK(stepper.step() == RunState::Suspended);
  auto groups = stepper.groups();
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].mask == 0xFFFF'FF00);  // Those that fall through run first.
  CHECK(groups[1].mask == 0xFF);
  CHECK(stepper.last().mask == 0xFF);  // Who took the branch.
  CHECK(stepper.last().predicated == 0xFFFF'FF00);
  stepper.step();
  stepper.step();
  groups = stepper.groups();
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].mask == 0xFF);
  CHECK(groups[1].mask == 0xFFFF'FF00);
  CHECK(groups[1].state == gtl::exec::LaneGroup::State::AtReconvergence);
  stepper.step();
  groups = stepper.groups();
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].mask == 0xFFFF'FFFF);
  CHECK(stepper.step() == RunState::Suspended);
  CHECK(stepper.step() == RunState::Finished);
  CHECK(stepper.groups().empty());
}

TEST_CASE("lanes_that_jump_to_the_join_wait_there_from_the_branch_on") {
  Session session;
  REQUIRE(session.load(R"(.version 9.0
.target sm_90
.address_size 64
.visible .entry skip()
{
  .reg .pred %p<3>; .reg .b32 %r<4>;
  mov.u32 %r1, %tid.x;
  setp.lt.u32 %p1, %r1, 8;
  setp.lt.u32 %p2, %r1, 16;
  @%p1 bra $join;
  mov.u32 %r2, 1;
  @%p2 bra $join;
  mov.u32 %r2, 2;
$join:
  add.u32 %r3, %r2, %r1;
  ret;
}
)"));
  REQUIRE(session.begin(one_warp()));
  gtl::exec::WarpStepper stepper(session.launch(), nullptr);
  stepper.start(0, 0);
  for (int i = 0; i < 4; ++i) stepper.step();
  auto groups = stepper.groups();
  REQUIRE(groups.size() == 2);
  CHECK(groups[0].mask == 0xFFFF'FF00);
  CHECK(groups[1].mask == 0xFF);
  CHECK(groups[1].state == gtl::exec::LaneGroup::State::AtReconvergence);
  for (int i = 0; i < 2; ++i) stepper.step();
  groups = stepper.groups();
  REQUIRE(groups.size() == 2);  // Who took the second branch waits at the same place.
  CHECK(groups[0].mask == 0xFFFF'0000);
  CHECK(groups[1].mask == 0xFFFF);
  CHECK(groups[1].instruction == 7);
  stepper.step();
  groups = stepper.groups();
  REQUIRE(groups.size() == 1);
  CHECK(groups[0].mask == 0xFFFF'FFFF);
}

TEST_CASE("a_register_is_shown_by_its_name") {
  Session session;
  REQUIRE(session.load(kDiamond));
  REQUIRE(session.begin(one_warp()));
  WarpView view(session, 0, 0);
  view.step();
  view.step();
  uint64_t values[32];
  CHECK(view.values("%r1", values) == 4);
  CHECK(values[31] == 31);
  CHECK(view.values("%p1", values) == 1);
  CHECK(values[7] == 1);
  CHECK(values[8] == 0);
  CHECK(view.values("%none", values) == 0);
  CHECK(view.registers().find("\"%r3\"") != std::string::npos);
  CHECK(view.state().find("\"ptx\":\"@%p1 bra $low;\"") != std::string::npos);
}
