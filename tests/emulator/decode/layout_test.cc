// Where parameters, shared memory and module variables lie.
#include <cstring>

#include "decoded.h"

using gtl::test::error_of;
using gtl::test::program_of;

TEST_CASE("kernel_parameters_are_aligned_one_after_the_other") {
  const auto program = program_of(
      ".entry k(.param .u32 a, .param .u64 b, .param .u8 c, .param .align 16 .b8 d[20]) { ret; }");
  const auto& function = program.functions[0];
  REQUIRE(function.parameters.size() == 4);
  CHECK(function.parameters[1].offset == 8);
  CHECK(function.parameters[2].offset == 16);
  CHECK(function.parameters[3].offset == 32);
  CHECK(function.parameters[3].size == 20);
  CHECK(function.parameter_bytes == 52);
}

TEST_CASE("a_kernel_has_its_own_shared_memory_and_that_of_the_functions_it_calls") {
  const auto program = program_of(R"(
.shared .align 4 .b8 unused[64];
.func helper() { .shared .align 8 .b8 inside[16]; .reg .b32 %r<2>; mov.u32 %r1, inside; ret; }
.entry calls() { .shared .align 4 .b8 own[100]; .reg .b32 %r<2>; mov.u32 %r1, own; call.uni helper; ret; }
.entry alone() { .shared .align 4 .b8 mine[12]; .reg .b32 %r<2>; mov.u32 %r1, mine; ret; }
)");
  CHECK(program.functions[size_t(program.find_kernel("calls"))].static_shared_bytes == 116);
  CHECK(program.functions[size_t(program.find_kernel("alone"))].static_shared_bytes == 12);
}

TEST_CASE("what_no_block_can_have_is_refused_and_never_wraps") {
  // 2^32 bytes and a few more: 32 bits would hold the few.
  CHECK(error_of(".entry k(.param .align 4 .b8 a[4294967296], .param .u32 b) { ret; }") ==
        "the parameters of 'k' take more than 32764 bytes; pass a pointer to what is larger");
  CHECK(error_of(".entry k() { .shared .align 4 .b8 a[4294967296]; .shared .b32 b; ret; }") ==
        "the shared variables of 'k' take more than the 232448 bytes that a block can have; use "
        "smaller tiles");
  CHECK(error_of(".entry k(.param .align 4 .b8 a[32764]) { ret; }") == "");
  CHECK(error_of(".entry k() { .shared .align 4 .b8 a[232448]; ret; }") == "");
}

TEST_CASE("launch_bounds_come_from_directives") {
  const auto program = program_of(".entry k() .maxntid 256, 1, 1 .minnctapersm 2 { ret; }");
  CHECK(program.functions[0].max_threads[0] == 256);
  CHECK(program.functions[0].max_threads[1] == 1);
  CHECK(program.functions[0].min_blocks_per_sm == 2);
}

TEST_CASE("module_variables_are_initialised_and_relocated_at_load") {
  auto program = program_of(R"(
.const .align 4 .f32 factors[2] = {0f3F800000, 0f40000000};
.global .align 4 .u32 numbers[3] = {1, 2};
.global .align 8 .u64 pointer = numbers+4;
.func f() { ret; }
.global .align 8 .u64 table[2] = {0, f};
.entry k() { .reg .b64 %rd<2>; mov.u64 %rd1, numbers; ret; }
)");
  gtl::memory::Memory memory;
  REQUIRE(gtl::decode::load(program, memory).ok());
  auto variable = [&](const std::string& name) -> const gtl::decode::ModuleVariable& {
    for (const auto& candidate : program.variables) {
      if (candidate.name == name) return candidate;
    }
    FAIL("no variable " << name);
    return program.variables[0];
  };
  auto bytes = [&](const std::string& name) {
    return memory.host_bytes(variable(name).address, variable(name).size);
  };
  float factors[2];
  std::memcpy(factors, bytes("factors"), sizeof factors);
  CHECK(factors[1] == 2.0f);
  uint32_t numbers[3];
  std::memcpy(numbers, bytes("numbers"), sizeof numbers);
  CHECK(numbers[1] == 2);
  CHECK(numbers[2] == 0);
  uint64_t pointer;
  std::memcpy(&pointer, bytes("pointer"), sizeof pointer);
  CHECK(pointer == variable("numbers").address + 4);
  uint64_t table[2];
  std::memcpy(table, bytes("table"), sizeof table);
  CHECK(table[1] == gtl::decode::kFunctionBase + 16 * uint64_t(program.find_function("f")));
  // The kernel's own use of the address: a constant of 32 equal lanes.
  const auto& kernel = program.functions[size_t(program.find_kernel("k"))];
  REQUIRE(kernel.address_constants.size() == 1);
  uint64_t lanes[32];
  std::memcpy(lanes,
              reinterpret_cast<const std::byte*>(kernel.constants.data()) +
                  kernel.address_constants[0].offset,
              sizeof lanes);
  CHECK(lanes[0] == variable("numbers").address);
  CHECK(lanes[31] == variable("numbers").address);
}
