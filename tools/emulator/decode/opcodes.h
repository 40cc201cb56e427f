// The opcode table as data.
#pragma once

#include <optional>
#include <string>

#include "decode/instruction.h"

namespace gtl::decode {

struct OpcodeRow {
  Opcode opcode;
  const char *name, *mnemonic, *operands, *types, *meaning, *section;
};

const OpcodeRow& row_of(Opcode opcode);

/// The row for an instruction whose first type is `type`. `form` stands for a modifier that the
/// text does not spell: "pack", "clock" … Null when the emulator does not know it.
const OpcodeRow* find_row(const ptx::Instruction& instruction, Type type, const char* form = "");

/// "add.s32": how an instruction is spelled.
std::string spelling(const ptx::Instruction& instruction);

}  // namespace gtl::decode
