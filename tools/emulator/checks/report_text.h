// The words and the layout that all reports share.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "decode/program.h"
#include "exec/launch.h"

namespace gtl::checks {

/// What a check found.
struct Finding {
  const char* check;  ///< "racecheck"
  std::string key;    ///< The same for the same mistake at the same place, in every launch.
  std::string text;   ///< Several lines, each ended.
  /// Functions and instructions that have their part in it.
  std::vector<std::pair<uint32_t, uint32_t>> places;
  bool is_warning = false;  ///< The program is not wrong for it on today's hardware.
  bool is_of_call = false;  ///< Found in a call of the host's, not in a launch.
};

/// Collects the lines of a report, in Compute Sanitizer's layout.
class ReportText {
 public:
  void line(const std::string& text) { text_ += "========= " + text + "\n"; }
  void indented(const std::string& text) { line("    " + text); }
  /// The calls that the compiler resolved, from the instruction's line outwards; often none.
  void inlined(const decode::Program& program, uint32_t function, uint32_t instruction);
  std::string take() { return std::move(text_) + "=========\n"; }

 private:
  std::string text_;
};

/// "1 byte", "4 bytes", "3 more threads"
std::string count(uint64_t number, const std::string& singular);
std::string count(uint64_t number, const std::string& singular, const std::string& plural);
std::string hex(uint64_t number);
std::string mask_text(uint32_t mask);                ///< "0x0000ffff"
std::string lane_ranges(uint32_t mask);              ///< "0-3,7"
std::string parenthesised(const exec::Dim3& index);  ///< "(1,2,3)"

exec::Dim3 block_index(const exec::Launch& launch, uint64_t linear_block);
exec::Dim3 thread_index(const exec::Launch& launch, uint32_t linear_thread);

/// "add(float*, int) in add.cu:12"
std::string place(const decode::Program& program, uint32_t function, uint32_t instruction);

/// "allocation #3 (cudaMalloc), 1024 bytes at 0x20000000000"
std::string described(const memory::Allocation& allocation);

}  // namespace gtl::checks
