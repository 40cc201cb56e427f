#include "spellings.h"

#include <map>
#include <vector>

#include "decode/layout.h"

namespace gtl::test {

namespace {

/// The prefix of a register of this type in `module_of`'s kernel.
std::string prefix_of(const ptx::RegisterDeclaration& declaration) {
  if (declaration.type == ptx::Type::Pred) return "p";
  const std::string bits = std::to_string(8 * decode::bytes_of(declaration.type));
  return "r" + bits + (declaration.vector > 1 ? "v" + std::to_string(declaration.vector) : "") +
         "_";
}

class Speller {
 public:
  Speller(const ptx::Module& module, std::set<std::string>& spellings)
      : module_(module), spellings_(spellings) {}

  void run() {
    for (const ptx::Function& function : module_.functions) collect(function.body);
  }

 private:
  void collect(const ptx::Block& block) {
    scopes_.emplace_back();
    for (const ptx::Statement& statement : block.statements) {
      if (auto* declaration = std::get_if<ptx::RegisterDeclaration>(&statement.value)) {
        const std::string prefix = prefix_of(*declaration);
        if (declaration->count == 0) scopes_.back()[declaration->name] = prefix;
        for (uint32_t i = 0; i < declaration->count; ++i)
          scopes_.back()[declaration->name + std::to_string(i)] = prefix;
      }
    }
    for (const ptx::Statement& statement : block.statements) {
      if (auto* instruction = std::get_if<ptx::Instruction>(&statement.value)) {
        spell(*instruction);
      } else if (auto* inner = std::get_if<ptx::Block>(&statement.value)) {
        collect(*inner);
      }
    }
    scopes_.pop_back();
  }

  void spell(const ptx::Instruction& instruction) {
    if (instruction.opcode == "bra" || instruction.opcode == "brx" || instruction.opcode == "call")
      return;
    used_.clear();
    next_.clear();
    std::string text = instruction.opcode;
    for (const std::string& modifier : instruction.modifiers) text += "." + modifier;
    std::string separator = " ";
    for (const ptx::Operand& operand : instruction.operands) {
      text += separator + spelled(operand);
      separator = ", ";
    }
    spellings_.insert(text);
  }

  std::string spelled(const ptx::Register& name) {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
      auto found = scope->find(name.name);
      if (found == scope->end()) continue;
      // Registers of one instruction are numbered as they come, kind by kind.
      size_t& next = next_[found->second];
      const auto [entry, is_new] = used_.try_emplace(name.name, next);
      if (is_new) ++next;
      return found->second + std::to_string(entry->second);
    }
    return name.name;  // a special register
  }

  std::string spelled(const ptx::Operand& operand) {
    std::string text = operand.negated ? "!" : "";
    if (auto* name = std::get_if<ptx::Register>(&operand.value)) {
      text += spelled(*name);
      if (operand.negated && text.find('p') == std::string::npos) text[0] = '-';
    } else if (std::get_if<ptx::IntegerImmediate>(&operand.value)) {
      text += "7";
    } else if (auto* number = std::get_if<ptx::FloatImmediate>(&operand.value)) {
      text += number->is_double ? "0d3FF0000000000000" : "0f3F800000";
    } else if (std::get_if<ptx::Symbol>(&operand.value)) {
      text += "variable";
    } else if (auto* address = std::get_if<ptx::Address>(&operand.value)) {
      auto* base = std::get_if<ptx::Register>(&address->base);
      text += "[" + (base                                                 ? spelled(*base) + "+8"
                     : std::holds_alternative<ptx::Symbol>(address->base) ? "variable"
                                                                          : "8");
      if (!address->coordinates.empty()) text += ", " + list(address->coordinates, "{", "}");
      text += "]";
    } else if (auto* vector = std::get_if<ptx::Vector>(&operand.value)) {
      text += list(vector->elements, "{", "}");
    } else {
      text += "_";
    }
    if (!operand.selector.empty()) text += "." + operand.selector;
    if (!operand.second_dest.empty())
      text +=
          "|" + (operand.second_dest == "_" ? "_" : spelled(ptx::Register{operand.second_dest}));
    return text;
  }

  std::string list(const std::vector<ptx::Operand>& elements, std::string text, const char* end) {
    for (size_t i = 0; i < elements.size(); ++i) text += (i ? ", " : "") + spelled(elements[i]);
    return text + end;
  }

  const ptx::Module& module_;
  std::set<std::string>& spellings_;
  std::vector<std::map<std::string, std::string>> scopes_;
  std::map<std::string, size_t> used_, next_;
};

}  // namespace

void collect_spellings(const ptx::Module& module, std::set<std::string>& spellings) {
  Speller(module, spellings).run();
}

std::string module_of(const std::set<std::string>& spellings) {
  std::string text =
      ".version 9.0\n.target sm_120a\n.address_size 64\n.global .align 16 .b8 variable[64];\n"
      ".visible .entry all()\n{\n  .reg .pred p<8>;\n  .reg .b8 r8_<16>;\n  .reg .b16 r16_<24>;\n"
      "  .reg .b32 r32_<160>;\n  .reg .b64 r64_<40>;\n  .reg .b128 r128_<8>;\n"
      "  .reg .v2 .b32 r32v2_0;\n  .reg .v4 .b32 r32v4_0;\n  .reg .v2 .b64 r64v2_0;\n";
  for (const std::string& spelling : spellings) text += "  " + spelling + ";\n";
  return text + "}\n";
}

}  // namespace gtl::test
