// Barriers of the block and of the warp.
#include <algorithm>

#include "outcome.h"

using gtl::exec::FaultKind;
using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::Outcome;

namespace {

/// The body finds its thread's word of the output in %rd2.
Outcome run(const std::string& body, uint32_t threads) {
  Device::Options options;
  options.block.x = threads;
  constexpr const char* kPrelude = "mul.wide.u32 %rd3, %r1, 4;\n add.s64 %rd2, %rd1, %rd3;\n";
  return gtl::test::run_kernel(gtl::test::kernel_of(kPrelude, body), options);
}

}  // namespace

TEST_CASE("a_barrier_orders_the_warps_of_a_block") {
  const auto outcome = run(R"(
    shl.b32 %r2, %r1, 2;
    mov.u32 %r3, word;
    add.u32 %r2, %r2, %r3;
    st.shared.u32 [%r2], %r1;
    bar.sync 0;
    sub.u32 %r4, 63, %r1;
    shl.b32 %r4, %r4, 2;
    add.u32 %r4, %r4, %r3;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%rd2], %r5;
)",
                           64);
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t i = 0; i < 64; ++i) CHECK(outcome.out[i] == 63 - i);
}

TEST_CASE("exited_threads_are_not_awaited_at_a_barrier") {
  const auto outcome = run(R"(
    setp.ge.u32 %p1, %r1, 40;
    @%p1 exit;
    bar.sync 0;
    st.global.u32 [%rd2], 1;
)",
                           96);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), 1u) == 40);
}

TEST_CASE("threads_that_exit_later_open_the_barrier_for_the_rest") {
  // Warp 0 waits first; warp 1 leaves afterwards.
  const auto outcome = run(R"(
    setp.ge.u32 %p1, %r1, 32;
    @%p1 bra leave;
    bar.sync 0;
    st.global.u32 [%rd2], 1;
  leave:
)",
                           64);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(std::count(outcome.out.begin(), outcome.out.end(), 1u) == 32);
}

TEST_CASE("named_barriers_with_counts_synchronise_part_of_the_block") {
  // A producer warp arrives without waiting; a consumer warp waits; a third takes no part.
  const auto outcome = run(R"(
    shr.u32 %r2, %r1, 5;
    mov.u32 %r3, 0;
    setp.eq.u32 %p1, %r2, 2;
    @%p1 bra done;
    setp.eq.u32 %p2, %r2, 1;
    @%p2 bra produce;
    bar.sync 3, 64;
    ld.shared.u32 %r3, [word];
    bra.uni done;
  produce:
    st.shared.u32 [word], 42;
    bar.arrive 3, 64;
  done:
    st.global.u32 [%rd2], %r3;
)",
                           96);
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t i = 0; i < 96; ++i) CHECK(outcome.out[i] == (i < 32 ? 42 : 0));
}

TEST_CASE("bar_red_counts_and_combines_predicates_of_the_block") {
  const auto outcome = run(R"(
    setp.lt.u32 %p1, %r1, 10;
    bar.red.popc.u32 %r2, 0, %p1;
    bar.red.and.pred %p2, 0, %p1;
    bar.red.or.pred %p3, 0, %p1;
    bar.red.popc.u32 %r3, 0, !%p1;
    selp.u32 %r4, 1000, 0, %p2;
    selp.u32 %r5, 2000, 0, %p3;
    mad.lo.u32 %r6, %r3, 10000, %r2;
    add.u32 %r6, %r6, %r4;
    add.u32 %r6, %r6, %r5;
    st.global.u32 [%rd2], %r6;
)",
                           64);
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t value : outcome.out) CHECK(value == 54 * 10000 + 10 + 2000);
}

TEST_CASE("a_warp_barrier_joins_lanes_of_different_branches") {
  const auto outcome = run(R"(
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra low;
    bar.warp.sync -1;
    ld.volatile.shared.u32 %r2, [word];
    bra.uni done;
  low:
    st.volatile.shared.u32 [word], 5;
    bar.warp.sync -1;
    mov.u32 %r2, 6;
  done:
    st.global.u32 [%rd2], %r2;
)",
                           32);
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t i = 0; i < 32; ++i) CHECK(outcome.out[i] == (i < 16 ? 6 : 5));
}

TEST_CASE("a_barrier_that_part_of_the_block_never_reaches_is_a_deadlock_with_its_line") {
  const auto outcome = run(R"(
    setp.ge.u32 %p1, %r1, 32;
    .loc 1 7 3
    @%p1 bra other;
    .loc 1 8 5
    bar.sync 1;
    bra.uni done;
  other:
    .loc 1 10 5
    bar.sync 2;
  done:
)",
                           64);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::Deadlock);
  CHECK(outcome.fault.detail ==
        "warp 0, lanes 0-31 wait at kernel.cu:8 for barrier 1 (32 of 64 threads have arrived)\n"
        "warp 1, lanes 0-31 wait at kernel.cu:10 for barrier 2 (32 of 64 threads have arrived)\n");
}

TEST_CASE("a_shuffle_whose_members_never_come_is_a_deadlock") {
  const auto outcome = run(R"(
    setp.ge.u32 %p1, %r1, 16;
    @%p1 bra other;
    shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
    bra.uni done;
  other:
    shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;
  done:
)",
                           32);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::Deadlock);
}

TEST_CASE("there_is_no_barrier_16") {
  const auto outcome = run("bar.sync 16;\n", 32);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::BarrierMisuse);
}
