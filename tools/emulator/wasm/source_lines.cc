#include "wasm/source_lines.h"

namespace gtl::wasm {
namespace {

/// Instructions are decoded in the order of the text, those of inner scopes where these stand.
void collect(const ptx::Block& block, std::vector<uint32_t>& lines) {
  for (const ptx::Statement& statement : block.statements) {
    if (const auto* instruction = std::get_if<ptx::Instruction>(&statement.value)) {
      lines.push_back(instruction->ptx_line);
    } else if (const auto* inner = std::get_if<ptx::Block>(&statement.value)) {
      collect(*inner, lines);
    }
  }
}

}  // namespace

SourceLines::SourceLines(std::string_view text, const ptx::Module& module) : text_(text) {
  starts_.push_back(0);
  for (size_t i = 0; i < text_.size(); ++i) {
    if (text_[i] == '\n') starts_.push_back(i + 1);
  }
  for (const ptx::Function& function : module.functions) {
    if (function.has_body) collect(function.body, lines_[function.name]);
  }
}

uint32_t SourceLines::line(const std::string& function, uint32_t instruction) const {
  const auto found = lines_.find(function);
  if (found == lines_.end() || instruction >= found->second.size()) return 0;
  return found->second[instruction];
}

std::string_view SourceLines::text(uint32_t line) const {
  if (line == 0 || line > starts_.size()) return {};
  const size_t start = starts_[line - 1];
  const size_t end = line < starts_.size() ? starts_[line] - 1 : text_.size();
  const std::string_view whole = std::string_view(text_).substr(start, end - start);
  const size_t first = whole.find_first_not_of(" \t");
  return first == std::string_view::npos ? std::string_view{} : whole.substr(first);
}

}  // namespace gtl::wasm
