// The program to run: found as a shell finds it, and looked at before it is started.
#pragma once

#include <string>

#include "base/result.h"

namespace gtl::cli {

struct Program {
  std::string path;
  bool has_rpath =
      false;  ///< The library must be preloaded: the program's own search path goes first.
  std::string warning;  ///< What it is linked with that will not work here; empty: nothing.
};

struct ProgramError {
  int exit_status = 0;  ///< As a shell's: 126 cannot be run, 127 not found.
  std::string what;
};

/// Looks `name` up (in $PATH when it has no slash) and checks that the emulator's runtime can take
/// its place in it. On failure `error` is set.
Program find_program(const std::string& name, ProgramError& error);

}  // namespace gtl::cli
