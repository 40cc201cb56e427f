#include "decode/unused_results.h"

#include <unordered_map>

namespace gtl::decode {
namespace {

/// `red` has no exchange and no compare-and-swap: without their result, they stay atomics.
bool can_be_reduction(const Instruction& instruction) {
  return instruction.opcode == Opcode::Atomic && instruction.variant != Variant::Exch &&
         instruction.variant != Variant::Cas;
}

/// How often each register slot is mentioned, read or written.
std::unordered_map<uint32_t, uint32_t> count_mentions(const Function& function) {
  std::unordered_map<uint32_t, uint32_t> mentions;
  for (const Instruction& instruction : function.instructions) {
    for (const Operand& operand : instruction.operands) ++mentions[operand.bits];
  }
  for (const Operand& operand : function.vector_operands) ++mentions[operand.bits];
  for (const AsyncForm& form : function.async_forms) {
    form.for_each_operand([&](Operand operand) { ++mentions[operand.bits]; });
  }
  for (const CallSite& call : function.call_sites) ++mentions[call.pointer.bits];
  return mentions;
}

}  // namespace

void drop_unused_results(Function& function) {
  bool is_needed = false;
  for (const Instruction& instruction : function.instructions) {
    is_needed = is_needed || can_be_reduction(instruction);
  }
  if (!is_needed) return;
  const std::unordered_map<uint32_t, uint32_t> mentions = count_mentions(function);
  for (Instruction& instruction : function.instructions) {
    Operand& result = instruction.operands[0];
    if (!can_be_reduction(instruction) || !result.present()) continue;
    if (mentions.at(result.bits) == 1) result = Operand{};
  }
}

}  // namespace gtl::decode
