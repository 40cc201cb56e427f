// The PTX text of each decoded instruction, for those who show it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/ast.h"

namespace gtl::wasm {

class SourceLines {
 public:
  SourceLines() = default;
  SourceLines(std::string_view text, const ptx::Module& module);

  /// The line in the PTX text, counted from 1; 0 for the return that closes a function.
  uint32_t line(const std::string& function, uint32_t instruction) const;
  std::string_view text(uint32_t line) const;

 private:
  std::string text_;
  std::vector<size_t> starts_;                          ///< Of each line in text_.
  std::map<std::string, std::vector<uint32_t>> lines_;  ///< By function, then by instruction.
};

}  // namespace gtl::wasm
