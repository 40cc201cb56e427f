#include "checks/report_text.h"

#include <cinttypes>
#include <cstdio>

#include "base/demangle.h"
#include "checks/shown_name.h"

namespace gtl::checks {
namespace {

/// Of many inlined calls, the innermost and the outermost ones are shown.
constexpr size_t kMostCalls = 8, kOuterCalls = 3;

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
  return count(number, singular, singular + "s");
}

std::string count(uint64_t number, const std::string& singular, const std::string& plural) {
  return std::to_string(number) + " " + (number == 1 ? singular : plural);
}

std::string hex(uint64_t number) {
  char text[24];
  std::snprintf(text, sizeof text, "0x%" PRIx64, number);
  return text;
}

std::string mask_text(uint32_t mask) {
  char text[16];
  std::snprintf(text, sizeof text, "0x%08" PRIx32, mask);
  return text;
}

std::string lane_ranges(uint32_t mask) {
  std::string text;
  for (uint32_t lane = 0; lane < 32; ++lane) {
    if (!(mask >> lane & 1)) continue;
    uint32_t last = lane;
    while (last + 1 < 32 && (mask >> (last + 1) & 1)) ++last;
    text += (text.empty() ? "" : ",") + std::to_string(lane);
    if (last != lane) text += "-" + std::to_string(last);
    lane = last;
  }
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
  const std::string name = shown_name(known.name);
  if (instruction >= known.locations.size() || !known.locations[instruction].known()) {
    return name + " (compile with -lineinfo to see the line)";
  }
  const decode::SourceLocation& location = known.locations[instruction];
  return name + " in " + location.file + ":" + std::to_string(location.line);
}

void ReportText::inlined(const decode::Program& program, uint32_t function, uint32_t instruction) {
  const decode::Function& known = program.functions[function];
  if (instruction >= known.inline_stacks.size()) return;
  const decode::SourceLocation& reader = known.locations[instruction];
  auto entry_at = [&](int32_t line) -> const ptx::Line* {
    return line >= 0 && size_t(line) < program.lines.size() ? &program.lines[size_t(line)]
                                                            : nullptr;
  };
  auto file_of = [&](const ptx::Line& line) {
    return line.file < program.files.size() ? program.files[line.file] : std::string();
  };
  const ptx::Line* entry = entry_at(known.inline_stacks[instruction]);
  // The reader's line was told; what lies inside it belongs to the toolkit.
  while (entry != nullptr && (entry->line != reader.line || file_of(*entry) != reader.file))
    entry = entry_at(entry->inlined_at);
  std::vector<std::string> calls;
  for (; entry != nullptr && entry_at(entry->inlined_at) != nullptr;
       entry = entry_at(entry->inlined_at)) {
    const ptx::Line& caller = *entry_at(entry->inlined_at);
    calls.push_back((entry->function.empty() ? "" : "in " + shown_name(entry->function) + ", ") +
                    "inlined at " + file_of(caller) + ":" + std::to_string(caller.line));
  }
  for (size_t i = 0; i < calls.size(); ++i) {
    if (calls.size() > kMostCalls && i == kOuterCalls) {
      const size_t skipped = calls.size() - 2 * kOuterCalls;
      indented("... " + std::to_string(skipped) + " more calls ...");
      i += skipped;
    }
    indented(calls[i]);
  }
}

std::string described(const memory::Allocation& allocation) {
  std::string origin;
  if (allocation.kind == memory::Kind::DeviceHeap) {
    origin = allocation.label;
  } else if (allocation.label != nullptr && *allocation.label != '\0') {
    origin = "variable " + demangle(allocation.label);
  } else {
    std::string call = "cudaMalloc";
    if (allocation.kind == memory::Kind::Managed) call = "cudaMallocManaged";
    if (allocation.kind == memory::Kind::PinnedHost) call = "pinned host memory";
    origin = "allocation #" + std::to_string(allocation.id) + " (" + call + ")";
  }
  return origin + ", " + count(allocation.size, "byte") + " at " + hex(allocation.address);
}

}  // namespace gtl::checks
