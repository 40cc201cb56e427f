// Binding operands as a row of the opcode table describes them.
#include <algorithm>
#include <bit>
#include <cstring>
#include <string_view>

#include "decode/function_decoder.h"
#include "decode/special_registers.h"

namespace gtl::decode {

namespace {

uint64_t float_bits(const ptx::FloatImmediate& immediate, uint32_t bytes) {
  if (bytes == 8 && !immediate.is_double) {
    return std::bit_cast<uint64_t>(double(std::bit_cast<float>(uint32_t(immediate.bits))));
  }
  if (bytes == 4 && immediate.is_double) {
    return std::bit_cast<uint32_t>(float(std::bit_cast<double>(immediate.bits)));
  }
  return immediate.bits;
}

/// The value of an integer immediate in a register of `type`: `1` in a .f32 operand means 1.0.
uint64_t integer_bits(int64_t value, Type type) {
  if (type == Type::F32) return std::bit_cast<uint32_t>(float(value));
  if (type == Type::F64) return std::bit_cast<uint64_t>(double(value));
  return uint64_t(value);
}

struct Token {
  char letter = 0;  ///< t u w h i l p A V n
  bool is_paired = false;
  bool is_optional = false;
};

/// "i|p ?t" one by one.
bool next_token(std::string_view& text, Token& token) {
  while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
  if (text.empty()) return false;
  token = {};
  if (text.front() == '?') {
    token.is_optional = true;
    text.remove_prefix(1);
  }
  token.letter = text.front();
  text.remove_prefix(1);
  if (text.starts_with("|p")) {
    token.is_paired = true;
    text.remove_prefix(2);
  }
  return true;
}

/// The register `name.y`, which `.g` selects, too.
std::string element_name(const std::string& name, const std::string& selector) {
  if (selector.empty()) return name;
  const size_t color = std::string_view("rgba").find(selector);
  return name + "." +
         (color < 4 && selector.size() == 1 ? std::string(1, kVectorElements[color]) : selector);
}

bool may_be_wider(Opcode opcode) { return opcode == Opcode::Convert; }

}  // namespace

bool FunctionDecoder::bind_operands(const OpcodeRow& row, Instruction& instruction) {
  std::string_view text = row.operands;
  Token token;
  size_t next = 0, slot = 0;
  const auto& operands = current_->operands;
  while (next_token(text, token)) {
    if (next == operands.size()) {
      if (token.is_optional) {
        ++slot;
        continue;
      }
      return fail("'" + spelling(*current_) + "' has too few operands");
    }
    const ptx::Operand& operand = operands[next++];
    const uint32_t type_bytes = decode::bytes_of(instruction.type);
    uint32_t bytes = 0;
    Type type = Type::None;
    switch (token.letter) {
      case 't':
        bytes = type_bytes;
        type = instruction.type;
        break;
      case 'u':
        bytes = decode::bytes_of(instruction.source_type);
        type = instruction.source_type;
        break;
      case 'w':
        bytes = 2 * type_bytes;
        break;
      case 'h':
        bytes = 2;
        break;
      case 'i':
        bytes = 4;
        break;
      case 'l':
        bytes = 8;
        break;
      case 'A':
        if (!bind_address(operand, slot++, instruction)) return false;
        continue;
      case 'V':
        if (!bind_elements(operand, type_bytes, instruction)) return false;
        if (instruction.vector == 1) instruction.operands[slot] = function_.vector_operands.back();
        ++slot;
        continue;
      case 'n': {
        auto* number = std::get_if<ptx::IntegerImmediate>(&operand.value);
        if (!number) return fail("'" + spelling(*current_) + "' needs a constant here");
        instruction.immediate = number->value;
        continue;
      }
      default: {  // 'p'
        bool negated = false;
        if (!bind_predicate(operand, instruction.operands[slot], negated)) return false;
        if (negated) instruction.negated |= uint8_t(1u << slot);
        break;
      }
    }
    if (token.letter != 'p') {
      uint32_t width = bytes;
      if (!bind_value(operand, bytes, type, may_be_wider(instruction.opcode),
                      instruction.operands[slot], &width)) {
        return false;
      }
      if (slot == 0) instruction.register_bytes = uint8_t(width);
      if (slot == 1) instruction.source_bytes = uint8_t(width);
    }
    ++slot;
    if (token.is_paired) {
      if (!operand.second_dest.empty() && operand.second_dest != "_") {
        bool negated = false;
        ptx::Operand second;
        second.value = ptx::Register{operand.second_dest};
        if (!bind_predicate(second, instruction.operands[slot], negated)) return false;
      }
      ++slot;
    }
  }
  if (next != operands.size()) return fail("'" + spelling(*current_) + "' has too many operands");
  return true;
}

bool FunctionDecoder::bind_guard(Instruction& instruction) {
  if (current_->guard.empty()) return true;
  ptx::Operand operand;
  operand.value = ptx::Register{current_->guard};
  Operand guard;
  bool negated = false;
  if (!bind_predicate(operand, guard, negated)) return false;
  instruction.guard = guard.offset();
  if (current_->guard_negated) instruction.flags |= kGuardNegated;
  return true;
}

bool FunctionDecoder::bind_register(const std::string& name, Operand& result, uint32_t& bytes) {
  const Name* found = scope_->find(name);
  if (!found) {
    const auto special = special_register(name);
    if (!special) return fail("'" + name + "' is neither declared nor a special register");
    result = special->operand;
    bytes = special->bytes;
    return true;
  }
  if (found->kind != Name::Kind::Register) return fail("'" + name + "' is not a register");
  if (found->offset == Operand::kNone) {
    // Slots go to registers in the order of their first use: those used together lie together.
    const uint32_t size = found->bytes == 0 ? 4 : found->bytes * 32;
    const_cast<Name*>(found)->offset = allocate_frame(size, found->bytes == 0 ? 4 : 64);
    function_.registers.push_back({name, found->offset, found->bytes});
  }
  result = Operand::at(Operand::Frame, found->offset);
  bytes = found->bytes;
  return true;
}

bool FunctionDecoder::bind_predicate(const ptx::Operand& operand, Operand& result, bool& negated) {
  negated = operand.negated;
  if (auto* number = std::get_if<ptx::IntegerImmediate>(&operand.value)) {
    result = constant(number->value != 0 ? 0xFFFF'FFFF : 0, 4);
    return true;
  }
  if (std::holds_alternative<ptx::Discard>(operand.value)) return true;
  auto* name = std::get_if<ptx::Register>(&operand.value);
  if (!name) return fail("'" + spelling(*current_) + "' needs a predicate here");
  uint32_t bytes = 1;
  if (!bind_register(name->name, result, bytes)) return false;
  if (bytes != 0) return fail("'" + name->name + "' is not a predicate");
  return true;
}

bool FunctionDecoder::bind_value(const ptx::Operand& operand, uint32_t bytes, Type type,
                                 bool may_be_wider, Operand& result, uint32_t* register_bytes) {
  if (auto* number = std::get_if<ptx::IntegerImmediate>(&operand.value)) {
    result = constant(integer_bits(number->value, type), bytes);
    return true;
  }
  if (auto* number = std::get_if<ptx::FloatImmediate>(&operand.value)) {
    result = constant(float_bits(*number, bytes), bytes);
    return true;
  }
  if (std::holds_alternative<ptx::Discard>(operand.value)) return true;
  if (auto* symbol = std::get_if<ptx::Symbol>(&operand.value)) {
    return bind_symbol_address(symbol->name, symbol->offset, bytes, result);
  }
  auto* name = std::get_if<ptx::Register>(&operand.value);
  if (!name) return fail("'" + spelling(*current_) + "' cannot have such an operand");
  uint32_t width = 0;
  if (!bind_register(element_name(name->name, operand.selector), result, width)) return false;
  const bool fits = width == bytes || (bytes == 1 && width == 2) || (may_be_wider && width > bytes);
  if (!fits) {
    return fail("register '" + name->name + "' has " + std::to_string(width * 8) + " bits where '" +
                spelling(*current_) + "' needs " + std::to_string(bytes * 8));
  }
  if (register_bytes) *register_bytes = width;
  return true;
}

std::vector<ptx::Operand> FunctionDecoder::elements_of(const ptx::Operand& operand) const {
  if (const auto* vector = std::get_if<ptx::Vector>(&operand.value)) return vector->elements;
  const auto* name = std::get_if<ptx::Register>(&operand.value);
  const Name* found = name && operand.selector.empty() ? scope_->find(name->name) : nullptr;
  if (!found || found->kind != Name::Kind::VectorRegister) return {operand};
  std::vector<ptx::Operand> elements(found->bytes);
  for (uint32_t i = 0; i < found->bytes; ++i)
    elements[i].value = ptx::Register{name->name + "." + kVectorElements[i]};
  return elements;
}

/// `{%r1, _, %r3, 5}` or a single register, into Function::vector_operands.
bool FunctionDecoder::bind_elements(const ptx::Operand& operand, uint32_t bytes,
                                    Instruction& instruction) {
  instruction.extra = uint32_t(function_.vector_operands.size());
  const std::vector<ptx::Operand> elements = elements_of(operand);
  if (elements.size() != instruction.vector) {
    return fail("'" + spelling(*current_) + "' needs " + std::to_string(instruction.vector) +
                " registers");
  }
  // The registers say how wide the lanes are; constants among them are laid out alike.
  uint32_t width = 0;
  std::vector<Operand> bound(elements.size());
  for (size_t i = 0; i < elements.size(); ++i) {
    if (!std::holds_alternative<ptx::Register>(elements[i].value)) continue;
    if (!bind_value(elements[i], bytes, instruction.type, true, bound[i], &width)) return false;
  }
  if (width == 0) width = std::max(bytes, 2u);
  for (size_t i = 0; i < elements.size(); ++i) {
    if (std::holds_alternative<ptx::Register>(elements[i].value)) continue;
    if (!bind_value(elements[i], width, instruction.type, true, bound[i])) return false;
  }
  function_.vector_operands.insert(function_.vector_operands.end(), bound.begin(), bound.end());
  instruction.register_bytes = uint8_t(width);
  return true;
}

bool FunctionDecoder::bind_address(const ptx::Operand& operand, size_t index,
                                   Instruction& instruction) {
  instruction.flags |= kAccessesMemory;
  if (instruction.space == Space::None) instruction.space = Space::Generic;
  auto* address = std::get_if<ptx::Address>(&operand.value);
  if (!address) return fail("'" + spelling(*current_) + "' needs an address here");
  if (!address->coordinates.empty())
    return fail("'" + spelling(*current_) + "' has no coordinates");
  instruction.immediate = address->offset;
  Operand& base = instruction.operands[index];
  if (auto* absolute = std::get_if<ptx::IntegerImmediate>(&address->base)) {
    instruction.immediate += absolute->value;
    return true;
  }
  if (auto* name = std::get_if<ptx::Register>(&address->base)) {
    uint32_t bytes = 0;
    if (!bind_register(name->name, base, bytes)) return false;
    if (bytes != 4 && bytes != 8) return fail("'" + name->name + "' cannot hold an address");
    if (bytes == 4) instruction.flags |= kAddress32;
    return true;
  }
  const std::string& symbol = std::get<ptx::Symbol>(address->base).name;
  const Name* found = scope_->find(symbol);
  if (found && found->kind == Name::Kind::ParameterSlot) {
    instruction.space = Space::ParamFunction;
    instruction.target = found->offset;  // of lane 0 in the frame …
    instruction.join = found->bytes;     // … and from lane to lane
    return true;
  }
  if (found && (found->kind == Name::Kind::EntryParameter || found->kind == Name::Kind::Local ||
                found->kind == Name::Kind::Shared)) {
    instruction.immediate += found->offset;
    return true;
  }
  return bind_symbol_address(symbol, 0, 8, base);
}

bool FunctionDecoder::bind_symbol_address(const std::string& name, int64_t offset, uint32_t bytes,
                                          Operand& result) {
  if (const Name* found = scope_->find(name)) {
    switch (found->kind) {
      case Name::Kind::Shared:
        result = shared_constant(found->offset + offset, bytes);
        return true;
      case Name::Kind::EntryParameter:
        result = constant(memory::kParamWindow + found->offset + uint64_t(offset), bytes);
        return true;
      case Name::Kind::DynamicShared:
        if (offset != 0)
          return fail("an offset from dynamic shared memory needs an address register");
        result = dynamic_shared_base(bytes).operand;
        return true;
      default:
        return fail("the address of '" + name + "' cannot be taken here");
    }
  }
  for (const ptx::Variable& variable : names_.module->variables) {
    if (variable.name != name || variable.space != ptx::Space::Shared) continue;
    if (variable.is_external) {
      result = dynamic_shared_base(bytes).operand;
    } else {
      const auto found = shared_.offsets.find(name);
      if (found == shared_.offsets.end()) return fail("'" + name + "' cannot be used here");
      result = shared_constant(found->second + offset, bytes);
    }
    return true;
  }
  if (!names_.variables.contains(name) && !names_.functions.contains(name)) {
    return fail("'" + name + "' is not declared");
  }
  if (bytes != 8) return fail("the address of '" + name + "' needs a 64-bit register");
  // One constant for each use: `load` writes the address into it.
  result = Operand::at(Operand::Constants, constants_end_);
  function_.address_constants.push_back({constants_end_, name, offset});
  constants_end_ += 8 * 32;
  function_.constants.resize(constants_end_ / sizeof(CacheLine));
  return true;
}

/// One entry for each address of the program.
Operand FunctionDecoder::shared_constant(int64_t offset, uint32_t bytes) {
  auto& known = program_.shared_addresses;
  const auto found = std::find_if(known.begin(), known.end(), [&](const SharedAddress& address) {
    return address.offset == offset && address.bytes == bytes;
  });
  const auto index = size_t(found - known.begin());
  if (found == known.end()) known.push_back({offset, bytes});
  return shared_address(index);
}

Operand FunctionDecoder::constant(uint64_t value, uint32_t bytes) {
  if (bytes == 1) bytes = 2;  // 8-bit values live in 16-bit registers
  if (bytes < 8) value &= (uint64_t{1} << (8 * bytes)) - 1;
  const auto [entry, is_new] = constants_.try_emplace({value, bytes}, constants_end_);
  if (is_new) {
    constants_end_ += uint32_t(align_up(bytes * 32, sizeof(CacheLine)));
    function_.constants.resize(constants_end_ / sizeof(CacheLine));
    auto* lanes = reinterpret_cast<std::byte*>(function_.constants.data()) + entry->second;
    for (uint32_t lane = 0; lane < 32; ++lane)
      std::memcpy(lanes + lane * bytes, &value, std::min(bytes, 8u));
  }
  return Operand::at(Operand::Constants, entry->second);
}

}  // namespace gtl::decode
