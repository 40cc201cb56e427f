#include "decode/opcodes.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace gtl::decode {

namespace {

constexpr OpcodeRow kRows[] = {
#define GTL_OPCODE(name, mnemonic, operands, types, meaning, section) \
  {Opcode::name, #name, mnemonic, operands, types, meaning, "9.7." section},
#include "decode/opcodes.def"
#undef GTL_OPCODE
};

bool contains_word(std::string_view list, std::string_view word) {
  while (!list.empty()) {
    const size_t end = std::min(list.find(' '), list.size());
    if (list.substr(0, end) == word) return true;
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return false;
}

/// Rows by the first word of their mnemonic, in the table's order.
const std::vector<const OpcodeRow*>* rows_named(const std::string& opcode) {
  static const auto kIndex = [] {
    std::unordered_map<std::string_view, std::vector<const OpcodeRow*>> index;
    for (const OpcodeRow& row : kRows) {
      const std::string_view mnemonic = row.mnemonic;
      index[mnemonic.substr(0, mnemonic.find('.'))].push_back(&row);
    }
    return index;
  }();
  auto found = kIndex.find(opcode);
  return found == kIndex.end() ? nullptr : &found->second;
}

/// Forms that the operands tell apart, and that no text spells: `mov.pack` is no PTX.
bool is_unspelled(std::string_view mnemonic) {
  constexpr std::string_view kForms[] = {"mov.pack",
                                         "mov.unpack",
                                         "mov.local",
                                         "mov.arguments",
                                         "mov.clock",
                                         "add.mixed",
                                         "sub.mixed",
                                         "fma.mixed",
                                         "atom.vector",
                                         "red.vector",
                                         "barrier.cluster_arrive",
                                         "barrier.cluster_wait",
                                         "cvta.variable",
                                         "fence.tensormap"};
  return std::find(std::begin(kForms), std::end(kForms), mnemonic) != std::end(kForms);
}

}  // namespace

const OpcodeRow& row_of(Opcode opcode) { return kRows[size_t(opcode)]; }

const OpcodeRow* find_row(const ptx::Instruction& instruction, Type type, const char* form) {
  const std::vector<const OpcodeRow*>* rows = rows_named(instruction.opcode);
  if (!rows) return nullptr;
  for (const OpcodeRow* row : *rows) {
    const std::string_view mnemonic = row->mnemonic;
    const size_t dot = mnemonic.find('.');
    if (dot != std::string_view::npos) {
      const std::string_view required = mnemonic.substr(dot + 1);
      const auto& modifiers = instruction.modifiers;
      const bool is_spelled =
          !is_unspelled(mnemonic) &&
          std::find(modifiers.begin(), modifiers.end(), required) != modifiers.end();
      if (required != form && !is_spelled) {
        continue;
      }
    } else if (*form != '\0') {
      continue;
    }
    const std::string_view types = row->types;
    if (types == "-" ? type == Type::None : contains_word(types, name_of(type))) return row;
  }
  return nullptr;
}

std::string spelling(const ptx::Instruction& instruction) {
  std::string text = instruction.opcode;
  for (const std::string& modifier : instruction.modifiers) text += "." + modifier;
  return text;
}

}  // namespace gtl::decode
