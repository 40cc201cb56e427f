// PTX that nvcc just made of compiled/*.cu, by both of its back ends: all of it must parse.
//   compiled_test FILE.ptx…
#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

#include "ptx/parser.h"

namespace {

/// Why the file is not what it should be, or nothing. Adds its inlined lines to `inlined`.
std::string fault_of(const std::string& path, size_t& inlined) {
  std::ifstream file(path);
  std::stringstream text;
  text << file.rdbuf();
  const auto result = gtl::ptx::parse(text.str());
  if (!result.ok()) return result.error().where + ": " + result.error().what;
  size_t kernels = 0;
  for (const auto& function : result.value().functions) {
    if (!function.is_entry) continue;
    ++kernels;
    if (function.body.statements.empty()) return function.name + " has no statements";
  }
  if (kernels < 2) return "fewer kernels than the source has";
  for (const auto& line : result.value().lines) {
    if (line.file == 0 || result.value().files[line.file].empty()) return "a line has no file";
    if (line.inlined_at >= 0 && line.function.empty()) return "an inlined line has no function";
    inlined += line.inlined_at >= 0;
  }
  return "";
}

}  // namespace

int main(int count, char** paths) {
  int failures = 0;
  size_t inlined = 0;
  for (int i = 1; i < count; ++i) {
    const std::string fault = fault_of(paths[i], inlined);
    if (fault.empty()) continue;
    std::printf("%s: %s\n", paths[i], fault.c_str());
    ++failures;
  }
  if (inlined == 0) {
    std::printf("no line was inlined: were the files compiled with -lineinfo?\n");
    ++failures;
  }
  std::printf("%d files, %d faults\n", count - 1, failures);
  return count < 2 || failures > 0;
}
