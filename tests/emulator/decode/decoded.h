// Decoding PTX text in a test.
#pragma once

#include <string>

#include "decode/program.h"
#include "doctest/doctest.h"
#include "ptx/parser.h"

namespace gtl::test {

inline const std::string kHead = ".version 9.0\n.target sm_90\n.address_size 64\n";

inline Result<decode::Program> decoded(const std::string& text) {
  auto module = ptx::parse(kHead + text);
  if (!module.ok()) return module.error();
  return decode::decode(std::move(module.value()));
}

/// The program, which must be right.
inline decode::Program program_of(const std::string& text) {
  auto program = decoded(text);
  if (!program.ok()) FAIL(program.error().where << ": " << program.error().what);
  return std::move(program.value());
}

inline std::string error_of(const std::string& text) {
  auto program = decoded(text);
  return program.ok() ? "" : program.error().what;
}

}  // namespace gtl::test
