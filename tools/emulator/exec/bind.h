// From an instruction to the function that executes it.
#pragma once

#include "exec/context.h"

namespace gtl::exec {

/// Multiprocessors of the emulated device: an H200's.
constexpr uint32_t kMultiprocessors = 132;

/// Never null: what has no handler faults when it runs, and says so.
Handler bind(const decode::Instruction& instruction);

}  // namespace gtl::exec
