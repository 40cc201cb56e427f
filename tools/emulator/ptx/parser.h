// PTX text into the syntax tree of ast.h.
#pragma once

#include <string_view>

#include "base/result.h"
#include "ptx/ast.h"

namespace gtl::ptx {

/// The module that `text` spells, or the first thing in it that is not PTX: `where` is `PTX line
/// N`. Never crashes and never recurses without bound, whatever the bytes are. Debug sections are
/// read only for the function names that `.loc` refers to.
Result<Module> parse(std::string_view text);

}  // namespace gtl::ptx
