#include "parsing.h"

using namespace gtl::ptx;
using namespace gtl::ptx::test;

namespace {

Variable variable(const std::string& text) {
  const Module module = parse_module(text);
  REQUIRE(module.variables.size() == 1);
  return module.variables[0];
}

int64_t integer(const Initializer& initializer) {
  return std::get<IntegerImmediate>(initializer.value).value;
}

}  // namespace

TEST_CASE("a_global_array_has_its_extent_alignment_and_bytes") {
  const auto table = variable(".global .align 4 .b8 table[16] = {1, 0, 0, 0, 2};");
  CHECK(table.name == "table");
  CHECK(table.space == Space::Global);
  CHECK(table.type == Type::B8);
  CHECK(table.alignment == 4);
  CHECK(table.dimensions == std::vector<uint64_t>{16});
  REQUIRE(table.initializers.size() == 5);
  CHECK(integer(table.initializers[4]) == 2);
}

TEST_CASE("an_initialiser_may_be_an_address_with_an_offset") {
  const auto pointers = variable(".global .u64 p[3] = {generic(table)+8, _Z2f1i, table+4};");
  REQUIRE(pointers.initializers.size() == 3);
  CHECK(pointers.initializers[0].generic);
  CHECK(std::get<Symbol>(pointers.initializers[0].value).name == "table");
  CHECK(std::get<Symbol>(pointers.initializers[0].value).offset == 8);
  CHECK_FALSE(pointers.initializers[1].generic);
  CHECK(std::get<Symbol>(pointers.initializers[1].value).name == "_Z2f1i");
  CHECK(std::get<Symbol>(pointers.initializers[2].value).offset == 4);
}

TEST_CASE("a_masked_address_keeps_its_mask") {
  const auto bytes = variable(
      ".global .align 1 .b8 packed[9] = {7, 0xFF(generic(table)), 0xFF00(generic(table)+2)};");
  CHECK(bytes.initializers[0].mask == 0);
  CHECK(bytes.initializers[1].mask == 0xFF);
  CHECK(bytes.initializers[2].mask == 0xFF00);
  CHECK(std::get<Symbol>(bytes.initializers[2].value).offset == 2);
}

TEST_CASE("a_short_inner_row_is_filled_up_with_zeros") {
  const auto matrix = variable(".global .s32 m[2][3] = {{1}, {2, 3}};");
  REQUIRE(matrix.initializers.size() == 6);
  const int64_t expected[] = {1, 0, 0, 2, 3, 0};
  for (int i = 0; i < 6; ++i) CHECK(integer(matrix.initializers[i]) == expected[i]);
}

TEST_CASE("more_initialisers_than_elements_are_refused") {
  CHECK(parse_error(".global .s32 m[2] = {1, 2, 3};").what ==
        "m has more initialisers than elements");
}

TEST_CASE("a_row_too_large_to_fill_is_refused") {
  CHECK(parse_error(".global .b8 m[2][1000000000] = {{1}, {2}};").what ==
        "the initialiser of m is too large");
}

TEST_CASE("managed_and_extern_variables_say_so") {
  CHECK(variable(".global .attribute(.managed) .align 4 .u32 m;").is_managed);
  const auto dynamic = variable(".extern .shared .align 16 .b8 sm[];");
  CHECK(dynamic.is_external);
  CHECK(dynamic.space == Space::Shared);
  CHECK(dynamic.dimensions == std::vector<uint64_t>{0});
  CHECK(variable(".visible .const .v4 .f32 c = {1.0, 2.0, 3.0, 4.0};").vector == 4);
  CHECK(variable(".common .global .f32 c;").is_common);
}

TEST_CASE("several_names_share_one_declaration") {
  const Module module = parse_module(".global .u32 a, b[2], c = 5;");
  REQUIRE(module.variables.size() == 3);
  CHECK(module.variables[1].dimensions.size() == 1);
  CHECK(module.variables[2].initializers.size() == 1);
}

TEST_CASE("registers_come_as_ranges_or_single") {
  const auto statements =
      parse_body(".reg .b32 %r<12>;\n.reg .b64 %SP, %x<3>;\n.reg .v2 .f32 pair;");
  REQUIRE(statements.size() == 4);
  const auto& range = std::get<RegisterDeclaration>(statements[0].value);
  CHECK(range.name == "%r");
  CHECK(range.count == 12);
  CHECK(std::get<RegisterDeclaration>(statements[1].value).count == 0);
  CHECK(std::get<RegisterDeclaration>(statements[2].value).count == 3);
  CHECK(std::get<RegisterDeclaration>(statements[3].value).vector == 2);
}

TEST_CASE("absurd_numbers_are_refused") {
  CHECK(parse_error(".global .b8 m[99999999999999999999];").where == "PTX line 4");
  CHECK_FALSE(parse_error(".global .b8 m[1099511627776][1099511627776];").what.empty());
  CHECK(parse_error(".global .align 3 .b8 m;").what == "an alignment must be a power of two");
  CHECK_FALSE(parse_error(".global .b8 m[-1];").what.empty());
}
