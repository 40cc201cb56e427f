// Instructions that stand for one statement of the reader's: the compiler unrolls loops.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <tuple>

#include "decode/program.h"

namespace gtl::checks {

class SameLine {
 public:
  explicit SameLine(const decode::Program& program) : program_(program) {}

  /// The first instruction asked for that does the same in the same line of the same function, and
  /// came there by the same inlined calls. Without -lineinfo, the instruction itself.
  uint32_t first(uint32_t function, uint32_t instruction);

 private:
  const decode::Program& program_;
  std::map<std::tuple<uint32_t, decode::Opcode, std::string>, uint32_t> first_;
};

}  // namespace gtl::checks
