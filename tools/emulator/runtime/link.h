// Joins the PTX of several source files (nvcc -rdc=true) into one module, as nvlink does with
// machine code.
#pragma once

#include <vector>

#include "base/result.h"
#include "ptx/ast.h"

namespace gtl::runtime {

/// One module in which every definition is there once: a declaration gives way to its definition, a
/// weak definition to a strong one, and of several weak ones the first stays. Names without
/// .visible, .weak, .extern or .common stay private to their file. Two strong definitions of one
/// name are an error.
Result<ptx::Module> link(std::vector<ptx::Module> modules);

}  // namespace gtl::runtime
