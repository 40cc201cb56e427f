#include "exec/bind.h"

#include "decode/opcodes.h"

namespace gtl::exec {

namespace portable {
Handler bind(const decode::Instruction& instruction);
bool has_handler(const decode::Instruction& instruction);
}  // namespace portable
#ifdef GTL_HAS_AVX2_LANES
namespace avx2 {
Handler bind(const decode::Instruction& instruction);
}
#endif

Handler bind(const decode::Instruction& instruction) {
#ifdef GTL_HAS_AVX2_LANES
  static const bool kHasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
  if (kHasAvx2) return avx2::bind(instruction);
#endif
  return portable::bind(instruction);
}

namespace {

std::optional<Error> unsupported_form_in(const decode::Function& function) {
  for (size_t i = 0; i < function.instructions.size(); ++i) {
    const decode::Instruction& instruction = function.instructions[i];
    if (portable::has_handler(instruction)) continue;
    Error error;
    error.what = std::string("the emulator does not know this form of '") +
                 decode::row_of(instruction.opcode).mnemonic + "' (type ." +
                 decode::name_of(instruction.type) + "), in function '" + function.name + "'";
    const decode::SourceLocation& place = function.locations[i];
    error.where = place.known() ? place.file + ":" + std::to_string(place.line) : "PTX";
    return error;
  }
  return std::nullopt;
}

}  // namespace

std::optional<Error> unsupported_form(const decode::Program& program, uint32_t kernel) {
  std::vector<uint32_t> reached{kernel};
  std::vector<bool> is_reached(program.functions.size(), false);
  is_reached[kernel] = true;
  for (size_t next = 0; next < reached.size(); ++next) {
    const decode::Function& function = program.functions[reached[next]];
    if (auto error = unsupported_form_in(function)) return error;
    for (const decode::CallSite& site : function.call_sites) {
      if (site.function < 0 || is_reached[size_t(site.function)]) continue;
      is_reached[size_t(site.function)] = true;
      reached.push_back(uint32_t(site.function));
    }
  }
  return std::nullopt;
}

}  // namespace gtl::exec
