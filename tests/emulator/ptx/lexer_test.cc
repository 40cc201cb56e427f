#include "ptx/lexer.h"

#include "doctest/doctest.h"

namespace {

using gtl::ptx::Token;
using gtl::ptx::tokenize;
using gtl::ptx::TokenKind;

bool is(const Token& token, TokenKind kind, std::string_view text) {
  return token.kind == kind && token.text == text;
}

}  // namespace

TEST_CASE("opcode_and_modifiers_are_separate_tokens") {
  const auto tokens = tokenize("ld.shared::cta.v4.f32");
  REQUIRE(tokens.size() == 5);
  CHECK(is(tokens[0], TokenKind::Identifier, "ld"));
  CHECK(is(tokens[1], TokenKind::Dotted, "shared::cta"));
  CHECK(is(tokens[2], TokenKind::Dotted, "v4"));
  CHECK(is(tokens[3], TokenKind::Dotted, "f32"));
  CHECK(tokens[4].kind == TokenKind::End);
}

TEST_CASE("a_modifier_may_begin_with_a_digit") {
  const auto tokens = tokenize("tex.2d.L2::128B.128x256b");
  CHECK(is(tokens[1], TokenKind::Dotted, "2d"));
  CHECK(is(tokens[2], TokenKind::Dotted, "L2::128B"));
  CHECK(is(tokens[3], TokenKind::Dotted, "128x256b"));
}

TEST_CASE("percent_begins_a_name_only_before_a_word") {
  const auto tokens = tokenize("%r1 % 3");
  CHECK(is(tokens[0], TokenKind::Identifier, "%r1"));
  CHECK(is(tokens[1], TokenKind::Punctuation, "%"));
  CHECK(is(tokens[2], TokenKind::Number, "3"));
}

TEST_CASE("comments_and_preprocessor_lines_are_skipped_and_lines_counted") {
  const auto tokens = tokenize("// one\n/* two\nthree */\n# four\nret");
  REQUIRE(tokens.size() == 2);
  CHECK(is(tokens[0], TokenKind::Identifier, "ret"));
  CHECK(tokens[0].line == 5);
}

TEST_CASE("a_name_is_at_the_line_where_it_stands") {
  const auto tokens = tokenize("a\n\r\nb/*\n\n*/c");
  CHECK(tokens[0].line == 1);
  CHECK(tokens[1].line == 3);
  CHECK(tokens[2].line == 5);
}

TEST_CASE("numbers_are_taken_whole") {
  for (std::string_view text :
       {"0x1FU", "0f3F800000", "0d3FF0000000000000", "1.5e-3", "2E+10", "017"}) {
    const auto tokens = tokenize(text);
    REQUIRE(tokens.size() == 2);
    CHECK(is(tokens[0], TokenKind::Number, text));
  }
}

TEST_CASE("minus_after_a_hexadecimal_e_is_an_operator") {
  const auto tokens = tokenize("0xE-1");
  REQUIRE(tokens.size() == 4);
  CHECK(is(tokens[0], TokenKind::Number, "0xE"));
  CHECK(is(tokens[1], TokenKind::Punctuation, "-"));
}

TEST_CASE("what_is_no_token_is_invalid_and_does_not_stop_the_lexer") {
  CHECK(tokenize("\x80 ret")[0].kind == TokenKind::Invalid);
  CHECK(is(tokenize("\x80 ret")[1], TokenKind::Identifier, "ret"));
  CHECK(tokenize("\"open\nret")[0].kind == TokenKind::Invalid);
  CHECK(tokenize("/* open")[0].kind == TokenKind::Invalid);
}

TEST_CASE("a_nul_byte_ends_the_text") {
  const auto tokens = tokenize(std::string_view("ret\0junk", 8));
  CHECK(tokens.size() == 2);
}
