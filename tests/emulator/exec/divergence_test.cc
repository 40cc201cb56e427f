// Lanes that part and meet again, and lanes that wait for each other.
#include <algorithm>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

/// A kernel of one pointer; `%rd2` is the address of this thread's word, `%r1` its thread index.
std::string kernel(const std::string& body) {
  return kHead + R"(
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd2, %rd1, %rd3;
)" + body +
         "  ret;\n}\n";
}

std::vector<uint32_t> run(const std::string& body, uint32_t threads = 32,
                          uint64_t* executed = nullptr) {
  Device device(kernel(body));
  REQUIRE(device.decode_error() == "");
  const uint64_t d = device.upload(std::vector<uint32_t>(threads, 0));
  Device::Options options;
  options.block.x = threads;
  REQUIRE(device.launch("k", options, d) == RunState::Finished);
  if (executed) *executed = device.executed();
  return device.download<uint32_t>(d, threads);
}

}  // namespace

TEST_CASE("both_sides_of_a_branch_run_and_meet_behind_it") {
  uint64_t executed = 0;
  const auto out = run(R"(
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra even;
    mov.u32 %r3, 100;
    bra.uni join;
  even:
    mov.u32 %r3, 200;
  join:
    activemask.b32 %r4;
    add.u32 %r3, %r3, %r1;
    setp.eq.u32 %p2, %r4, -1;
    @!%p2 add.u32 %r3, %r3, 1000;
    st.global.u32 [%rd2], %r3;
)",
                       32, &executed);
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i % 2 ? 100 : 200) + i);
  CHECK(executed == 4 + 3 + 2 + 1 + 5 + 1);
}

TEST_CASE("lanes_leave_a_loop_one_by_one_and_meet_at_its_end") {
  const auto out = run(R"(
    mov.u32 %r2, 0;
  loop:
    add.u32 %r2, %r2, 1;
    setp.lt.u32 %p1, %r2, %r1;
    @%p1 bra loop;
    activemask.b32 %r4;
    setp.eq.u32 %p2, %r4, -1;
    @!%p2 mov.u32 %r2, 999;
    st.global.u32 [%rd2], %r2;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == std::max(i, 1u));
}

TEST_CASE("nested_branches_meet_inside_out") {
  const auto out = run(R"(
    mov.u32 %r5, 0;
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra high;
    setp.ge.u32 %p2, %r1, 8;
    @%p2 bra middle;
    add.u32 %r5, %r5, 1;
    bra.uni inner;
  middle:
    add.u32 %r5, %r5, 2;
  inner:
    activemask.b32 %r6;
    bra.uni outer;
  high:
    activemask.b32 %r6;
  outer:
    activemask.b32 %r7;
    popc.b32 %r6, %r6;
    popc.b32 %r7, %r7;
    mad.lo.u32 %r5, %r6, 100, %r5;
    mad.lo.u32 %r5, %r7, 10000, %r5;
    st.global.u32 [%rd2], %r5;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 320000 + 1600 + (i < 8 ? 1 : i < 16 ? 2 : 0));
}

TEST_CASE("a_spin_lock_within_a_warp_finishes") {
  // Every lane adds 1 under the lock; the winner must be able to unlock while the others spin.
  const auto out = run(R"(
  acquire:
    atom.global.cas.b32 %r2, [%rd1], 0, 1;
    setp.ne.s32 %p1, %r2, 0;
    @%p1 bra acquire;
    ld.volatile.global.u32 %r3, [%rd1+4];
    add.u32 %r3, %r3, 1;
    st.volatile.global.u32 [%rd1+4], %r3;
    atom.global.exch.b32 %r4, [%rd1], 0;
)");
  CHECK(out[0] == 0);
  CHECK(out[1] == 32);
}

TEST_CASE("a_lane_may_wait_for_another_lane_of_its_warp") {
  // Lanes 1–31 spin on a flag that lane 0 sets behind the point where all would meet.
  const auto out = run(R"(
    setp.eq.u32 %p1, %r1, 0;
    @%p1 bra join;
  wait:
    ld.volatile.global.u32 %r2, [%rd1];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra wait;
  join:
    st.volatile.global.u32 [%rd2], 7;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 7);
}

TEST_CASE("brx_idx_goes_to_the_label_of_each_lane") {
  const auto out = run(R"(
    and.b32 %r2, %r1, 3;
    ts: .branchtargets a, b, c, d;
    brx.idx %r2, ts;
  a: mov.u32 %r3, 10; bra.uni done;
  b: mov.u32 %r3, 20; bra.uni done;
  c: mov.u32 %r3, 30; bra.uni done;
  d: mov.u32 %r3, 40;
  done:
    activemask.b32 %r4;
    popc.b32 %r4, %r4;
    mad.lo.u32 %r3, %r4, 100, %r3;
    st.global.u32 [%rd2], %r3;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == 3200 + 10 * (i % 4 + 1));
}

TEST_CASE("guarded_instructions_write_only_their_lanes") {
  const auto out = run(R"(
    setp.lt.u32 %p1, %r1, 5;
    mov.u32 %r2, 1;
    @%p1 mov.u32 %r2, 2;
    @!%p1 st.global.u32 [%rd2], %r2;
    @%p1 st.global.u32 [%rd2], %r2;
)");
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i < 5 ? 2 : 1));
}

TEST_CASE("exited_lanes_are_not_awaited_where_the_others_meet") {
  const auto out = run(R"(
    setp.lt.u32 %p1, %r1, 4;
    @%p1 exit;
    and.b32 %r2, %r1, 1;
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra join;
    setp.gt.u32 %p3, %r1, 20;
    @%p3 exit;
  join:
    activemask.b32 %r3;
    st.global.u32 [%rd2], %r3;
)");
  uint32_t expected = 0;
  for (uint32_t i = 4; i < 32; ++i) {
    if (i % 2 == 0 || i <= 20) expected |= 1u << i;
  }
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (expected >> i & 1 ? expected : 0));
}

TEST_CASE("a_block_that_only_waits_for_another_gives_up_its_turn_early") {
  Device device(kernel(R"(
  wait:
    ld.volatile.global.u32 %r2, [%rd1];
    setp.eq.u32 %p1, %r2, 0;
    @%p1 bra wait;
)"));
  const uint64_t d = device.upload(std::vector<uint32_t>{0});
  gtl::exec::Launch launch;
  launch.program = &device.program();
  launch.memory = &device.memory();
  launch.kernel = 0;
  launch.block.x = 64;
  launch.parameters.resize(8);
  std::copy_n(reinterpret_cast<const std::byte*>(&d), 8, launch.parameters.begin());
  gtl::exec::BlockRunner runner(launch, nullptr);
  runner.start(0);
  CHECK(runner.run(1'000'000'000) == RunState::Suspended);
  CHECK(runner.instruction_counts()[0][4].executed < 1000);
  *reinterpret_cast<uint32_t*>(device.memory().host_bytes(d, 4)) = 1;
  CHECK(runner.run(1'000'000'000) == RunState::Finished);
}
