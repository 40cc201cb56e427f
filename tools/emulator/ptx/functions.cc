// Functions: header, directives, and the statements of their bodies.
#include <optional>
#include <string_view>
#include <utility>

#include "ptx/constants.h"
#include "ptx/module_parser.h"

namespace gtl::ptx {
namespace {

/// The mask of `used_bytes_mask N` (PTX ISA 12.2); empty: another pragma.
std::optional<uint32_t> used_bytes_of(std::string_view pragma) {
  constexpr std::string_view kName = "used_bytes_mask ";
  if (!pragma.starts_with(kName)) return std::nullopt;
  const auto mask = parse_number(pragma.substr(kName.size()));
  const auto* number = mask ? std::get_if<IntegerImmediate>(&*mask) : nullptr;
  return number ? std::optional(static_cast<uint32_t>(number->value)) : std::nullopt;
}

}  // namespace

bool ModuleParser::parse_function(const Linkage& linkage) {
  Function function;
  function.ptx_line = cursor_.peek().line;
  function.is_entry = cursor_.take().text == "entry";
  function.is_external = linkage.is_external;
  function.is_visible = linkage.is_visible;
  function.is_weak = linkage.is_weak;
  debug_.begin_function();
  registers_.enter_scope();
  Variable attributes;  // `.attribute(.unified(…))` says nothing that the emulator needs.
  if (cursor_.accept_dotted("attribute") && !parse_attributes(attributes)) return false;
  if (cursor_.at_punctuation("(") && !parse_parameters(function.returns)) return false;
  const auto name = cursor_.expect_identifier("the function's name");
  if (!name) return false;
  function.name = *name;
  if (cursor_.at_punctuation("(") && !parse_parameters(function.parameters)) return false;
  if (!parse_function_directives(function)) return false;
  if (cursor_.at_punctuation("{")) {
    function.has_body = true;
    if (!parse_block(function.body)) return false;
  } else if (!cursor_.expect_punctuation(";", "the declaration of " + function.name)) {
    return false;
  }
  registers_.leave_scope();
  module_.functions.push_back(std::move(function));
  return true;
}

bool ModuleParser::parse_parameters(std::vector<Variable>& parameters) {
  cursor_.take();  // '('
  if (cursor_.accept_punctuation(")")) return true;
  do {
    Variable parameter;
    parameter.ptx_line = cursor_.peek().line;
    if (cursor_.accept_dotted("param")) {
      parameter.space = Space::Param;
    } else if (cursor_.accept_dotted("reg")) {
      parameter.space = Space::Register;
    } else {
      return cursor_.fail_expected("'.param' or '.reg' at the start of a parameter");
    }
    if (!parse_variable_prefix(parameter) || !parse_variable_name(parameter)) return false;
    if (parameter.space == Space::Register) {
      registers_.declare_register({parameter.type, parameter.name, 0, parameter.vector});
    }
    parameters.push_back(std::move(parameter));
  } while (cursor_.accept_punctuation(","));
  return cursor_.expect_punctuation(")", "the parameters");
}

bool ModuleParser::parse_function_directives(Function& function) {
  while (cursor_.peek().kind == TokenKind::Dotted) {
    const std::string name(cursor_.take().text);
    if (name == "pragma") {
      if (!parse_pragma()) return false;
      continue;
    }
    if (name == "noreturn") function.is_noreturn = true;
    std::vector<uint64_t> values;
    while (cursor_.peek().kind == TokenKind::Number) {
      const auto value = parse_count(cursor_, "a value of '." + name + "'", UINT32_MAX);
      if (!value) return false;
      values.push_back(*value);
      if (!cursor_.accept_punctuation(",")) break;
    }
    function.directives.emplace_back(name, std::move(values));
  }
  return true;
}

bool ModuleParser::parse_pragma() {
  do {
    if (cursor_.peek().kind != TokenKind::String)
      return cursor_.fail_expected("a string after '.pragma'");
    used_bytes_ = used_bytes_of(cursor_.take().text).value_or(used_bytes_);
  } while (cursor_.accept_punctuation(","));
  return cursor_.expect_punctuation(";", "'.pragma'");
}

bool ModuleParser::parse_block(Block& block) {
  if (block_depth_ >= kMaximalDepth)
    return cursor_.fail(cursor_.peek(), "scopes '{' nest too deeply");
  ++block_depth_;
  cursor_.take();  // '{'
  registers_.enter_scope();
  while (!cursor_.accept_punctuation("}")) {
    if (cursor_.at_end()) return cursor_.fail_expected("'}': is the PTX text cut off?");
    if (!parse_statement(block.statements)) return false;
  }
  registers_.leave_scope();
  --block_depth_;
  return true;
}

bool ModuleParser::parse_statement(std::vector<Statement>& statements) {
  if (cursor_.accept_punctuation(";")) return true;
  if (cursor_.at_punctuation("{")) {
    Block inner;
    if (!parse_block(inner)) return false;
    statements.push_back({std::move(inner)});
    return true;
  }
  if (cursor_.peek().kind == TokenKind::Dotted) return parse_body_directive(statements);
  if (cursor_.peek().kind == TokenKind::Identifier && cursor_.at_punctuation(":", 1)) {
    const std::string name(cursor_.take().text);
    cursor_.take();
    if (cursor_.accept_dotted("branchtargets")) return parse_targets(name, false, statements);
    if (cursor_.accept_dotted("calltargets")) return parse_targets(name, true, statements);
    if (cursor_.accept_dotted("callprototype")) return parse_prototype(name, statements);
    statements.push_back({Label{name}});
    return true;
  }
  Instruction instruction;
  instruction.used_bytes = std::exchange(used_bytes_, ~0u);
  if (!parse_instruction(instruction)) return false;
  statements.push_back({std::move(instruction)});
  return true;
}

bool ModuleParser::parse_body_directive(std::vector<Statement>& statements) {
  if (cursor_.accept_dotted("loc")) return debug_.parse_location(cursor_);
  if (cursor_.accept_dotted("file")) return debug_.parse_file(cursor_);
  if (cursor_.accept_dotted("section")) return debug_.parse_section(cursor_);
  if (cursor_.accept_dotted("pragma")) return parse_pragma();
  if (cursor_.accept_dotted("reg")) return parse_registers(statements);
  const Linkage linkage = parse_linkage();
  if (!at_variable()) return cursor_.fail_expected("an instruction, a label or a declaration");
  std::vector<Variable> variables;
  if (!parse_variables(linkage, variables)) return false;
  for (Variable& variable : variables) statements.push_back({std::move(variable)});
  return true;
}

bool ModuleParser::parse_targets(const std::string& name, bool is_call,
                                 std::vector<Statement>& statements) {
  TargetList list{name, {}, is_call};
  do {
    const auto target =
        cursor_.expect_identifier("a label or function name in the list of targets");
    if (!target) return false;
    list.targets.push_back(*target);
  } while (cursor_.accept_punctuation(","));
  statements.push_back({std::move(list)});
  return cursor_.expect_punctuation(";", "the list of targets");
}

bool ModuleParser::parse_prototype(const std::string& name, std::vector<Statement>& statements) {
  CallPrototype prototype;
  prototype.name = name;
  if (cursor_.at_punctuation("(") && !parse_parameters(prototype.returns)) return false;
  if (!cursor_.expect_identifier("'_' in '.callprototype'")) return false;
  if (cursor_.at_punctuation("(") && !parse_parameters(prototype.parameters)) return false;
  Function directives;  // `.noreturn`, `.abi_preserve`: nothing that the emulator needs.
  if (!parse_function_directives(directives)) return false;
  statements.push_back({std::move(prototype)});
  return cursor_.expect_punctuation(";", "'.callprototype'");
}

}  // namespace gtl::ptx
