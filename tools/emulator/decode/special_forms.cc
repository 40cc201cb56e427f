// The opcodes whose operands follow rules of their own: mov, branches, calls, reducing barriers.
#include <algorithm>

#include "decode/async_forms.h"
#include "decode/function_decoder.h"
#include "decode/special_registers.h"

namespace gtl::decode {
namespace {

/// The runtime's functions for device code, in libcudadevrt.
bool is_device_runtime(const std::string& name) {
  return name.starts_with("__cudaCDP") || name.starts_with("cudaLaunchDevice") ||
         name.starts_with("cudaGetParameterBuffer");
}

}  // namespace

/// Which of the forms that the text does not spell an instruction is: "pack", "unpack", "clock",
/// "local" and "arguments" of mov, "variable" of cvta, "vector" of atom and red, "mixed" of sums of
/// two precisions, "cluster_arrive", "cluster_wait" of barrier.
const char* FunctionDecoder::form_of(const ptx::Instruction& source) const {
  if (const char* form = asynchronous_form(source); *form != '\0') return form;
  const auto has = [&](const char* word) {
    return std::find(source.modifiers.begin(), source.modifiers.end(), word) !=
           source.modifiers.end();
  };
  if (source.opcode == "barrier" && has("cluster")) {
    return has("arrive") ? "cluster_arrive" : "cluster_wait";
  }
  if (source.opcode == "atom" || source.opcode == "red")
    return has("v2") || has("v4") || has("v8") ? "vector" : "";
  if (source.opcode == "add" || source.opcode == "sub" || source.opcode == "fma")
    return has("f32") && (has("f16") || has("bf16")) ? "mixed" : "";
  if (source.operands.size() != 2) return "";
  const ptx::Operand& from = source.operands[1];
  const auto is_local_variable = [&] {
    auto* symbol = std::get_if<ptx::Symbol>(&from.value);
    const Name* found = symbol ? scope_->find(symbol->name) : nullptr;
    return found && found->kind == Name::Kind::Local;
  };
  if (source.opcode == "cvta") return is_local_variable() ? "variable" : "";
  if (source.opcode != "mov") return "";
  if (std::holds_alternative<ptx::Vector>(source.operands[0].value)) return "unpack";
  if (std::holds_alternative<ptx::Vector>(from.value)) return "pack";
  // The compiler calls the arguments `%VAParam`, which looks like a register, or a name of its own.
  const auto are_arguments = [&](const std::string& name) {
    const Name* found = scope_->find(name);
    return found && found->kind == Name::Kind::VariableArguments;
  };
  if (auto* name = std::get_if<ptx::Register>(&from.value))
    return is_clock(name->name) ? "clock" : are_arguments(name->name) ? "arguments" : "";
  if (auto* symbol = std::get_if<ptx::Symbol>(&from.value); symbol && are_arguments(symbol->name))
    return "arguments";
  return is_local_variable() ? "local" : "";
}

bool FunctionDecoder::bind_special_form(const ptx::Instruction& source, Instruction& instruction) {
  switch (instruction.opcode) {
    case Opcode::Move:
    case Opcode::LocalAddress:
    case Opcode::GenericLocalAddress:
    case Opcode::ReadClock:
    case Opcode::VariableArguments:
      return bind_move(source, instruction);
    case Opcode::Pack:
      return bind_pack(source.operands[1], source.operands[0], instruction);
    case Opcode::Unpack:
      return bind_pack(source.operands[0], source.operands[1], instruction);
    case Opcode::Branch:
      return bind_branch(source, instruction);
    case Opcode::BranchIndexed:
      return bind_indexed_branch(source, instruction);
    case Opcode::Call:
      return bind_call(source, instruction);
    case Opcode::AtomicVector:
    case Opcode::ReductionVector:
      return bind_vector_atomic(source, instruction);
    case Opcode::Texture:
    case Opcode::TextureLevel:
    case Opcode::TextureGradient:
    case Opcode::TextureGather:
    case Opcode::TextureQuery:
    case Opcode::SurfaceLoad:
    case Opcode::SurfaceStore:
    case Opcode::SurfaceReduction:
    case Opcode::SurfaceQuery:
      return bind_image(source, instruction);
    case Opcode::BarrierReduce:
    case Opcode::BarrierReduceUnaligned:
      return bind_reducing_barrier(source, instruction);
    case Opcode::TensorMapReplace:
    case Opcode::TensorMapCopy:
      return bind_tensor_map_edit(source, instruction);
    default:
      return source.opcode.front() == 'v' ? bind_video(source, instruction)
                                          : bind_async(source, instruction);
  }
}

bool FunctionDecoder::bind_move(const ptx::Instruction& source, Instruction& instruction) {
  if (source.operands.size() != 2) return fail("'" + spelling(source) + "' needs two operands");
  const uint32_t bytes = decode::bytes_of(instruction.type);
  if (!bind_value(source.operands[0], bytes, instruction.type, false, instruction.operands[0]))
    return false;
  if (instruction.opcode == Opcode::VariableArguments) return true;
  if (instruction.opcode == Opcode::ReadClock) {
    const std::string& name = std::get<ptx::Register>(source.operands[1].value).name;
    instruction.immediate = name.ends_with("_hi") ? 32 : 0;  // shift to the part that is read
    return true;
  }
  if (instruction.opcode == Opcode::LocalAddress ||
      instruction.opcode == Opcode::GenericLocalAddress) {
    const auto& symbol = std::get<ptx::Symbol>(source.operands[1].value);
    instruction.immediate = int64_t{scope_->find(symbol.name)->offset} + symbol.offset;
    if (instruction.opcode == Opcode::GenericLocalAddress)
      instruction.immediate += int64_t(memory::kLocalWindow);
    return true;
  }
  auto* name = std::get_if<ptx::Register>(&source.operands[1].value);
  if (bytes == 2 && name && special_register(name->name)) {
    // Special registers once had 16 bits, and `mov.u16` still reads them.
    instruction.opcode = Opcode::Convert;
    instruction.type = Type::U16;
    instruction.source_type = Type::U32;
    instruction.register_bytes = 2;
    instruction.source_bytes = 4;
    return bind_value(source.operands[1], 4, Type::U32, false, instruction.operands[1]);
  }
  return bind_value(source.operands[1], bytes, instruction.type, false, instruction.operands[1]);
}

bool FunctionDecoder::bind_pack(const ptx::Operand& vector, const ptx::Operand& scalar,
                                Instruction& instruction) {
  const uint32_t bytes = decode::bytes_of(instruction.type);
  const size_t count = std::get<ptx::Vector>(vector.value).elements.size();
  if (count != 2 && count != 4 && count != 8) return fail("a packed mov has 2, 4 or 8 elements");
  instruction.vector = uint8_t(count);
  if (!bind_value(scalar, bytes, instruction.type, false, instruction.operands[0])) return false;
  return bind_elements(vector, bytes / uint32_t(count), instruction);
}

bool FunctionDecoder::find_label(const std::string& name, uint32_t& index) {
  const Name* found = scope_->find(name);
  if (!found || found->kind != Name::Kind::Label) return fail("there is no label '" + name + "'");
  index = found->offset;
  return true;
}

bool FunctionDecoder::bind_branch(const ptx::Instruction& source, Instruction& instruction) {
  const auto* label =
      source.operands.size() == 1 ? std::get_if<ptx::Symbol>(&source.operands[0].value) : nullptr;
  if (!label) return fail("bra needs a label");
  return find_label(label->name, instruction.target);
}

bool FunctionDecoder::bind_indexed_branch(const ptx::Instruction& source,
                                          Instruction& instruction) {
  const auto* list =
      source.operands.size() == 2 ? std::get_if<ptx::Symbol>(&source.operands[1].value) : nullptr;
  const Name* found = list ? scope_->find(list->name) : nullptr;
  if (!found || found->kind != Name::Kind::TargetList)
    return fail("brx.idx needs a list of labels");
  instruction.target = found->offset;
  return bind_value(source.operands[0], 4, Type::U32, false, instruction.operands[0]);
}

/// `call (results), function, (arguments), prototype;` where all but the function may be missing.
bool FunctionDecoder::bind_call(const ptx::Instruction& source, Instruction& instruction) {
  CallSite site;
  const auto& operands = source.operands;
  size_t next = 0;
  if (next < operands.size() && std::holds_alternative<ptx::CallList>(operands[next].value)) {
    if (!bind_slots(operands[next++], site.results)) return false;
  }
  if (next == operands.size()) return fail("call needs a function");
  const ptx::Operand& callee = operands[next++];
  if (auto* symbol = std::get_if<ptx::Symbol>(&callee.value)) {
    auto found = names_.functions.find(symbol->name);
    if (found == names_.functions.end()) return fail("there is no function '" + symbol->name + "'");
    const Function& function = program_.functions[size_t(found->second)];
    if (!function.has_body && function.system == SystemFunction::None) {
      if (is_device_runtime(symbol->name)) {
        return fail("the call of '" + symbol->name +
                    "' is dynamic parallelism, which the emulator does not do: launch from the "
                    "host what the kernel launches, copies or waits for");
      }
      return fail("the function '" + symbol->name +
                  "' has no body here: link the module that defines it");
    }
    site.function = found->second;
  } else if (!bind_value(callee, 8, Type::U64, false, site.pointer)) {
    return false;
  }
  if (next < operands.size() && std::holds_alternative<ptx::CallList>(operands[next].value)) {
    if (!bind_slots(operands[next], site.arguments)) return false;
  }
  instruction.extra = uint32_t(function_.call_sites.size());
  function_.call_sites.push_back(std::move(site));
  return true;
}

bool FunctionDecoder::bind_slots(const ptx::Operand& list, std::vector<ParameterSlot>& slots) {
  for (const ptx::Operand& operand : std::get<ptx::CallList>(list.value).elements) {
    const auto* symbol = std::get_if<ptx::Symbol>(&operand.value);
    const Name* found = symbol ? scope_->find(symbol->name) : nullptr;
    if (!found || found->kind != Name::Kind::ParameterSlot) {
      return fail("the emulator passes arguments in .param variables only");
    }
    slots.push_back({found->offset, found->bytes});
  }
  return true;
}

/// `atom.v4.f32.add d, [a], b;` and `red.v4.f32.add [a], b;`: elements of d, then those of b, as
/// vector operands.
bool FunctionDecoder::bind_vector_atomic(const ptx::Instruction& source, Instruction& instruction) {
  const size_t address = instruction.opcode == Opcode::AtomicVector ? 1 : 0;
  const auto& operands = source.operands;
  if (operands.size() < address + 2) return fail("'" + spelling(source) + "' has too few operands");
  const uint32_t bytes = decode::bytes_of(instruction.type);
  const uint32_t first = uint32_t(function_.vector_operands.size());
  if (address == 1 && !bind_elements(operands[0], bytes, instruction)) return false;
  if (!bind_address(operands[address], address, instruction) ||
      !bind_elements(operands[address + 1], bytes, instruction)) {
    return false;
  }
  instruction.extra = first;
  return true;
}

/// `bar.red.popc.u32 d, a, {b,} {!}c;` and `bar.red.and.pred p, a, {b,} {!}c;`. Operands: d, a, b,
/// c.
bool FunctionDecoder::bind_reducing_barrier(const ptx::Instruction& source,
                                            Instruction& instruction) {
  const auto& operands = source.operands;
  if (operands.size() != 3 && operands.size() != 4)
    return fail("bar.red needs three or four operands");
  bool negated = false;
  if (instruction.type == Type::Pred) {
    if (!bind_predicate(operands[0], instruction.operands[0], negated)) return false;
  } else if (!bind_value(operands[0], 4, Type::U32, false, instruction.operands[0])) {
    return false;
  }
  if (!bind_value(operands[1], 4, Type::U32, false, instruction.operands[1])) return false;
  if (operands.size() == 4 &&
      !bind_value(operands[2], 4, Type::U32, false, instruction.operands[2])) {
    return false;
  }
  if (!bind_predicate(operands.back(), instruction.operands[3], negated)) return false;
  if (negated) instruction.negated |= 1u << 3;
  return true;
}

}  // namespace gtl::decode
