// One line on stderr beside an error code: what was wrong with a call and what to do about it.
#pragma once

#include <string>

namespace gtl::runtime {

/// Prints `emulator: TEXT`.
void explain(const std::string& text);

}  // namespace gtl::runtime
