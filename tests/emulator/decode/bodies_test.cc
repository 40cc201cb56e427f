// Bodies are decoded when something reaches them.
#include "decode/bodies.h"

#include "decoded.h"

namespace {

gtl::decode::Program declared(const std::string& text) {
  auto module = gtl::ptx::parse(gtl::test::kHead + text);
  REQUIRE(module.ok());
  return std::move(gtl::decode::declare(std::move(module.value())).value());
}

const std::string kModule = R"(
.func leaf() { ret; }
.func unknown() { .reg .b32 %r<2>; frobnicate.b32 %r1, %r1; frobnicate.b32 %r1, %r1; twiddle %r1; ret; }
.func middle() { call leaf; ret; }
.entry good() { call middle; ret; }
.entry bad() { call unknown; ret; }
.entry pointer() { .reg .b64 %rd<2>; mov.u64 %rd1, unknown; call %rd1, shape; shape: .callprototype _; ret; }
)";

}  // namespace

TEST_CASE("only_what_a_kernel_reaches_is_decoded") {
  auto program = declared(kModule);
  const auto is_decoded = [&](const char* name) {
    return program.functions[size_t(program.find_function(name))].is_decoded;
  };
  CHECK_FALSE(is_decoded("good"));
  CHECK_FALSE(decode_reachable(program, uint32_t(program.find_kernel("good"))).has_value());
  CHECK(is_decoded("good"));
  CHECK(is_decoded("middle"));
  CHECK(is_decoded("leaf"));
  CHECK_FALSE(is_decoded("bad"));
  CHECK_FALSE(is_decoded("unknown"));
}

TEST_CASE("a_kernel_that_reaches_an_unknown_instruction_is_refused_with_all_of_them_counted") {
  auto program = declared(kModule);
  const auto refusal = decode_reachable(program, uint32_t(program.find_kernel("bad")));
  REQUIRE(refusal.has_value());
  CHECK(refusal->what ==
        "the emulator does not know the instruction 'frobnicate.b32', in function 'unknown' (and 1 "
        "more of its instructions)");
  CHECK(refusal->where == "PTX line 6");
  // A second launch is told the same.
  CHECK(decode_reachable(program, uint32_t(program.find_kernel("bad")))->what == refusal->what);
}

TEST_CASE(
    "a_function_reached_by_address_alone_is_decoded_and_refuses_nothing_before_it_is_called") {
  auto program = declared(kModule);
  CHECK_FALSE(decode_reachable(program, uint32_t(program.find_kernel("pointer"))).has_value());
  CHECK(program.functions[size_t(program.find_function("unknown"))].refusals.size() == 2);
}
