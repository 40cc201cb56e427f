#include "parsing.h"

using namespace gtl::ptx;
using namespace gtl::ptx::test;

TEST_CASE("parameters_of_both_compilers_are_understood") {
  const Module module = parse_module(R"(
.visible .entry k(
	.param .u64 k_param_0,
	.param .u64 .ptr .align 1 k_param_1,
	.param .u64 .ptr .global .align 16 k_param_2,
	.param .align 8 .b8 k_param_3[24]
)
.maxntid 256, 1, 1
.minnctapersm 2
{ ret; })");
  REQUIRE(module.functions.size() == 1);
  const Function& kernel = module.functions[0];
  CHECK(kernel.is_entry);
  CHECK(kernel.is_visible);
  CHECK(kernel.has_body);
  REQUIRE(kernel.parameters.size() == 4);
  CHECK(kernel.parameters[1].pointer_alignment == 1);
  CHECK(kernel.parameters[2].pointer_space == "global");
  CHECK(kernel.parameters[2].pointer_alignment == 16);
  CHECK(kernel.parameters[3].dimensions == std::vector<uint64_t>{24});
  REQUIRE(kernel.directives.size() == 2);
  CHECK(kernel.directives[0].first == "maxntid");
  CHECK(kernel.directives[0].second == std::vector<uint64_t>{256, 1, 1});
  CHECK(kernel.directives[1].second == std::vector<uint64_t>{2});
}

TEST_CASE("a_declaration_without_a_body_is_a_function") {
  const Module module = parse_module(R"(
.extern .func  (.param .b32 func_retval0) vprintf
(
	.param .b64 vprintf_param_0,
	.param .b64 vprintf_param_1
)
;
.extern .func stop (.param .b64 a) .noreturn;)");
  REQUIRE(module.functions.size() == 2);
  CHECK(module.functions[0].is_external);
  CHECK_FALSE(module.functions[0].has_body);
  CHECK(module.functions[0].returns.size() == 1);
  CHECK(module.functions[0].parameters.size() == 2);
  CHECK(module.functions[1].is_noreturn);
}

TEST_CASE("scopes_labels_and_tables_become_statements") {
  const auto statements = parse_body(R"(
	{ // callseq 5, 0
	.param .b32 param0;
	prototype_5 : .callprototype (.param .b32 _) _ (.param .b32 _, .param .align 8 .b8 _[16]);
	} // callseq 5
$L__BB0_1:
$L_brx_0: .branchtargets
	$L__BB0_1,
	$L__BB0_2;
fs: .calltargets f, g;
	.pragma "nounroll";
	.shared .align 4 .b8 st[128];)");
  REQUIRE(statements.size() == 5);
  const auto& scope = std::get<Block>(statements[0].value);
  REQUIRE(scope.statements.size() == 2);
  CHECK(std::get<Variable>(scope.statements[0].value).space == Space::Param);
  const auto& prototype = std::get<CallPrototype>(scope.statements[1].value);
  CHECK(prototype.name == "prototype_5");
  CHECK(prototype.returns.size() == 1);
  CHECK(prototype.parameters.size() == 2);
  CHECK(std::get<Label>(statements[1].value).name == "$L__BB0_1");
  const auto& branches = std::get<TargetList>(statements[2].value);
  CHECK(branches.targets == std::vector<std::string>{"$L__BB0_1", "$L__BB0_2"});
  CHECK_FALSE(branches.is_call);
  CHECK(std::get<TargetList>(statements[3].value).is_call);
  CHECK(std::get<Variable>(statements[4].value).name == "st");
}

TEST_CASE("the_used_bytes_are_those_of_the_next_instruction") {
  const auto statements = parse_body(R"(
	.pragma "used_bytes_mask 65521";
	.pragma "nounroll";
	ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd7];
	ld.global.u32 %r6, [%rd7];
	.pragma "used_bytes_mask 0x0F";
	ld.global.u64 %rd8, [%rd7];)");
  REQUIRE(statements.size() == 3);
  CHECK(std::get<Instruction>(statements[0].value).used_bytes == 0xFFF1);
  CHECK(std::get<Instruction>(statements[1].value).used_bytes == ~0u);
  CHECK(std::get<Instruction>(statements[2].value).used_bytes == 0x0F);
}

TEST_CASE("a_scope_within_a_scope_within_a_scope_has_an_end") {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "{";
  CHECK(parse_error(".entry k()" + text).what == "scopes '{' nest too deeply");
}

TEST_CASE("a_body_that_is_cut_off_says_so") {
  const gtl::Error error = parse_error(".entry k()\n{\nret;\n");
  CHECK(error.what == "expected '}': is the PTX text cut off?, found the end of the text");
  CHECK(error.where == "PTX line 7");
}
