// The decoded instruction. Its fields belong to decode/ and exec/; others identify one by index only.
#pragma once

#include <cstdint>

namespace gtl::decode {

struct Instruction {
  uint16_t opcode = 0;
};

}  // namespace gtl::decode
