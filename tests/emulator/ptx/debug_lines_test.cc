#include "parsing.h"

using namespace gtl::ptx;
using namespace gtl::ptx::test;

namespace {

// The manner in which nvcc 13 -lineinfo writes them: places before use, names and files at the end.
constexpr const char* kInlined = R"(
.visible .entry k()
{
	ret;
	.loc	1 23 3
	add.s32 %r1, %r1, 1;
	.loc	1 23 3
	.loc	2 898 13, function_name $L__info_string0, inlined_at 1 23 3
	.loc	2 545 9, function_name $L__info_string1, inlined_at 2 898 13
	add.s32 %r1, %r1, 2;
	.loc	1 0 3
	add.s32 %r1, %r1, 3;
}
.visible .entry l()
{
	add.s32 %r1, %r1, 4;
	.loc	9 1 1
	ret;
}
	.file	1 "program.cu"
	.file	2 "header.h"
	.section	.debug_str
	{
$L__info_string0:
.b8 102
.b8 0
$L__info_string1:
.b8 103, 104
.b8 0
	}
	.section .debug_loc { .b64 $L__tmp0 .b8 1 }
)";

}  // namespace

TEST_CASE("the_inline_chain_leads_from_the_innermost_line_outwards") {
  const Module module = parse_module(kInlined);
  CHECK(module.files == std::vector<std::string>{"", "program.cu", "header.h"});
  const auto& body = module.functions[0].body.statements;
  REQUIRE(body.size() == 4);
  const auto line_of = [&](size_t i) { return std::get<Instruction>(body[i].value).line; };
  CHECK(line_of(0) == -1);
  CHECK(module.lines[line_of(1)].line == 23);
  CHECK(module.lines[line_of(1)].file == 1);
  CHECK(module.lines[line_of(1)].column == 3);
  CHECK(module.lines[line_of(1)].inlined_at == -1);

  const Line& inner = module.lines[line_of(2)];
  CHECK(inner.file == 2);
  CHECK(inner.line == 545);
  CHECK(inner.function == "gh");
  REQUIRE(inner.inlined_at >= 0);
  const Line& middle = module.lines[inner.inlined_at];
  CHECK(middle.line == 898);
  CHECK(middle.function == "f");
  REQUIRE(middle.inlined_at >= 0);
  CHECK(middle.inlined_at == line_of(1));
  CHECK(module.lines[line_of(3)].line == 0);
}

TEST_CASE("a_function_begins_without_a_line_and_an_unknown_file_is_file_0") {
  const Module module = parse_module(kInlined);
  const auto& body = module.functions[1].body.statements;
  CHECK(std::get<Instruction>(body[0].value).line == -1);
  CHECK(module.lines[std::get<Instruction>(body[1].value).line].file == 0);
}

TEST_CASE("a_location_that_was_never_announced_still_ends_the_chain") {
  const Module module = parse_module(
      ".func f { .loc 1 5 1, function_name .debug_str+2, inlined_at 1 9 1\n ret; }"
      ".section .debug_str { .b8 97 .b8 0 .b8 98 .b8 0 }");
  const auto& instruction = std::get<Instruction>(module.functions[0].body.statements[0].value);
  const Line& line = module.lines[instruction.line];
  CHECK(line.function == "b");
  CHECK(module.lines[line.inlined_at].line == 9);
}

TEST_CASE("a_broken_location_is_an_error") {
  CHECK_FALSE(parse_error(".func f { .loc 1 5 }").what.empty());
  CHECK_FALSE(parse_error(".func f { .loc 1 5 1, sideways 2 }").what.empty());
  CHECK_FALSE(parse_error(".file 99999999 \"x\"").what.empty());
  CHECK_FALSE(parse_error(".section .debug_str { .b8 97").what.empty());
}
