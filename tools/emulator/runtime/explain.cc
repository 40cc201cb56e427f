#include "runtime/explain.h"

#include <cstdio>

namespace gtl::runtime {

void explain(const std::string& text) {
  // What the program printed before comes first, also when both streams go to one file.
  std::fflush(stdout);
  std::fprintf(stderr, "emulator: %s\n", text.c_str());
}

}  // namespace gtl::runtime
