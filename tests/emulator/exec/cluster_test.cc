// Thread block clusters: special registers, distributed shared memory, the barrier of the cluster.
#include <map>
#include <vector>

#include "outcome.h"

using gtl::exec::FaultKind;
using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::Outcome;

namespace {

/// The body finds its place in the output in %rd2: 4 bytes a thread of the grid.
constexpr const char* kPrelude = R"(
  mov.u32 %r2, %ctaid.x;
  mov.u32 %r3, %ctaid.y;
  mov.u32 %r4, %nctaid.x;
  mad.lo.u32 %r5, %r3, %r4, %r2;
  mov.u32 %r6, %ntid.x;
  mad.lo.u32 %r7, %r5, %r6, %r1;
  mul.wide.u32 %rd3, %r7, 4;
  add.s64 %rd2, %rd1, %rd3;
  mov.u32 %r8, %cluster_ctarank;
)";

std::string kernel(const std::string& body) { return gtl::test::kernel_of(kPrelude, body); }

Outcome run(const std::string& body, const Device::Options& options) {
  return gtl::test::run_kernel(kernel(body), options);
}

/// Two clusters of two blocks of one warp.
Device::Options pairs() {
  Device::Options options;
  options.grid.x = 4;
  options.block.x = 32;
  options.cluster.x = 2;
  return options;
}

}  // namespace

TEST_CASE("special_registers_name_the_cluster_and_the_block_in_it") {
  Device::Options options;
  options.grid = {4, 2, 1};
  options.cluster = {2, 2, 1};
  auto value_of = [&](const std::string& name) {
    const auto outcome = run("mov.u32 %r9, " + name + ";\n st.global.u32 [%rd2], %r9;\n", options);
    REQUIRE(outcome.state == RunState::Finished);
    return outcome.out;
  };
  // The grid, row by row: blocks 0 1 | 2 3 over 4 5 | 6 7 are two clusters.
  using Values = std::vector<uint32_t>;
  CHECK(value_of("%clusterid.x") == Values{0, 0, 1, 1, 0, 0, 1, 1});
  CHECK(value_of("%clusterid.y") == Values(8, 0));
  CHECK(value_of("%nclusterid.x") == Values(8, 2));
  CHECK(value_of("%nclusterid.y") == Values(8, 1));
  CHECK(value_of("%cluster_ctaid.x") == Values{0, 1, 0, 1, 0, 1, 0, 1});
  CHECK(value_of("%cluster_ctaid.y") == Values{0, 0, 0, 0, 1, 1, 1, 1});
  CHECK(value_of("%cluster_nctaid.y") == Values(8, 2));
  CHECK(value_of("%cluster_ctarank") == Values{0, 1, 0, 1, 2, 3, 2, 3});
  CHECK(value_of("%cluster_nctarank") == Values(8, 4));
}

TEST_CASE("is_explicit_cluster_tells_a_cluster_launch") {
  const std::string body =
      "mov.pred %p1, %is_explicit_cluster;\n selp.u32 %r9, 1, 0, %p1;\n st.global.u32 [%rd2], "
      "%r9;\n";
  CHECK(run(body, pairs()).out[0] == 1);
  CHECK(run(body, {}).out[0] == 0);
}

TEST_CASE("mapa_leads_to_the_shared_memory_of_another_block") {
  // Each block leaves 100 + its index; each reads its neighbour's.
  const std::string leave = R"(
    add.u32 %r9, %r5, 100;
    st.shared.u32 [word+4], %r9;
    barrier.cluster.arrive.release.aligned;
    barrier.cluster.wait.acquire.aligned;
    xor.b32 %r10, %r8, 1;
  )";
  const std::string meet = R"(
    barrier.cluster.arrive;
    barrier.cluster.wait;
    st.global.u32 [%rd2], %r12;
  )";
  for (const char* read : {
           "mov.u32 %r11, word;\n mapa.shared::cluster.u32 %r11, %r11, %r10;\n"
           "ld.shared::cluster.u32 %r12, [%r11+4];\n",
           "mov.u64 %rd4, word;\n cvta.shared.u64 %rd4, %rd4;\n mapa.u64 %rd4, %rd4, %r10;\n"
           "ld.u32 %r12, [%rd4+4];\n",
           "mapa.shared::cluster.u64 %rd4, word, %r10;\n ld.shared::cluster.u32 %r12, [%rd4+4];\n",
           "mov.u64 %rd4, word;\n mapa.shared::cluster.u64 %rd4, %rd4, %r10;\n"
           "cvta.shared::cluster.u64 %rd4, %rd4;\n ld.u32 %r12, [%rd4+4];\n",
       }) {
    CAPTURE(read);
    const auto outcome = run(leave + read + meet, pairs());
    REQUIRE(outcome.state == RunState::Finished);
    for (uint32_t i = 0; i < 128; ++i) CHECK(outcome.out[i] == 100 + (i / 32 ^ 1));
  }
}

TEST_CASE("lanes_may_touch_several_blocks_at_once") {
  // Lane l of each block adds 1 to word l / 2 of block l % 2: 2 blocks add to each of 32 words.
  const auto outcome = run(R"(
    shl.b32 %r9, %r1, 2;
    mov.u32 %r10, word;
    add.u32 %r9, %r10, %r9;
    st.shared.u32 [%r9], 0;
    barrier.cluster.arrive; barrier.cluster.wait;
    and.b32 %r11, %r1, 1;
    shr.u32 %r12, %r1, 1;
    shl.b32 %r12, %r12, 2;
    add.u32 %r12, %r12, %r10;
    mapa.shared::cluster.u32 %r12, %r12, %r11;
    red.relaxed.cluster.shared::cluster.add.u32 [%r12], 1;
    barrier.cluster.arrive; barrier.cluster.wait;
    ld.shared.u32 %r13, [%r9];
    st.global.u32 [%rd2], %r13;
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t i = 0; i < 128; ++i) CHECK(outcome.out[i] == (i % 32 < 16 ? 2 : 0));
}

TEST_CASE("an_own_address_is_the_clusters_address_of_the_same_place") {
  // Generic addresses of own shared memory differ from block to block, and the rank is in them.
  const auto outcome = run(R"(
    mov.u32 %r9, word;
    mapa.shared::cluster.u32 %r10, %r9, %r8;
    setp.eq.u32 %p1, %r9, %r10;
    getctarank.shared::cluster.u32 %r11, %r9;
    setp.eq.and.u32 %p1, %r11, %r8, %p1;
    mov.u64 %rd4, word;
    cvta.shared.u64 %rd4, %rd4;
    getctarank.u64 %r12, %rd4;
    setp.eq.and.u32 %p1, %r12, %r8, %p1;
    isspacep.shared %p2, %rd4;
    isspacep.shared::cluster %p3, %rd4;
    and.pred %p1, %p1, %p2;
    and.pred %p1, %p1, %p3;
    xor.b32 %r13, %r8, 1;
    mapa.u64 %rd4, %rd4, %r13;
    isspacep.shared::cta %p2, %rd4;
    isspacep.shared::cluster %p3, %rd4;
    not.pred %p2, %p2;
    and.pred %p1, %p1, %p2;
    and.pred %p1, %p1, %p3;
    selp.u32 %r12, 1, 0, %p1;
    st.global.u32 [%rd2], %r12;
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out == std::vector<uint32_t>(128, 1));
}

TEST_CASE("arriving_does_not_wait_and_exited_threads_are_not_waited_for") {
  // Threads 0-15 of odd blocks leave at once, 16-31 arrive and leave; the rest arrive, work, wait.
  const auto outcome = run(R"(
    and.b32 %r9, %r8, 1;
    setp.eq.u32 %p1, %r9, 1;
    setp.lt.u32 %p2, %r1, 16;
    and.pred %p3, %p1, %p2;
    @%p3 exit;
    barrier.cluster.arrive.relaxed;
    @%p1 exit;
    st.global.u32 [%rd2], 1;
    barrier.cluster.wait;
    st.global.u32 [%rd2], 2;
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Finished);
  for (uint32_t i = 0; i < 128; ++i) CHECK(outcome.out[i] == (i / 32 % 2 == 1 ? 0 : 2));
}

TEST_CASE("the_barrier_of_the_cluster_opens_again_and_again") {
  // Block 0 of the cluster counts up in block 1's memory and the other way round, 50 times.
  const auto outcome = run(R"(
    mov.u32 %r9, word;
    st.shared.u32 [word], 0;
    xor.b32 %r10, %r8, 1;
    mapa.shared::cluster.u32 %r11, %r9, %r10;
    mov.u32 %r12, 0;
    barrier.cluster.arrive; barrier.cluster.wait;
  again:
    ld.shared::cluster.u32 %r13, [%r11];
    barrier.cluster.arrive; barrier.cluster.wait;
    add.u32 %r13, %r13, 1;
    st.shared::cluster.u32 [%r11], %r13;
    barrier.cluster.arrive; barrier.cluster.wait;
    add.u32 %r12, %r12, 1;
    setp.lt.u32 %p1, %r12, 50;
    @%p1 bra again;
    ld.shared.u32 %r14, [word];
    st.global.u32 [%rd2], %r14;
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(outcome.out == std::vector<uint32_t>(128, 50));
}

TEST_CASE("shared_memory_of_a_block_that_has_ended_is_gone") {
  const auto outcome = run(R"(
    .loc 1 5 1
    setp.eq.u32 %p1, %r8, 0;
    @%p1 exit;
    mov.u32 %r9, word;
    mapa.shared::cluster.u32 %r11, %r9, 0;
    .loc 1 7 1
    ld.shared::cluster.u32 %r12, [%r11];
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::NotInCluster);
  CHECK(outcome.fault.space == gtl::memory::Space::Shared);
  CHECK(outcome.line == "kernel.cu:7");
  CHECK(outcome.fault.detail.find("rank 0 in the cluster has ended") != std::string::npos);
}

TEST_CASE("an_address_beyond_the_other_blocks_shared_memory_is_out_of_bounds") {
  const auto outcome = run(R"(
    mov.u32 %r9, word;
    mapa.shared::cluster.u32 %r11, %r9, 1;
    ld.shared::cluster.u32 %r12, [%r11+256];
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::OutOfBounds);
  CHECK(outcome.fault.address[0] == 256);
  CHECK(outcome.fault.space_size == 256);
  CHECK(outcome.fault.shared_block == 1);
}

TEST_CASE("an_address_of_a_rank_that_the_cluster_does_not_have_is_out_of_bounds") {
  const auto outcome = run(R"(
    mov.u32 %r9, word;
    mapa.shared::cluster.u32 %r11, %r9, 2;
    ld.shared::cluster.u32 %r12, [%r11];
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::NotInCluster);
  CHECK(outcome.fault.detail == "The address names block 2 of the cluster, which has 2 blocks");
}

TEST_CASE("another_blocks_address_is_out_of_bounds_for_an_access_to_the_own_block") {
  const auto outcome = run(R"(
    mov.u32 %r9, word;
    xor.b32 %r10, %r8, 1;
    mapa.shared::cluster.u32 %r11, %r9, %r10;
    ld.shared::cta.u32 %r12, [%r11];
)",
                           pairs());
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::OutOfBounds);
  CHECK(outcome.fault.detail.find("belongs to the block of rank 1") != std::string::npos);
}

TEST_CASE("waiting_without_arriving_and_arriving_twice_are_misuse") {
  CHECK(run("barrier.cluster.wait;\n", pairs()).fault.kind == FaultKind::BarrierMisuse);
  CHECK(run("barrier.cluster.arrive;\n barrier.cluster.arrive;\n", pairs()).fault.kind ==
        FaultKind::BarrierMisuse);
}

TEST_CASE("a_cluster_whose_blocks_wait_for_each_other_in_vain_is_a_deadlock_with_its_lines") {
  // Block 1 waits at a barrier of the block for threads that wait at the cluster's.
  const auto outcome = run(R"(
    setp.eq.u32 %p1, %r8, 0;
    setp.lt.u32 %p2, %r1, 32;
    or.pred %p1, %p1, %p2;
    .loc 1 8 1
    @%p1 bra meet;
    .loc 1 9 1
    bar.sync 1, 64;
  meet:
    .loc 1 10 1
    barrier.cluster.arrive;
    .loc 1 11 1
    barrier.cluster.wait;
)",
                           [] {
                             Device::Options options = pairs();
                             options.block.x = 64;
                             return options;
                           }());
  REQUIRE(outcome.state == RunState::Faulted);
  CHECK(outcome.fault.kind == FaultKind::Deadlock);
  CHECK(outcome.fault.detail ==
        "block of rank 0, warp 0, lanes 0-31 wait at kernel.cu:11 for the barrier of the cluster "
        "(96 of 128 threads have arrived)\n"
        "block of rank 0, warp 1, lanes 0-31 wait at kernel.cu:11 for the barrier of the cluster "
        "(96 of 128 threads have arrived)\n"
        "block of rank 1, warp 0, lanes 0-31 wait at kernel.cu:11 for the barrier of the cluster "
        "(96 of 128 threads have arrived)\n"
        "block of rank 1, warp 1, lanes 0-31 wait at kernel.cu:9 for barrier 1 (32 of 64 threads "
        "have arrived)\n");
}

TEST_CASE("accesses_to_another_block_are_reported_with_it") {
  struct Counter : gtl::exec::Observer {
    std::map<std::pair<uint64_t, uint64_t>, uint32_t> masks;  // (block, shared_block) → lanes
    int openings = 0;
    void memory(const gtl::exec::MemoryEvent& event) override {
      if (event.space == gtl::memory::Space::Shared)
        masks[{event.block, event.shared_block}] |= event.mask;
    }
    void barrier(const gtl::exec::BarrierEvent& event) override {
      openings += event.barrier == gtl::exec::kClusterBarrier;
    }
  } counter;
  Device::Options options = pairs();
  options.grid.x = 2;
  options.observer = &counter;
  const auto outcome = run(R"(
    and.b32 %r11, %r1, 1;
    mov.u32 %r10, word;
    mapa.shared::cluster.u32 %r12, %r10, %r11;
    red.shared::cluster.add.u32 [%r12], 1;
    barrier.cluster.arrive; barrier.cluster.wait;
)",
                           options);
  REQUIRE(outcome.state == RunState::Finished);
  CHECK(counter.openings == 2);
  CHECK(counter.masks[{0, 0}] == 0x5555'5555);
  CHECK(counter.masks[{0, 1}] == 0xAAAA'AAAA);
  CHECK(counter.masks[{1, 0}] == 0x5555'5555);
  CHECK(counter.masks[{1, 1}] == 0xAAAA'AAAA);
}
