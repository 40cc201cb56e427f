#include "ptx/constants.h"

#include "doctest/doctest.h"
#include "parsing.h"

namespace {

using namespace gtl::ptx;

int64_t integer(const char* text) {
  Cursor cursor(tokenize(text));
  const auto value = parse_integer(cursor, "the value");
  INFO(text);
  REQUIRE(value.has_value());
  CHECK(cursor.at_end());
  return *value;
}

bool refused(const char* text) {
  Cursor cursor(tokenize(text));
  return !parse_constant(cursor).has_value() && cursor.error().has_value();
}

}  // namespace

TEST_CASE("integers_are_read_in_all_four_bases") {
  CHECK(integer("12") == 12);
  CHECK(integer("0x1f") == 31);
  CHECK(integer("017") == 15);
  CHECK(integer("0b101") == 5);
  CHECK(integer("0") == 0);
}

TEST_CASE("an_integer_that_needs_64_bits_is_unsigned") {
  const auto value = parse_number("0xFFFFFFFFFFFFFFFF");
  REQUIRE(value.has_value());
  CHECK(std::get<IntegerImmediate>(*value).is_unsigned);
  CHECK(std::get<IntegerImmediate>(*value).value == -1);
  CHECK(std::get<IntegerImmediate>(*parse_number("7U")).is_unsigned);
  CHECK_FALSE(std::get<IntegerImmediate>(*parse_number("7")).is_unsigned);
}

TEST_CASE("exact_floats_keep_their_bits") {
  CHECK(std::get<FloatImmediate>(*parse_number("0f3F800000")).bits == 0x3F800000);
  CHECK_FALSE(std::get<FloatImmediate>(*parse_number("0f3F800000")).is_double);
  CHECK(std::get<FloatImmediate>(*parse_number("0d3FF0000000000000")).bits == 0x3FF0000000000000);
  CHECK(std::get<FloatImmediate>(*parse_number("1.5")).bits == 0x3FF8000000000000);
  CHECK(std::get<FloatImmediate>(*parse_number("1e2")).bits == 0x4059000000000000);
}

TEST_CASE("a_negated_float_flips_its_sign_bit") {
  Cursor cursor(tokenize("-0f3F800000"));
  CHECK(std::get<FloatImmediate>(*parse_constant(cursor)).bits == 0xBF800000);
}

TEST_CASE("what_is_no_number_is_refused") {
  for (const char* text :
       {"12abc", "0x", "09", "0f3F80", "0dG000000000000000", "18446744073709551616", "0b2"}) {
    INFO(text);
    CHECK(refused(text));
  }
}

TEST_CASE("constant_expressions_follow_the_precedence_of_c") {
  CHECK(integer("1+2*3") == 7);
  CHECK(integer("(1+2)*3") == 9);
  CHECK(integer("1<<4|1") == 17);
  CHECK(integer("10-4-3") == 3);
  CHECK(integer("-7/2") == -3);
  CHECK(integer("-7 % 2") == -1);
  CHECK(integer("~0") == -1);
  CHECK(integer("!5 || 3 > 2 && 1") == 1);
  CHECK(integer("5 > 3 ? 10 : 20") == 10);
  CHECK(integer("(.s64)-1 < 0") == 1);
  CHECK(integer("(.u64)-1 < 0") == 0);
  CHECK(integer("WARP_SZ*2") == 64);
}

TEST_CASE("expressions_without_a_value_are_refused") {
  CHECK(refused("1/0"));
  CHECK(refused("1 % 0"));
  CHECK(refused("1.0+2"));
  CHECK(refused("1+"));
}

TEST_CASE("the_most_negative_integer_divided_by_minus_one_wraps") {
  CHECK(integer("(-9223372036854775807-1)/-1") == INT64_MIN);
}

TEST_CASE("a_hundred_thousand_parentheses_are_refused_not_a_crash") {
  CHECK(refused(std::string(100000, '(').c_str()));
  CHECK(refused(std::string(100000, '-').c_str()));
}
