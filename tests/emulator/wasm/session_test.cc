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
  request.block.x = 2048;
  CHECK_FALSE(session.begin(request));
  CHECK(session.message().find("at most 1024") != std::string::npos);
  request.block.x = 32;
  CHECK_FALSE(session.begin(request));  // copy takes two pointers
  CHECK(session.message().find("16 bytes of parameters") != std::string::npos);
  request.kernel = 99;
  CHECK_FALSE(session.begin(request));
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
