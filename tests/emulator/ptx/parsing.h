// Wraps a snippet into the smallest module or function around it, and parses that.
#pragma once

#include <string>

#include "doctest/doctest.h"
#include "ptx/parser.h"

namespace gtl::ptx::test {

inline Module parse_module(const std::string& text) {
  auto result = parse(".version 9.0\n.target sm_90\n.address_size 64\n" + text);
  INFO((result.ok() ? "" : result.error().where + ": " + result.error().what));
  REQUIRE(result.ok());
  return std::move(result.value());
}

inline Error parse_error(const std::string& text) {
  const auto result = parse(".version 9.0\n.target sm_90\n.address_size 64\n" + text);
  REQUIRE_FALSE(result.ok());
  return result.error();
}

/// The statements of the body `{ text }`.
inline std::vector<Statement> parse_body(const std::string& text) {
  Module module = parse_module(".visible .entry k()\n{\n" + text + "\n}\n");
  REQUIRE(module.functions.size() == 1);
  return std::move(module.functions[0].body.statements);
}

/// The last statement of the body, which must be an instruction.
inline Instruction parse_instruction(const std::string& text) {
  const auto statements = parse_body(text);
  REQUIRE_FALSE(statements.empty());
  const auto* instruction = std::get_if<Instruction>(&statements.back().value);
  REQUIRE(instruction != nullptr);
  return *instruction;
}

}  // namespace gtl::ptx::test
