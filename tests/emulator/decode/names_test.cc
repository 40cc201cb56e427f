// Names, scopes and what is refused.
#include "decoded.h"

using gtl::test::error_of;
using gtl::test::program_of;

TEST_CASE("names_of_an_inner_scope_hide_those_outside") {
  const auto program = program_of(R"(
.entry k()
{
  .reg .b32 %r<3>;
  mov.u32 %r1, 1;
  { .reg .b64 %r1; mov.u64 %r1, 2; }
  mov.u32 %r2, %r1;
  ret;
}
)");
  const auto& code = program.functions[0].instructions;
  CHECK(code[2].operands[1].bits == code[0].operands[0].bits);
  CHECK(code[1].operands[0].bits != code[0].operands[0].bits);
}

TEST_CASE("equal_immediates_share_one_constant") {
  const auto program =
      program_of(".entry k() { .reg .b32 %r<4>; add.u32 %r1, %r2, 7; add.u32 %r3, %r1, 7; ret; }");
  const auto& code = program.functions[0].instructions;
  CHECK(code[0].operands[2].bits == code[1].operands[2].bits);
  CHECK(program.functions[0].constants.size() == 2);  // 32 lanes of 4 bytes
}

TEST_CASE("what_is_not_declared_is_named") {
  CHECK(error_of(".entry k() { .reg .b32 %r<2>; mov.u32 %r1, nothing; ret; }") ==
        "'nothing' is not declared, in function 'k'");
  CHECK(error_of(".entry k() { bra nowhere; }") == "there is no label 'nowhere', in function 'k'");
  CHECK(error_of(".entry k() { .reg .b32 %r<2>; mov.u32 %r1, %bogus; ret; }") ==
        "'%bogus' is neither declared nor a special register, in function 'k'");
}

TEST_CASE("an_unknown_modifier_is_named") {
  CHECK(error_of(".entry k() { .reg .b32 %r<2>; add.sideways.u32 %r1, %r1, 1; ret; }") ==
        "the emulator does not know the instruction 'add.sideways.u32' (modifier .sideways), in "
        "function 'k'");
}

TEST_CASE("forms_that_the_operands_tell_apart_are_not_spelled") {
  auto kernel = [](const std::string& name) {
    return ".entry k() { .reg .b32 %r<3>; " + name + " %r1, %r2; ret; }";
  };
  for (const std::string name :
       {"mov.unpack.b32", "mov.arguments.u32", "mov.clock.u32", "cvta.variable.u32"}) {
    CHECK(error_of(kernel(name)).find("does not know the instruction '" + name + "'") !=
          std::string::npos);
  }
  // Words that other instructions have: a mov is a mov.
  for (const std::string name : {"mov.pack.b32", "mov.local.u32"})
    CHECK(program_of(kernel(name)).functions[0].instructions[0].opcode ==
          gtl::decode::Opcode::Move);
}

TEST_CASE("a_function_without_a_body_is_refused_where_it_is_called") {
  CHECK(error_of(".extern .func elsewhere(); .entry k() { call.uni elsewhere; ret; }") ==
        "the function 'elsewhere' has no body here: link the module that defines it, in function "
        "'k'");
}

TEST_CASE("a_kernel_that_launches_kernels_is_refused_as_such") {
  CHECK(error_of(".extern .func __cudaCDP2LaunchDeviceV2();\n"
                 ".entry k() { call.uni __cudaCDP2LaunchDeviceV2; ret; }") ==
        "the call of '__cudaCDP2LaunchDeviceV2' is dynamic parallelism, which the emulator does "
        "not do: launch from the host what the kernel launches, copies or waits for, in function "
        "'k'");
}
