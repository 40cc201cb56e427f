#include "parsing.h"

using namespace gtl::ptx;
using namespace gtl::ptx::test;

namespace {

const std::string& register_name(const Operand& operand) {
  return std::get<Register>(operand.value).name;
}

}  // namespace

TEST_CASE("a_guarded_vector_load_has_all_its_parts") {
  const auto load = parse_instruction("@!%p1 ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1+-16];");
  CHECK(load.opcode == "ld");
  CHECK(load.modifiers == std::vector<std::string>{"global", "v4", "f32"});
  CHECK(load.guard == "%p1");
  CHECK(load.guard_negated);
  REQUIRE(load.operands.size() == 2);
  const auto& vector = std::get<Vector>(load.operands[0].value);
  REQUIRE(vector.elements.size() == 4);
  CHECK(register_name(vector.elements[0]) == "%f1");
  CHECK(std::holds_alternative<Discard>(vector.elements[1].value));
  const auto& address = std::get<Address>(load.operands[1].value);
  CHECK(std::get<Register>(address.base).name == "%rd1");
  CHECK(address.offset == -16);
}

TEST_CASE("a_paired_destination_has_a_second_name") {
  const auto shuffle = parse_instruction("shfl.sync.bfly.b32\t%r54|%p9, %r53, 3, 31, -1;");
  REQUIRE(shuffle.operands.size() == 5);
  CHECK(register_name(shuffle.operands[0]) == "%r54");
  CHECK(shuffle.operands[0].second_dest == "%p9");
  CHECK(std::get<IntegerImmediate>(shuffle.operands[4].value).value == -1);
}

TEST_CASE("selectors_belong_to_registers_but_tid_x_is_a_name") {
  const auto video = parse_instruction("vadd.s32.s32.s32 %r1, %r2.b0, %r3.h1;");
  CHECK(video.operands[1].selector == "b0");
  CHECK(video.operands[2].selector == "h1");
  const auto move = parse_instruction("mov.u32 %r1, %tid.x;");
  CHECK(register_name(move.operands[1]) == "%tid.x");
  CHECK(move.operands[1].selector.empty());
}

TEST_CASE("negation_is_kept_on_registers_and_folded_into_numbers") {
  const auto select = parse_instruction("and.pred %p1, !%p2, %p3;");
  CHECK(select.operands[1].negated);
  CHECK_FALSE(select.operands[2].negated);
  const auto add = parse_instruction("add.f32 %f1, %f2, -0f3F800000;");
  CHECK(std::get<FloatImmediate>(add.operands[2].value).bits == 0xBF800000);
}

TEST_CASE("addresses_may_be_symbols_numbers_or_have_coordinates") {
  const auto symbol = parse_instruction("ld.param.u64 %rd4, [k_param_3+16];");
  CHECK(std::get<Symbol>(std::get<Address>(symbol.operands[1].value).base).name == "k_param_3");
  CHECK(std::get<Address>(symbol.operands[1].value).offset == 16);
  const auto absolute = parse_instruction("ld.shared.u32 %r1, [64];");
  CHECK(std::get<IntegerImmediate>(std::get<Address>(absolute.operands[1].value).base).value == 64);
  const auto tensor = parse_instruction(
      "cp.async.bulk.tensor.2d.shared::cluster.global.mbarrier::complete_tx::bytes [%r1], [%rd1, "
      "{%r2, %r3}], [%r4];");
  CHECK(tensor.modifiers[4] == "shared::cluster");
  CHECK(tensor.modifiers.back() == "mbarrier::complete_tx::bytes");
  CHECK(std::get<Address>(tensor.operands[1].value).coordinates.size() == 2);
}

TEST_CASE("a_call_keeps_its_lists_apart") {
  const auto call =
      parse_instruction("call (retval0), \n%rd35, \n(\nparam0, param1\n)\n, prototype_5;");
  REQUIRE(call.operands.size() == 4);
  CHECK(std::get<CallList>(call.operands[0].value).elements.size() == 1);
  CHECK(register_name(call.operands[1]) == "%rd35");
  const auto& arguments = std::get<CallList>(call.operands[2].value).elements;
  REQUIRE(arguments.size() == 2);
  CHECK(std::get<Symbol>(arguments[1].value).name == "param1");
  CHECK(std::get<Symbol>(call.operands[3].value).name == "prototype_5");
}

TEST_CASE("a_plain_name_is_a_register_only_where_it_is_declared_so") {
  const auto statements = parse_body(
      "{ .reg .pred p; .reg .b32 r<2>; @p mov.u32 r1, p; mov.u32 %r1, r2; }\nmov.u32 %r1, p+4;");
  const auto& scope = std::get<Block>(statements[0].value).statements;
  const auto& inside = std::get<Instruction>(scope[2].value);
  CHECK(inside.guard == "p");
  CHECK(register_name(inside.operands[0]) == "r1");
  CHECK(register_name(inside.operands[1]) == "p");
  CHECK(std::holds_alternative<Symbol>(std::get<Instruction>(scope[3].value).operands[1].value));
  const auto& outside = std::get<Instruction>(statements[1].value);
  CHECK(std::get<Symbol>(outside.operands[1].value).offset == 4);
}

TEST_CASE("an_inner_variable_hides_an_outer_register") {
  const auto statements =
      parse_body(".reg .b32 a; { .shared .b32 a; mov.u32 %r1, a; } mov.u32 %r1, a;");
  const auto& inside =
      std::get<Instruction>(std::get<Block>(statements[1].value).statements[1].value);
  CHECK(std::holds_alternative<Symbol>(inside.operands[1].value));
  CHECK(std::holds_alternative<Register>(
      std::get<Instruction>(statements[2].value).operands[1].value));
}

TEST_CASE("an_instruction_knows_its_line_of_ptx") {
  CHECK(parse_instruction("\n\nret;").ptx_line == 8);
}

TEST_CASE("errors_say_where_and_what_was_expected") {
  const gtl::Error error = parse_error(".entry k()\n{\nadd.s32 %r1, %r2 %r3;\n}");
  CHECK(error.where == "PTX line 6");
  CHECK(error.what == "expected ';' after the operands of 'add', found '%r3'");
  CHECK(parse_error(".entry k() { ld.u32 %r1, [%rd1; }").what ==
        "expected ']' after an address, found ';'");
}

TEST_CASE("operands_that_nest_without_end_are_refused") {
  std::string text = "mov.b64 %rd1, ";
  text.append(100000, '{');
  CHECK(parse_error(".entry k() {" + text).what == "operands nest too deeply");
}
