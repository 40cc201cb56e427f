// The words of asynchronous copies and mbarriers, which no other instruction knows.
#pragma once

#include <string_view>

#include "decode/instruction.h"

namespace gtl::decode {

/// Which row of the opcode table an instruction of these families is: "async.bulk.tensor" of cp,
/// "arrive.expect_tx" of mbarrier … Empty for all other instructions.
const char* asynchronous_form(const ptx::Instruction& source);

/// Whether `word` is a modifier that `opcode`'s row or operands take account of.
bool is_asynchronous_word(std::string_view opcode, std::string_view word);

/// Which operand is the cache policy that `.L2::cache_hint` announces; -1: none.
int cache_policy_operand(const ptx::Instruction& source);

/// Arrivals at an mbarrier release and waits acquire, unless the text says otherwise.
void set_default_semantics(Instruction& instruction);

}  // namespace gtl::decode
