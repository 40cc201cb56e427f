// The words and the layout that all reports share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "decode/program.h"
#include "exec/launch.h"

namespace gtl::checks {

/// Collects the lines of a report, in Compute Sanitizer's layout.
class ReportText {
 public:
  void line(const std::string& text) { text_ += "========= " + text + "\n"; }
  void indented(const std::string& text) { line("    " + text); }
  std::string take() { return std::move(text_) + "=========\n"; }

 private:
  std::string text_;
};

/// "1 byte", "4 bytes", "3 more threads"
std::string count(uint64_t number, const std::string& singular);
std::string hex(uint64_t number);
std::string parenthesised(const exec::Dim3& index);  ///< "(1,2,3)"

exec::Dim3 block_index(const exec::Launch& launch, uint64_t linear_block);
exec::Dim3 thread_index(const exec::Launch& launch, uint32_t linear_thread);

/// "add(float*, int) in add.cu:12"
std::string place(const decode::Program& program, uint32_t function, uint32_t instruction);

}  // namespace gtl::checks
