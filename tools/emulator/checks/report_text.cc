#include "checks/report_text.h"

#include <cinttypes>
#include <cstdio>

#include "base/demangle.h"

namespace gtl::checks {
namespace {

exec::Dim3 split(uint64_t linear, const exec::Dim3& extent) {
  return {static_cast<uint32_t>(linear % extent.x),
          static_cast<uint32_t>(linear / extent.x % extent.y),
          static_cast<uint32_t>(linear / extent.x / extent.y)};
}

std::string joined(const exec::Dim3& index) {
  return std::to_string(index.x) + "," + std::to_string(index.y) + "," + std::to_string(index.z);
}

}  // namespace

std::string count(uint64_t number, const std::string& singular) {
  return std::to_string(number) + " " + singular + (number == 1 ? "" : "s");
}

std::string hex(uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, number);
  return text;
}

std::string parenthesised(const exec::Dim3& index) { return "(" + joined(index) + ")"; }

exec::Dim3 block_index(const exec::Launch& launch, uint64_t linear_block) {
  return split(linear_block, launch.grid);
}

exec::Dim3 thread_index(const exec::Launch& launch, uint32_t linear_thread) {
  return split(linear_thread, launch.block);
}

std::string place(const decode::Program& program, uint32_t function, uint32_t instruction) {
  if (function >= program.functions.size()) return "an unknown place";
  const decode::Function& known = program.functions[function];
  const std::string name = demangle(known.name);
  if (instruction >= known.locations.size() || !known.locations[instruction].known()) {
    return name + " (compile with -lineinfo to see the line)";
  }
  const decode::SourceLocation& location = known.locations[instruction];
  return name + " in " + location.file + ":" + std::to_string(location.line);
}

}  // namespace gtl::checks
