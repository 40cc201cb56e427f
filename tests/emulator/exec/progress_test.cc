// Telling threads that wait for ever from threads that wait.
#include <algorithm>
#include <memory>

#include "exec/launch.h"
#include "outcome.h"

using gtl::exec::BlockRunner;
using gtl::exec::FaultKind;
using gtl::exec::RunState;
using gtl::test::Device;

namespace {

/// One block of one warp, with a word of global memory that holds 0.
struct Scene {
  explicit Scene(const std::string& body)
      : device(gtl::test::kernel_of("mov.u32 %r2, 0;\n", body)) {
    REQUIRE(device.decode_error() == "");
    word = device.upload(std::vector<uint32_t>{0});
    launch.program = &device.program();
    launch.kernel = uint32_t(device.program().find_kernel("k"));
    launch.block.x = 32;
    launch.memory = &device.memory();
    launch.parameters.resize(8);
    std::copy_n(reinterpret_cast<const std::byte*>(&word), 8, launch.parameters.begin());
    runner = std::make_unique<BlockRunner>(launch, nullptr);
    runner->start(0);
  }
  /// Whether a state recurs within a few turns, and nothing had an effect since.
  bool goes_round() {
    // Lanes that wait for others of their warp are let go after a while: that has to be over.
    for (int turn = 0; turn < 8; ++turn) REQUIRE(runner->run(1000) == RunState::Suspended);
    const uint64_t reference = runner->state_hash(), effects = runner->effects();
    for (int turn = 0; turn < 20; ++turn) {
      if (runner->run(1000) != RunState::Suspended) return false;
      if (runner->state_hash() == reference) return runner->effects() == effects;
    }
    return false;
  }

  Device device;
  uint64_t word = 0;
  gtl::exec::Launch launch;
  std::unique_ptr<BlockRunner> runner;
};

}  // namespace

TEST_CASE("a_wait_for_a_flag_that_stays_goes_round") {
  CHECK(Scene("again:\n ld.volatile.global.u32 %r3, [%rd1];\n setp.eq.u32 %p1, %r3, 0;\n"
              "@%p1 bra again;\n")
            .goes_round());
}

TEST_CASE("a_lock_that_stays_taken_goes_round") {
  CHECK(Scene("st.global.u32 [%rd1], 1;\n again:\n atom.global.cas.b32 %r3, [%rd1], 0, 1;\n"
              "setp.ne.u32 %p1, %r3, 0;\n @%p1 bra again;\n")
            .goes_round());
}

TEST_CASE("one_lane_that_waits_while_the_others_stand_at_a_barrier_goes_round") {
  CHECK(Scene("setp.ne.u32 %p2, %r1, 0;\n @%p2 bra meet;\n again:\n"
              "ld.acquire.gpu.global.u32 %r3, [%rd1];\n setp.eq.u32 %p1, %r3, 0;\n"
              "@%p1 bra again;\n meet:\n bar.sync 0;\n")
            .goes_round());
}

TEST_CASE("a_wait_that_counts_does_not") {
  CHECK_FALSE(Scene("again:\n ld.volatile.global.u32 %r3, [%rd1];\n add.u32 %r2, %r2, 1;\n"
                    "setp.eq.u32 %p1, %r3, 0;\n @%p1 bra again;\n")
                  .goes_round());
}

TEST_CASE("a_wait_that_looks_at_the_clock_does_not") {
  CHECK_FALSE(Scene("again:\n mov.u32 %r4, %clock;\n mov.u32 %r4, 0;\n"
                    "ld.volatile.global.u32 %r3, [%rd1];\n setp.eq.u32 %p1, %r3, 0;\n"
                    "@%p1 bra again;\n")
                  .goes_round());
}

TEST_CASE("a_loop_that_changes_memory_does_not") {
  for (const char* change :
       {"st.global.u32 [%rd1], 0;\n", "atom.global.add.u32 %r4, [%rd1], 1;\n mov.u32 %r4, 0;\n",
        "red.shared.xor.b32 [word], 1;\n", "st.shared.u32 [word], %r2;\n"}) {
    CAPTURE(change);
    CHECK_FALSE(
        Scene(std::string("again:\n") + change + "setp.eq.u32 %p1, %r2, 0;\n @%p1 bra again;\n")
            .goes_round());
  }
}

TEST_CASE("an_atomic_that_changes_nothing_is_no_effect") {
  CHECK(Scene("again:\n atom.global.or.b32 %r3, [%rd1], 0;\n setp.eq.u32 %p1, %r3, 0;\n"
              "@%p1 bra again;\n")
            .goes_round());
}

TEST_CASE("a_runner_is_stopped_where_it_stands") {
  Scene scene(
      ".loc 1 5 1\n again:\n ld.volatile.global.u32 %r3, [%rd1];\n .loc 1 6 1\n"
      "setp.eq.u32 %p1, %r3, 0;\n @%p1 bra again;\n");
  REQUIRE(scene.runner->run(1000) == RunState::Suspended);
  scene.runner->stop(FaultKind::InstructionLimit);
  const auto& fault = scene.runner->fault();
  CHECK(fault.kind == FaultKind::InstructionLimit);
  CHECK(fault.lanes == 0xFFFF'FFFF);
  CHECK(fault.detail.starts_with("warp 0, lanes 0-31 run at kernel.cu:"));
}
