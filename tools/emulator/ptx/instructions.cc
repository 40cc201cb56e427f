// Instructions and their operands. Source: PTX ISA 9.0, 4.3 and 6.
#include <algorithm>

#include "ptx/constants.h"
#include "ptx/module_parser.h"

namespace gtl::ptx {
namespace {

/// Special registers that are vectors: their `.x` is part of the name, not a selector.
constexpr std::string_view kSpecialVectors[] = {"%tid",           "%ntid",          "%ctaid",
                                                "%nctaid",        "%clusterid",     "%nclusterid",
                                                "%cluster_ctaid", "%cluster_nctaid"};

bool is_special_vector(std::string_view name) {
  return std::find(std::begin(kSpecialVectors), std::end(kSpecialVectors), name) !=
         std::end(kSpecialVectors);
}

}  // namespace

bool ModuleParser::parse_instruction(Instruction& instruction) {
  instruction.line = debug_.current();
  instruction.ptx_line = cursor_.peek().line;
  if (cursor_.accept_punctuation("@") && !parse_guard(instruction)) return false;
  const auto opcode = cursor_.expect_identifier("an instruction, a label or a declaration");
  if (!opcode) return false;
  instruction.opcode = *opcode;
  while (cursor_.peek().kind == TokenKind::Dotted)
    instruction.modifiers.emplace_back(cursor_.take().text);
  if (cursor_.accept_punctuation(";")) return true;
  const bool is_call = instruction.opcode == "call";
  do {
    Operand operand;
    if (!parse_operand(operand, is_call, 0)) return false;
    instruction.operands.push_back(std::move(operand));
  } while (cursor_.accept_punctuation(","));
  if (cursor_.accept_punctuation(";")) return true;  // The text of an error costs an allocation.
  return cursor_.expect_punctuation(";", "the operands of '" + instruction.opcode + "'");
}

bool ModuleParser::parse_guard(Instruction& instruction) {
  instruction.guard_negated = cursor_.accept_punctuation("!");
  const auto guard = cursor_.expect_identifier("a predicate after '@'");
  if (!guard) return false;
  instruction.guard = *guard;
  return true;
}

bool ModuleParser::parse_operand(Operand& operand, bool is_call, uint32_t depth) {
  if (depth >= kMaximalDepth) return cursor_.fail(cursor_.peek(), "operands nest too deeply");
  if (cursor_.at_punctuation("[")) return parse_address(operand, depth);
  if (cursor_.accept_punctuation("{")) {
    Vector vector;
    if (!parse_operand_list(vector.elements, "}", depth)) return false;
    operand.value = std::move(vector);
  } else if (is_call && cursor_.accept_punctuation("(")) {
    CallList list;
    if (!parse_operand_list(list.elements, ")", depth)) return false;
    operand.value = std::move(list);
  } else {
    const bool has_sign = cursor_.at_punctuation("!") || cursor_.at_punctuation("-");
    if (has_sign && cursor_.peek(1).kind == TokenKind::Identifier &&
        cursor_.peek(1).text != "WARP_SZ") {
      cursor_.take();
      operand.negated = true;
    }
    if (cursor_.peek().kind == TokenKind::Identifier && cursor_.peek().text != "WARP_SZ") {
      if (!parse_named_operand(operand)) return false;
    } else {
      const auto constant = parse_constant(cursor_);
      if (!constant) return false;
      if (const auto* integer = std::get_if<IntegerImmediate>(&*constant)) operand.value = *integer;
      if (const auto* real = std::get_if<FloatImmediate>(&*constant)) operand.value = *real;
    }
  }
  if (cursor_.accept_punctuation("|")) {
    const auto second = cursor_.expect_identifier("the second destination after '|'");
    if (!second) return false;
    operand.second_dest = *second;
  }
  return true;
}

bool ModuleParser::parse_named_operand(Operand& operand) {
  std::string name(cursor_.take().text);
  if (name == "_") {
    operand.value = Discard{};
    return true;
  }
  if (!registers_.is_register(name)) {
    Symbol symbol{std::move(name), 0};
    if (cursor_.at_punctuation("+") || cursor_.at_punctuation("-")) {
      const auto offset = parse_integer(cursor_, "an offset");
      if (!offset) return false;
      symbol.offset = *offset;
    }
    operand.value = std::move(symbol);
    return true;
  }
  if (cursor_.peek().kind == TokenKind::Dotted) {
    const std::string selector(cursor_.take().text);
    if (is_special_vector(name)) {
      name += "." + selector;
    } else {
      operand.selector = selector;
    }
  }
  operand.value = Register{std::move(name)};
  return true;
}

bool ModuleParser::parse_operand_list(std::vector<Operand>& elements, std::string_view end,
                                      uint32_t depth) {
  if (cursor_.accept_punctuation(end)) return true;
  do {
    Operand element;
    if (!parse_operand(element, false, depth + 1)) return false;
    elements.push_back(std::move(element));
  } while (cursor_.accept_punctuation(","));
  return cursor_.expect_punctuation(end, "a list of operands");
}

/// `[base]`, `[base+offset]`, `[base, {x, y}]`. The coordinates of `{x, y}` are listed one by one.
bool ModuleParser::parse_address(Operand& operand, uint32_t depth) {
  cursor_.take();  // '['
  Address address;
  const Token start = cursor_.peek();
  if (start.kind == TokenKind::Identifier && start.text != "WARP_SZ") {
    cursor_.take();
    if (registers_.is_register(start.text)) {
      address.base = Register{std::string(start.text)};
    } else {
      address.base = Symbol{std::string(start.text), 0};
    }
    if (cursor_.at_punctuation("+") || cursor_.at_punctuation("-")) {
      const auto offset = parse_integer(cursor_, "an offset");
      if (!offset) return false;
      address.offset = *offset;
    }
  } else {
    const auto absolute = parse_integer(cursor_, "an address");
    if (!absolute) return false;
    address.base = IntegerImmediate{*absolute, false};
  }
  while (cursor_.accept_punctuation(",")) {
    if (cursor_.accept_punctuation("{")) {
      if (!parse_operand_list(address.coordinates, "}", depth + 1)) return false;
    } else {
      Operand coordinate;
      if (!parse_operand(coordinate, false, depth + 1)) return false;
      address.coordinates.push_back(std::move(coordinate));
    }
  }
  if (!cursor_.expect_punctuation("]", "an address")) return false;
  if (cursor_.peek().kind == TokenKind::Dotted)
    operand.selector = cursor_.take().text;  // `.unified`
  operand.value = std::move(address);
  return true;
}

}  // namespace gtl::ptx
