// The table of handlers' binders, by opcode.
#include "exec/handlers.h"

#include "decode/opcodes.h"

namespace gtl::exec::GTL_LANES {

namespace {

using Binder = Handler (*)(const Instruction&);
constexpr Binder kBinders[] = {
#define GTL_OPCODE(name, mnemonic, operands, types, meaning, section) bind_##name,
#include "decode/opcodes.def"
#undef GTL_OPCODE
};

/// A form of a known operation that has no handler.
Flow unsupported(Context& context, const Instruction& instruction, uint32_t mask) {
  return context.fail(FaultKind::IllegalInstruction,
                      std::string("the emulator does not know this form of '") +
                          decode::row_of(instruction.opcode).mnemonic + "' (type " +
                          decode::name_of(instruction.type) + ")",
                      mask & context.alive);
}

}  // namespace

bool has_handler(const Instruction& instruction);  // Declared in bind.cc, as bind is.
bool has_handler(const Instruction& instruction) {
  return kBinders[size_t(instruction.opcode)](instruction) != nullptr;
}

Handler bind(const Instruction& instruction) {
  const Handler handler = kBinders[size_t(instruction.opcode)](instruction);
  return handler ? handler : unsupported;
}

}  // namespace gtl::exec::GTL_LANES
