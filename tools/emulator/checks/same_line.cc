#include "checks/same_line.h"

namespace gtl::checks {

uint32_t SameLine::first(uint32_t function, uint32_t instruction) {
  const decode::Function& known = program_.functions[function];
  if (instruction >= known.locations.size() || !known.locations[instruction].known())
    return instruction;
  const decode::SourceLocation& location = known.locations[instruction];
  std::string way = location.file + ":" + std::to_string(location.line);
  int32_t line = instruction < known.inline_stacks.size() ? known.inline_stacks[instruction] : -1;
  for (; line >= 0 && size_t(line) < program_.lines.size();
       line = program_.lines[size_t(line)].inlined_at) {
    const ptx::Line& entry = program_.lines[size_t(line)];
    way += " " + std::to_string(entry.file) + ":" + std::to_string(entry.line);
  }
  const decode::Opcode opcode = known.instructions[instruction].opcode;
  return first_.try_emplace({function, opcode, way}, instruction).first->second;
}

}  // namespace gtl::checks
