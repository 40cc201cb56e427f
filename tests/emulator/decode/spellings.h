// Instructions as they are spelled, with the names of operands replaced by their kinds: `add.s32
// r0, r0, 7`.
#pragma once

#include <set>
#include <string>

#include "ptx/ast.h"

namespace gtl::test {

/// Adds every instruction of the module but branches and calls, whose names stand for places.
void collect_spellings(const ptx::Module& module, std::set<std::string>& spellings);

/// A module of one kernel that holds these instructions; it is not meant to run.
std::string module_of(const std::set<std::string>& spellings);

}  // namespace gtl::test
