// What the library itself says on standard error.
#pragma once

#include <string>

namespace gtl::runtime {

/// Writes whole lines: behind what the program has printed, and on a new line.
void write_lines(const std::string& text);

/// Prints `emulator: TEXT`, beside an error code: what was wrong with a call and what to do about it.
void explain(const std::string& text);

}  // namespace gtl::runtime
