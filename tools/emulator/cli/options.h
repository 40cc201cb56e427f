// The command line of `emulate`.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace gtl::cli {

struct Options {
  bool wants_help = false;
  std::string counters_file;         ///< Empty: do not count.
  std::string checks;                ///< As --check gave it; empty: the default.
  std::string threads, seed, devices, limit;  ///< Decimal numbers; empty: the default.
  std::vector<std::string> command;  ///< PROGRAM and its arguments.
};

/// Reads everything after the program's own name. Options end at PROGRAM: what follows is its own.
Result<Options> parse_options(std::span<const char* const> arguments);

/// What `emulate --help` prints.
std::string help_text();

}  // namespace gtl::cli
