#include "runtime/counters_file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>

#include "base/demangle.h"
#include "counters/json_lines.h"
#include "runtime/explain.h"
#include "runtime/rewritten_accesses.h"

namespace gtl::runtime {

bool append_counters(const std::string& path, const exec::Launch& launch,
                     const MachineResources* machine, const counters::LaunchCounters& counters) {
  const std::string& mangled = launch.program->functions[launch.kernel].name;
  std::vector<std::string> rewritten;
  if (machine != nullptr) rewritten = rewritten_accesses(*machine, counters);
  const std::string line = counters::json_line(
      {launch.id, demangle(mangled), mangled, launch.grid, launch.block, rewritten}, counters);
  std::FILE* file = std::fopen(path.c_str(), "a");
  const bool written = file != nullptr && std::fputs((line + "\n").c_str(), file) >= 0;
  const bool closed = file != nullptr && std::fclose(file) == 0;
  static bool is_explained = false;
  if (written && closed) return true;
  if (!is_explained) {
    is_explained = true;
    explain("the counters cannot be written to " + path + ": " + std::strerror(errno));
  }
  return false;
}

}  // namespace gtl::runtime
