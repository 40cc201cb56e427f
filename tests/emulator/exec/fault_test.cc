// Accesses that must not happen: who, where, how much.
#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::AccessKind;
using gtl::exec::FaultKind;
using gtl::exec::RunState;
using gtl::memory::Space;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

std::string kernel(const std::string& body) {
  return kHead + ".file 1 \"kernel.cu\"\n.const .align 4 .b32 fixed = 9;\n" + R"(
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<9>; .reg .b32 %r<30>; .reg .b64 %rd<9>; .reg .f32 %f<9>;
  .shared .align 16 .b32 words[32];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd2, %rd1, %rd3;
  .loc 1 5 3
)" + body +
         "  ret;\n}\n";
}

gtl::exec::Fault fault_of(const std::string& body, uint64_t bytes = 128,
                          std::string* line = nullptr) {
  Device device(kernel(body));
  REQUIRE(device.decode_error() == "");
  const uint64_t d = device.allocate(bytes);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("k", options, d) == RunState::Faulted);
  if (line) *line = device.fault_line();
  return device.fault();
}

}  // namespace

TEST_CASE("a_read_beyond_an_array_names_the_lanes_and_the_line") {
  std::string line;
  const auto fault = fault_of("ld.global.u32 %r2, [%rd2+16];\n", 128, &line);
  CHECK(fault.kind == FaultKind::OutOfBounds);
  CHECK(fault.access == AccessKind::Load);
  CHECK(fault.space == Space::Global);
  CHECK(fault.bytes == 4);
  CHECK(fault.lanes == 0xF000'0000);
  CHECK(fault.address[28] == fault.address[27] + 4);
  CHECK(line == "kernel.cu:5");
}

TEST_CASE("a_vector_that_straddles_the_end_is_out_of_bounds") {
  const auto fault = fault_of("st.global.v2.u32 [%rd1+128], {%r1, %r1};\n", 132);
  CHECK(fault.kind == FaultKind::OutOfBounds);
  CHECK(fault.access == AccessKind::Store);
  CHECK(fault.bytes == 8);
  CHECK(fault.lanes == 0xFFFF'FFFF);
}

TEST_CASE("a_misaligned_vector_names_the_lanes_that_are_misaligned") {
  // 4-byte steps: only every fourth lane is aligned to 16 bytes.
  const auto fault = fault_of("ld.global.v4.f32 {%f1, %f2, %f3, %f4}, [%rd2];\n", 1024);
  CHECK(fault.kind == FaultKind::Misaligned);
  CHECK(fault.bytes == 16);
  CHECK(fault.lanes == 0xEEEE'EEEE);
}

TEST_CASE("shared_memory_has_an_end_too") {
  const auto fault = fault_of("shl.b32 %r2, %r1, 3;\n st.shared.u32 [%r2], %r1;\n");
  CHECK(fault.kind == FaultKind::OutOfBounds);
  CHECK(fault.space == Space::Shared);
  CHECK(fault.space_size == 128);
  CHECK(fault.lanes == 0xFFFF'0000);
  CHECK(fault.address[16] == 128);
}

TEST_CASE("a_null_pointer_is_out_of_bounds") {
  const auto fault = fault_of("mov.u64 %rd4, 0;\n ld.u32 %r2, [%rd4];\n");
  CHECK(fault.kind == FaultKind::OutOfBounds);
  CHECK(fault.lanes == 0xFFFF'FFFF);
}

TEST_CASE("one_lane_far_below_or_above_all_memory_is_found_among_valid_ones") {
  for (const char* address : {"0xFFFFFFFFFFFFFF00", "0x8000000000000000", "0x100"}) {
    for (const char* guard : {"", "@!%p2 "}) {
      const auto fault = fault_of(std::string("setp.eq.u32 %p1, %r1, 5;\n") +
                                  "setp.eq.u32 %p2, %r1, 9;\n" + "selp.b64 %rd2, " + address +
                                  ", %rd2, %p1;\n" + guard + "ld.global.u32 %r2, [%rd2];\n");
      CHECK(fault.kind == FaultKind::OutOfBounds);
      CHECK(fault.lanes == 1u << 5);
    }
  }
}

TEST_CASE("only_active_lanes_are_checked") {
  const auto fault = fault_of("setp.eq.u32 %p1, %r1, 31;\n @%p1 ld.global.u32 %r2, [%rd2+4];\n");
  CHECK(fault.lanes == 0x8000'0000);
}

TEST_CASE("constants_cannot_be_written") {
  const auto fault = fault_of("mov.u64 %rd4, fixed;\n st.global.u32 [%rd4], %r1;\n");
  CHECK(fault.kind == FaultKind::WrongSpace);
}

TEST_CASE("trap_stops_the_grid") {
  const auto fault = fault_of("trap;\n");
  CHECK(fault.kind == FaultKind::Trap);
}

TEST_CASE("an_unknown_instruction_is_named_with_function_and_line") {
  Device device(kernel("frobnicate.u32 %r1, %r2;\n"));
  CHECK(
      device.decode_error() ==
      "kernel.cu:5: the emulator does not know the instruction 'frobnicate.u32', in function 'k'");
}

TEST_CASE("a_modifier_that_means_nothing_to_a_barrier_is_refused_by_name") {
  Device device(kernel("bar.cluster.sync 0;\n"));
  CHECK(device.decode_error() ==
        "kernel.cu:5: the emulator does not know the instruction 'bar.cluster.sync' (modifier "
        ".cluster), in function 'k'");
}

TEST_CASE("waiting_for_earlier_grids_lets_a_kernel_go_on") {
  // PTX ISA 9.7.13, griddepcontrol: without a grid to wait for, both forms do nothing.
  Device device(
      kernel("griddepcontrol.wait;\n st.global.u32 [%rd2], 7;\n"
             "griddepcontrol.launch_dependents;\n"));
  REQUIRE(device.decode_error() == "");
  const uint64_t d = device.allocate(128);
  Device::Options options;
  options.block.x = 32;
  CHECK(device.launch("k", options, d) == RunState::Finished);
  CHECK(device.download<uint32_t>(d, 32) == std::vector<uint32_t>(32, 7));
}

TEST_CASE("a_register_of_the_wrong_width_is_refused") {
  Device device(kernel("add.u32 %r2, %rd1, 1;\n"));
  CHECK(device.decode_error() ==
        "kernel.cu:5: register '%rd1' has 64 bits where 'add.u32' needs 32, in function 'k'");
}
