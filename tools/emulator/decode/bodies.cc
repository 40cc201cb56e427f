#include "decode/bodies.h"

#include <algorithm>

#include "decode/special_registers.h"

namespace gtl::decode {

namespace {

/// The functions that `from` calls by name, from call to call, with itself at the front. Decodes
/// them.
std::vector<uint32_t> decode_called(Program& program, uint32_t from) {
  std::vector<uint32_t> reached{from};
  std::vector<bool> is_reached(program.functions.size(), false);
  is_reached[from] = true;
  for (size_t next = 0; next < reached.size(); ++next) {
    decode_body(program, reached[next]);
    for (const CallSite& site : program.functions[reached[next]].call_sites) {
      if (site.function < 0 || is_reached[size_t(site.function)]) continue;
      is_reached[size_t(site.function)] = true;
      reached.push_back(uint32_t(site.function));
    }
  }
  return reached;
}

bool mentions(const Function& function, bool (*is_meant)(Operand)) {
  return std::any_of(function.instructions.begin(), function.instructions.end(),
                     [=](const Instruction& instruction) {
                       return is_meant(instruction.operands[1]);  // `mov`'s source
                     });
}

bool calls_by_address(const Function& function) {
  return std::any_of(function.call_sites.begin(), function.call_sites.end(),
                     [](const CallSite& site) { return site.function < 0; });
}

}  // namespace

void decode_body(Program& program, uint32_t index) {
  Function& function = program.functions[index];
  if (function.is_decoded) return;
  function.is_decoded = true;
  if (!function.has_body) return;
  const Bodies& bodies = *program.bodies;
  const size_t source = bodies.sources[index];
  FunctionDecoder decoder(bodies.names, program, function, bodies.shared[source]);
  decoder.declare_parameters(bodies.module.functions[source]);
  decoder.decode_body(bodies.module.functions[source]);
  if (program.addresses.empty() || !function.refusals.empty()) return;
  const auto patched = patch_addresses(function, program.addresses);
  if (!patched.ok()) function.refusals.push_back(patched.error());
}

std::optional<Error> decode_reachable(Program& program, uint32_t function) {
  bool has_pointers = false, needs_reserved = false, needs_workspace = false;
  const auto look_at = [&](const Function& reached) {
    has_pointers = has_pointers || calls_by_address(reached);
    needs_reserved = needs_reserved || mentions(reached, is_reserved_shared);
    needs_workspace = needs_workspace || mentions(reached, is_grid_workspace);
  };
  for (uint32_t reached : decode_called(program, function)) {
    if (!program.functions[reached].refusals.empty()) return refusal_of(program.functions[reached]);
    look_at(program.functions[reached]);
  }
  for (uint32_t other = 0; has_pointers && other < program.functions.size(); ++other) {
    if (program.functions[other].is_kernel) continue;
    decode_body(program, other);
    look_at(program.functions[other]);
  }
  program.functions[function].needs_reserved_shared = needs_reserved;
  program.functions[function].needs_grid_workspace = needs_workspace;
  return std::nullopt;
}

Error refusal_of(const Function& function) {
  Error error = function.refusals.front();
  error.what += ", in function '" + function.name + "'";
  const size_t others = function.refusals.size() - 1;
  if (others != 0) error.what += " (and " + std::to_string(others) + " more of its instructions)";
  return error;
}

Result<Program> decode(ptx::Module module) {
  auto program = declare(std::move(module));
  if (!program.ok()) return program;
  for (uint32_t i = 0; i < program.value().functions.size(); ++i) {
    if (auto refusal = decode_reachable(program.value(), i)) return std::move(*refusal);
  }
  return program;
}

}  // namespace gtl::decode
