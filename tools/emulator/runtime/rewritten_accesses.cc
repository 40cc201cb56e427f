#include "runtime/rewritten_accesses.h"

#include <algorithm>

namespace gtl::runtime {
namespace {

using decode::Opcode;
using decode::Space;

bool may_be(const decode::Instruction& instruction, bool is_shared) {
  const bool names_shared =
      instruction.space == Space::Shared || instruction.space == Space::SharedCluster;
  return instruction.space == Space::Generic ||
         (is_shared ? names_shared : instruction.space == Space::Global);
}

/// What the PTX of the launch says for itself.
struct Written {
  uint32_t shared_load_bytes = 0, shared_store_bytes = 0;
  bool has_shared_atomic = false, has_global_atomic = false;
  bool asks_for_lanes = false;

  void look_at(const decode::Instruction& instruction) {
    const bool is_integer = !decode::is_float(instruction.type);
    switch (instruction.opcode) {
      case Opcode::Load:
      case Opcode::Store:
        if (may_be(instruction, true)) {
          uint32_t& widest =
              instruction.opcode == Opcode::Load ? shared_load_bytes : shared_store_bytes;
          widest = std::max(widest, decode::bytes_of(instruction.type) * instruction.vector);
        }
        break;
      case Opcode::Atomic:
      case Opcode::Reduction:
        has_shared_atomic |= is_integer && may_be(instruction, true);
        has_global_atomic |= is_integer && may_be(instruction, false);
        break;
      case Opcode::ActiveMask:
      case Opcode::Vote:
      case Opcode::VoteBallot:
      case Opcode::Elect:
        asks_for_lanes = true;
        break;
      default:
        break;
    }
  }
};

}  // namespace

std::vector<std::string> rewritten_accesses(const MachineResources& machine,
                                            const counters::LaunchCounters& counters) {
  Written written;
  const auto& functions = counters.program().functions;
  for (uint32_t f = 0; f < functions.size(); ++f) {
    const auto& instructions = functions[f].instructions;
    bool has_run = false;
    for (uint32_t i = 0; i < instructions.size() && !has_run; ++i)
      has_run = counters.executed().at(f, i).executed != 0;
    if (has_run)
      std::for_each(instructions.begin(), instructions.end(),
                    [&](const auto& instruction) { written.look_at(instruction); });
  }
  std::vector<std::string> rewritten;
  auto add_if = [&](bool is_so, const char* what) {
    if (is_so) rewritten.push_back(what);
  };
  add_if(written.shared_load_bytes != 0 && machine.shared_load_bytes > written.shared_load_bytes,
         "shared_ld");
  add_if(written.shared_store_bytes != 0 && machine.shared_store_bytes > written.shared_store_bytes,
         "shared_st");
  add_if(written.has_global_atomic && machine.asks_for_active_lanes && !written.asks_for_lanes,
         "global_atom");
  add_if(written.has_shared_atomic && machine.counts_in_shared, "shared_atom");
  return rewritten;
}

}  // namespace gtl::runtime
