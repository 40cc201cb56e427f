// Asynchronous copies and mbarriers: when data arrives, and who waits for what.
#include <algorithm>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::AccessKind;
using gtl::exec::AccessOrigin;
using gtl::exec::FaultKind;
using gtl::exec::MemoryEvent;
using gtl::exec::RunState;
using gtl::memory::Space;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

/// %rd1: 1024 words of global memory that hold their own numbers; %rd2: the thread's word of the
/// result; %r1: the thread; %r2: `tile` in shared memory; %r3: `barrier`.
std::string kernel(const std::string& body) {
  return kHead + ".file 1 \"kernel.cu\"\n" + R"(
.visible .entry k(.param .u64 in, .param .u64 out)
{
  .reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>; .reg .b16 %rs<4>;
  .shared .align 128 .b32 tile[256];
  .shared .align 8 .b64 barrier[4];
  ld.param.u64 %rd1, [in];
  ld.param.u64 %rd2, [out];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd2, %rd2, %rd3;
  mov.u32 %r2, tile;
  mov.u32 %r3, barrier;
)" + body +
         "  ret;\n}\n";
}

struct Outcome {
  RunState state;
  std::vector<uint32_t> out, in;
  gtl::exec::Fault fault;
  std::string line;
};

Outcome run(const std::string& body, uint32_t threads, uint32_t blocks_in_cluster = 1,
            gtl::exec::Observer* observer = nullptr) {
  Device device(kernel(body));
  REQUIRE(device.decode_error() == "");
  std::vector<uint32_t> numbers(1024);
  for (uint32_t i = 0; i < numbers.size(); ++i) numbers[i] = i;
  const uint64_t in = device.upload(numbers);
  const uint64_t out = device.upload(std::vector<uint32_t>(threads * blocks_in_cluster, 77));
  Device::Options options;
  options.block.x = threads;
  options.grid.x = options.cluster.x = blocks_in_cluster;
  options.observer = observer;
  Outcome outcome{};
  outcome.state = device.launch("k", options, in, out);
  outcome.out = device.download<uint32_t>(out, threads * blocks_in_cluster);
  outcome.in = device.download<uint32_t>(in, 1024);
  outcome.fault = device.fault();
  if (outcome.state == RunState::Faulted) outcome.line = device.fault_line();
  return outcome;
}

struct Recorder : gtl::exec::Observer {
  std::vector<MemoryEvent> events;
  void memory(const MemoryEvent& event) override { events.push_back(event); }
};

}  // namespace

TEST_CASE("cp_async_arrives_when_it_is_waited_for_and_not_before") {
  const auto outcome = run(R"(
    st.shared.u32 [tile], 5;
    cp.async.ca.shared.global [tile], [%rd1+36], 4;
    cp.async.commit_group;
    ld.shared.u32 %r4, [tile];
    cp.async.wait_group 0;
    ld.shared.u32 %r5, [tile];
    mad.lo.u32 %r6, %r4, 100, %r5;
    st.global.u32 [%rd2], %r6;
)",
                           1);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out[0] == 509);
}

TEST_CASE("wait_all_takes_in_copies_that_no_group_has") {
  const auto outcome = run(R"(
    cp.async.ca.shared.global [tile], [%rd1+36], 4;
    cp.async.wait_all;
    ld.shared.u32 %r5, [tile];
    st.global.u32 [%rd2], %r5;
)",
                           1);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out[0] == 9);
}

TEST_CASE("cp_async_is_told_when_it_is_issued_and_when_it_lands") {
  Recorder recorder;
  const auto outcome = run(R"(
    mad.lo.u32 %r4, %r1, 4, %r2;
    add.s64 %rd4, %rd1, %rd3;
    cp.async.ca.shared.global [%r4], [%rd4], 4;
    cp.async.wait_all;
)",
                           32, 1, &recorder);
  REQUIRE(outcome.state == RunState::Finished);
  std::vector<MemoryEvent> events;
  std::copy_if(recorder.events.begin(), recorder.events.end(), std::back_inserter(events),
               [](const MemoryEvent& event) { return event.space != Space::Param; });
  REQUIRE(events.size() == 3);
  CHECK(events[0].space == Space::Shared);
  CHECK(events[0].origin == AccessOrigin::CopyIssue);
  CHECK(events[1].space == Space::Global);
  CHECK(events[1].kind == AccessKind::Load);
  CHECK(events[1].origin == AccessOrigin::Instruction);
  CHECK(events[2].space == Space::Shared);
  CHECK(events[2].kind == AccessKind::Store);
  CHECK(events[2].origin == AccessOrigin::CopyLanding);
  CHECK(events[2].mask == 0xFFFF'FFFF);
  CHECK(events[2].instruction == events[0].instruction);
}

TEST_CASE("a_bulk_copy_reads_shared_memory_until_the_wait_for_its_reading") {
  const auto outcome = run(R"(
    st.shared.v4.u32 [tile], {1, 1, 1, 1};
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;
    cp.async.bulk.commit_group;
    st.shared.u32 [tile], 2;
    cp.async.bulk.wait_group.read 0;
    st.shared.u32 [tile+4], 3;
    cp.async.bulk.wait_group 0;
)",
                           1);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.in[0] == 2);
  CHECK(outcome.in[1] == 1);
}

TEST_CASE("a_bulk_copy_to_global_memory_arrives_at_the_end_of_its_block_at_the_latest") {
  const auto outcome = run(R"(
    st.shared.v4.u32 [tile], {1, 1, 1, 1};
    cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], 16;
)",
                           1);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.in[3] == 1);
}

TEST_CASE("warps_rest_at_an_mbarrier_until_its_phase_ends") {
  // Warp 1 fetches, warp 0 waits: whichever of them runs first.
  const std::string body = R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [barrier], 1;
  ready:
    bar.sync 0;
    setp.lt.u32 %p2, %r1, 32;
    @%p2 bra consume;
    setp.ne.u32 %p3, %r1, 32;
    @%p3 bra done;
    mbarrier.arrive.expect_tx.shared.b64 %rd4, [barrier], 128;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2], [%rd1+512], 128, [%r3];
    bra.uni done;
  consume:
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra consume;
    mad.lo.u32 %r4, %r1, 4, %r2;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%rd2], %r5;
  done:
)";
  const auto outcome = run(body, 64);
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t i = 0; i < 64; ++i) CHECK(outcome.out[i] == (i < 32 ? 128 + i : 77));
}

TEST_CASE("a_wait_that_nothing_can_end_is_a_deadlock_with_its_line_and_what_is_missing") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 3;
    mbarrier.arrive.expect_tx.shared.b64 %rd4, [barrier], 64;
  again:
    .loc 1 12 5
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra again;
)",
                           1);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::Deadlock);
  CHECK(outcome.line == "kernel.cu:12");
  CHECK(
      outcome.fault.detail ==
      "warp 0, lanes 0 wait at kernel.cu:12 for the mbarrier at offset 1024 of shared memory: its "
      "phase of parity 0 still waits for 2 of 3 arrivals and 64 bytes\n");
}

TEST_CASE("a_kernel_may_count_its_attempts_and_give_up") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    mov.u32 %r4, 0;
  again:
    add.u32 %r4, %r4, 1;
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    setp.lt.u32 %p5, %r4, 10;
    @%p5 bra again;
    st.global.u32 [%rd2], %r4;
)",
                           1);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out[0] == 10);
}

TEST_CASE("an_mbarrier_must_have_been_initialised") {
  const auto outcome =
      run("    .loc 1 9 1\n    mbarrier.arrive.shared.b64 %rd4, [barrier+8];\n", 1);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::BarrierMisuse);
  CHECK(outcome.line == "kernel.cu:9");
}

TEST_CASE("a_wait_without_end_says_how_many_phases_have_ended") {
  const auto outcome = run(R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra READY;
    mbarrier.init.shared.b64 [barrier], 16;
READY:
    bar.sync 0;
    mbarrier.arrive.shared.b64 %rd4, [barrier];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra WAIT;
)",
                           32);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::Deadlock);
  CHECK(outcome.fault.detail.find("its phase of parity 0 still waits for 16 of 16 arrivals, after "
                                  "2 phases that have ended") != std::string::npos);
}

TEST_CASE("an_mbarrier_counts_at_most_1048575_bytes_either_way") {
  for (const char* what : {"expect_tx.relaxed.cta.shared::cta.b64 [barrier], 1048576",
                           "complete_tx.relaxed.cta.shared::cta.b64 [barrier], -2147483648",
                           "complete_tx.relaxed.cta.shared::cta.b64 [barrier], 1048576"}) {
    const auto outcome = run(
        "    mbarrier.init.shared.b64 [barrier], 1;\n    mbarrier." + std::string(what) + ";\n", 1);
    REQUIRE(outcome.state == RunState::Faulted);
    CHECK(outcome.fault.kind == FaultKind::BarrierMisuse);
    CHECK(outcome.fault.detail.find("it counts 1048575 at most") != std::string::npos);
  }
}

TEST_CASE("bytes_that_nobody_announced_are_told") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    mbarrier.complete_tx.relaxed.cta.shared::cta.b64 [barrier], 16;
    mbarrier.arrive.shared.b64 %rd4, [barrier];
WAIT:
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra WAIT;
)",
                           1);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.detail.find(
            "waits for 0 of 1 arrivals, and 16 bytes have come unannounced") != std::string::npos);
}

TEST_CASE("more_arrivals_than_an_mbarrier_expects_are_misuse") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 2;
    mbarrier.arrive.shared.b64 %rd4, [barrier], 3;
)",
                           1);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::BarrierMisuse);
}

TEST_CASE("a_bulk_copy_past_the_end_of_shared_memory_is_out_of_bounds_where_it_starts") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    .loc 1 21 1
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%r2+1024], [%rd1], 64, [%r3];
)",
                           1);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::OutOfBounds);
  CHECK(outcome.fault.space == Space::Shared);
  CHECK(outcome.line == "kernel.cu:21");
}

TEST_CASE("a_multicast_reaches_the_blocks_of_its_mask_and_their_mbarriers") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd4, [barrier], 16;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 %r7, %cluster_ctarank;
    setp.ne.u32 %p1, %r7, 1;
    @%p1 bra consume;
    mov.b16 %rs1, 7;
    cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster [%r2], [%rd1+64], 16, [%r3], %rs1;
  consume:
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra consume;
    ld.shared.u32 %r5, [%r2+12];
    mul.wide.u32 %rd5, %r7, 4;
    add.s64 %rd2, %rd2, %rd5;
    st.global.u32 [%rd2], %r5;
    barrier.cluster.arrive;
    barrier.cluster.wait;
)",
                           1, 3);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out == std::vector<uint32_t>{19, 19, 19});
}

TEST_CASE("blocks_of_a_cluster_arrive_at_one_anothers_mbarriers") {
  // Block 1 waits at its own; block 0 arrives there and brings a word.
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mov.u32 %r7, %cluster_ctarank;
    setp.eq.u32 %p1, %r7, 1;
    @%p1 bra consume;
    mapa.shared::cluster.u32 %r8, %r3, 1;
    mapa.shared::cluster.u32 %r9, %r2, 1;
    mbarrier.arrive.expect_tx.release.cluster.shared::cluster.b64 _, [%r8], 4;
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r9], 123, [%r8];
    bra.uni done;
  consume:
    mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p4, [barrier], 0;
    @!%p4 bra consume;
    ld.shared.u32 %r5, [%r2];
    st.global.u32 [%rd2+4], %r5;
  done:
    barrier.cluster.arrive;
    barrier.cluster.wait;
)",
                           1, 2);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out[1] == 123);
}

TEST_CASE("a_cluster_whose_blocks_all_wait_for_mbarriers_is_a_deadlock") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
  consume:
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra consume;
)",
                           1, 2);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::Deadlock);
}

TEST_CASE("st_async_needs_a_launch_with_cluster_dimensions_as_on_an_h200") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    st.async.weak.shared::cluster.mbarrier::complete_tx::bytes.u32 [%r2], 123, [%r3];
)",
                           1);
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::IllegalInstruction);
  CHECK(outcome.fault.detail.find("cluster dimensions") != std::string::npos);
}

TEST_CASE("a_byte_mask_picks_the_bytes_of_each_sixteen_that_are_copied") {
  // Bytes 4 to 7 of each 16: word 1 of each four.
  const auto outcome = run(R"(
    st.shared.v4.u32 [tile], {90, 91, 92, 93};
    st.shared.v4.u32 [tile+16], {94, 95, 96, 97};
    mov.b16 %rs1, 0xF0;
    cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [tile], 32, %rs1;
)",
                           1);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(std::vector<uint32_t>(outcome.in.begin(), outcome.in.begin() + 8) ==
        std::vector<uint32_t>{0, 91, 2, 3, 4, 95, 6, 7});
}

TEST_CASE("red_async_combines_with_what_is_there") {
  const auto outcome = run(R"(
    mbarrier.init.shared.b64 [barrier], 1;
    st.shared.u32 [tile], 12;
    barrier.cluster.arrive;
    barrier.cluster.wait;
    mbarrier.arrive.expect_tx.shared.b64 %rd4, [barrier], 4;
    red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.xor.b32 [%r2], 10, [%r3];
  again:
    mbarrier.try_wait.parity.shared.b64 %p4, [barrier], 0;
    @!%p4 bra again;
    ld.shared.u32 %r5, [tile];
    st.global.u32 [%rd2], %r5;
    barrier.cluster.arrive;
    barrier.cluster.wait;
)",
                           1, 2);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out[0] == 6);
}
