// From an instruction to the function that executes it.
#pragma once

#include <optional>

#include "exec/context.h"

namespace gtl::exec {

/// Multiprocessors of the emulated device: an H200's.
constexpr uint32_t kMultiprocessors = 132;

/// Never null: what has no handler faults when it runs, and says so.
Handler bind(const decode::Instruction& instruction);

/// Why a decoded kernel cannot run: an instruction in it, or in what it calls by name, whose row of
/// the opcode table has no handler for these types and modifiers.
std::optional<Error> unsupported_form(const decode::Program& program, uint32_t kernel);

}  // namespace gtl::exec
