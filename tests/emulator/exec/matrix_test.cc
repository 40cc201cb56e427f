// What the records of single matrix instructions do not show: when results arrive, who must be
// there, what is refused. Sources: PTX ISA 9.7.14 and 9.7.15; counts by hand.
#include <string>

#include "decode/matrix_fragments.h"
#include "device.h"
#include "doctest/doctest.h"

namespace {

using gtl::decode::element_of;
using gtl::decode::Fragment;
using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

/// A kernel of one warpgroup whose A is all ones in registers and whose B is all ones in shared
/// memory: every product of the two is 16. `body` finds d0…d3, all 5.0, and out, the thread's own
/// float.
std::string ones(const std::string& body) {
  return kHead +
         ".visible .entry probe(.param .u64 outputs)\n{\n"
         "  .shared .align 128 .b8 bytes[256];\n"
         "  .reg .b32 t, place, one, d<4>;\n  .reg .b64 out, b;\n  .reg .pred p;\n"
         "  mov.u32 t, %tid.x;\n  ld.param.u64 out, [outputs];\n  mad.wide.u32 out, t, 4, out;\n"
         "  mov.b32 one, 0x3C003C00;\n  setp.lt.u32 p, t, 64;\n  mad.lo.u32 place, t, 4, 0;\n"
         "  @p st.shared.b32 [place], one;\n  bar.sync 0;\n"
         "  mov.b64 b, 0x0000001000080000;\n"  // leading 128 bytes, stride 256
         "  mov.b32 d0, 0x40A00000;\n  mov.b32 d1, d0;\n  mov.b32 d2, d0;\n  mov.b32 d3, d0;\n" +
         body + "  st.global.b32 [out], d0;\n  ret;\n}\n";
}
const std::string kMultiply =
    "  wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {d0, d1, d2, d3}, {one, one, one, one}, "
    "b, 1, 1, "
    "1, 0;\n";
const std::string kCommit = "  wgmma.commit_group.sync.aligned;\n";

float run(const std::string& text) {
  Device device(text);
  REQUIRE(device.decode_error() == "");
  const uint64_t out = device.upload(std::vector<float>(128));
  Device::Options options;
  options.block.x = 128;
  REQUIRE(device.launch("probe", options, out) == RunState::Finished);
  return device.download<float>(out, 128)[77];
}

/// Four warps multiply; thread 0 says that their matrices are free as soon as it has waited itself,
/// and a fifth warp then sets B to zero.
const std::string kReleasedByOne =
    kHead +
    ".visible .entry probe(.param .u64 outputs)\n{\n"
    "  .shared .align 128 .b8 bytes[256];\n  .shared .align 8 .b64 empty;\n"
    "  .reg .b32 t, place, zero, one, d<4>;\n  .reg .b64 out, b, state;\n"
    "  .reg .pred p, first, produces, is_free;\n"
    "  mov.u32 t, %tid.x;\n  ld.param.u64 out, [outputs];\n  mad.wide.u32 out, t, 4, out;\n"
    "  mov.b32 zero, 0;\n  mov.b32 one, 0x3C003C00;\n  setp.lt.u32 p, t, 64;\n"
    "  mad.lo.u32 place, t, 4, 0;\n  @p st.shared.b32 [place], one;\n"
    "  setp.eq.u32 first, t, 0;\n  @first mbarrier.init.shared.b64 [empty], 1;\n"
    "  bar.sync 0;\n  setp.ge.u32 produces, t, 128;\n  @produces bra PRODUCE;\n"
    "  mov.b64 b, 0x0000001000080000;\n"
    "  mov.b32 d0, 0x40A00000;\n  mov.b32 d1, d0;\n  mov.b32 d2, d0;\n  mov.b32 d3, d0;\n" +
    kMultiply + kCommit +
    "  wgmma.wait_group.sync.aligned 0;\n"
    "  @first mbarrier.arrive.shared.b64 state, [empty];\n"
    "  st.global.b32 [out], d0;\n  ret;\n"
    "PRODUCE:\n  mbarrier.try_wait.parity.shared.b64 is_free, [empty], 0;\n"
    "  @!is_free bra PRODUCE;\n"
    "  st.shared.b32 [place+-512], zero;\n  st.shared.b32 [place+-384], zero;\n  ret;\n}\n";

std::string refusal(const std::string& instruction) {
  return Device(kHead + ".visible .entry probe()\n{\n  .reg .b32 r<16>;\n  .reg .b64 x<2>;\n  " +
                instruction + "\n  ret;\n}\n")
      .decode_error();
}

}  // namespace

TEST_CASE("accumulators_of_wgmma_keep_their_old_values_until_the_wait") {
  CHECK(run(ones(kMultiply + kCommit)) == 5);
  CHECK(run(ones(kMultiply + kCommit + "  wgmma.wait_group.sync.aligned 0;\n")) == 21);
}

TEST_CASE("wait_group_leaves_the_latest_groups_under_way") {
  const std::string two = kMultiply + kCommit + kMultiply + kMultiply + kCommit;
  CHECK(run(ones(two + "  wgmma.wait_group.sync.aligned 2;\n")) == 5);
  CHECK(run(ones(two + "  wgmma.wait_group.sync.aligned 1;\n")) == 21);
  CHECK(run(ones(two + "  wgmma.wait_group.sync.aligned 0;\n")) == 53);
}

TEST_CASE("wgmma_that_no_group_holds_is_not_waited_for") {
  CHECK(run(ones(kMultiply + "  wgmma.wait_group.sync.aligned 0;\n")) == 5);
}

TEST_CASE("wgmma_reads_shared_memory_as_late_as_the_wait") {
  const std::string overwrite =
      "  mov.b32 one, 0;\n  bar.sync 0;\n  @p st.shared.b32 [place], one;\n  bar.sync 0;\n";
  CHECK(run(ones(kMultiply + kCommit + overwrite + "  wgmma.wait_group.sync.aligned 0;\n")) == 5);
  // Registers, too, change no earlier than at the warp's own wait, whoever waits first.
  const std::string first_warp_alone =
      kMultiply + kCommit +
      "  setp.ge.u32 p, t, 32;\n  @p bra LATER;\n  wgmma.wait_group.sync.aligned 0;\n"
      "LATER:\n  bar.sync 0;\n";
  CHECK(run(ones(first_warp_alone)) == 5);
  CHECK(run(ones(first_warp_alone + "  @p wgmma.wait_group.sync.aligned 0;\n")) == 21);
}

TEST_CASE("one_warp_s_wait_means_that_all_four_have_read") {
  for (uint64_t seed = 0; seed < 8; ++seed) {
    CAPTURE(seed);
    Device device(kReleasedByOne);
    REQUIRE(device.decode_error() == "");
    const uint64_t out = device.upload(std::vector<float>(160));
    Device::Options options;
    options.block.x = 160;
    options.seed = seed;
    REQUIRE(device.launch("probe", options, out) == RunState::Finished);
    // 5 + 16 products of ones, whichever warp.
    CHECK(device.download<float>(out, 128) == std::vector<float>(128, 21));
  }
}

TEST_CASE("a_warp_that_never_multiplies_holds_up_its_warpgroup") {
  Device device(ones("  setp.ge.u32 p, t, 96;\n  @p bra NEVER;\n" + kMultiply + kCommit +
                     "  wgmma.wait_group.sync.aligned 0;\nNEVER:\n  bar.sync 0;\n"));
  REQUIRE(device.decode_error() == "");
  const uint64_t out = device.upload(std::vector<float>(128));
  Device::Options options;
  options.block.x = 128;
  REQUIRE(device.launch("probe", options, out) == RunState::Faulted);
  CHECK(device.fault().kind == gtl::exec::FaultKind::Deadlock);
  CHECK(device.fault().detail.find("to start and commit the same wgmma") != std::string::npos);
}

TEST_CASE("lanes_that_come_to_mma_on_two_ways_run_it_together") {
  const std::string text =
      kHead +
      ".visible .entry probe(.param .u64 outputs)\n{\n  .reg .b32 t, one, a, d<4>;\n  .reg .b64 "
      "out;\n"
      "  .reg .pred p;\n  mov.u32 t, %tid.x;\n  ld.param.u64 out, [outputs];\n"
      "  mad.wide.u32 out, t, 4, out;\n  mov.b32 one, 0x3C003C00;\n  mov.b32 d0, 0;\n"
      "  setp.lt.u32 p, t, 9;\n  @p bra few;\n  mov.b32 a, one;\n  bra all;\nfew:\n  mov.b32 a, "
      "one;\n"
      "all:\n  mma.sync.aligned.m16n8k8.row.col.f32.f16.f16.f32 {d0, d1, d2, d3}, {a, a}, {one}, "
      "{d0, d0, "
      "d0, d0};\n  st.global.b32 [out], d0;\n  ret;\n}\n";
  CHECK(run(text) == 8);
}

TEST_CASE("a_matrix_instruction_without_its_whole_warp_is_a_fault") {
  Device device(
      kHead +
      ".visible .entry probe()\n{\n  .reg .b32 a, t;\n  .reg .pred p;\n  mov.u32 t, %tid.x;\n"
      "  mov.b32 a, 0;\n  setp.lt.u32 p, t, 30;\n"
      "  @p movmatrix.sync.aligned.m8n8.trans.b16 a, a;\n  ret;\n}\n");
  Device::Options options;
  options.block.x = 32;
  CHECK(device.launch("probe", options) == RunState::Faulted);
  CHECK(device.fault().detail.starts_with(
      "'movmatrix' needs all 32 threads of the warp: 2 are switched off by the instruction's "
      "predicate"));
}

TEST_CASE("what_the_emulator_has_not_got_is_refused_by_name") {
  const std::string scaled = refusal(
      "mma.sync.aligned.m16n8k32.row.col.kind::f8f6f4.f32.e4m3.e4m3.f32 {r0, r1, r2, r3}, {r4, r5, "
      "r6, "
      "r7}, {r8, r9}, {r0, r1, r2, r3};");
  CHECK(scaled.find("(modifier .kind::f8f6f4)") != std::string::npos);
  const std::string sparse = refusal(
      "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16 {r0, r1, r2, r3}, x0, x1, r4, 0, 1, 1, "
      "1, 0, "
      "0;");
  CHECK(sparse.find("sparse matrices are not built yet") != std::string::npos);
  const std::string shape = refusal(
      "mma.sync.aligned.m16n8k4.row.col.f32.f16.f16.f32 {r0, r1, r2, r3}, {r4, r5}, {r6}, {r0, r1, "
      "r2, "
      "r3};");
  CHECK(shape.find("no such shape for these types") != std::string::npos);
}

TEST_CASE("fragments_are_laid_out_as_the_ptx_isa_draws_them") {
  // Lane 5 is in group 1, at place 1.
  const Fragment a{Fragment::Kind::A, 16, 16, 16};
  CHECK(element_of(a, 5, 0, 1).row == 1);
  CHECK(element_of(a, 5, 0, 1).column == 3);
  CHECK(element_of(a, 5, 3, 0).row == 9);
  CHECK(element_of(a, 5, 3, 0).column == 10);
  const Fragment b{Fragment::Kind::B, 32, 8, 8};
  CHECK(element_of(b, 5, 1, 2).row == 22);
  CHECK(element_of(b, 5, 1, 2).column == 1);
  const Fragment d{Fragment::Kind::Accumulator, 16, 64, 32};
  CHECK(element_of(d, 5, 6, 0).row == 9);
  CHECK(element_of(d, 5, 6, 0).column == 10);
}
