// From the modifiers of an instruction, as text, to the fields of the decoded one.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "decode/instruction.h"

namespace gtl::decode {

std::optional<Type> type_named(std::string_view name);

/// Sets what the modifiers of `source` say in `instruction`. Returns the modifier that means
/// nothing to this opcode, or an empty string when all are understood.
std::string apply_modifiers(const ptx::Instruction& source, Instruction& instruction);

}  // namespace gtl::decode
