// The recursive-descent parser of a module: one instance parses one text. Its parts live in
// parser.cc (module level), declarations.cc, functions.cc and instructions.cc.
#pragma once

#include <string_view>
#include <vector>

#include "ptx/ast.h"
#include "ptx/cursor.h"
#include "ptx/debug_lines.h"
#include "ptx/register_names.h"

namespace gtl::ptx {

/// `.extern .visible .weak .common` before a variable or function.
struct Linkage {
  bool is_external = false, is_visible = false, is_weak = false, is_common = false;
};

/// Every parse function returns false after an error; the cursor holds it.
class ModuleParser {
 public:
  explicit ModuleParser(std::string_view text) : cursor_(tokenize(text)) {}
  Result<Module> run();

 private:
  // parser.cc
  bool parse_module_statement();
  bool parse_version();
  bool parse_target();
  bool parse_alias();
  Linkage parse_linkage();

  // functions.cc
  bool parse_function(const Linkage& linkage);
  bool parse_function_directives(Function& function);
  bool parse_block(Block& block);
  bool parse_statement(std::vector<Statement>& statements);
  bool parse_body_directive(std::vector<Statement>& statements);
  bool parse_targets(const std::string& name, bool is_call, std::vector<Statement>& statements);
  bool parse_prototype(const std::string& name, std::vector<Statement>& statements);
  bool parse_parameters(std::vector<Variable>& parameters);
  bool parse_pragma();

  // declarations.cc
  bool at_variable() const;
  bool parse_variables(const Linkage& linkage, std::vector<Variable>& variables);
  bool parse_variable_prefix(Variable& variable);
  bool parse_variable_name(Variable& variable);
  bool parse_attributes(Variable& variable);
  bool parse_pointer(Variable& variable);
  bool parse_dimensions(Variable& variable);
  bool parse_initializers(Variable& variable);
  bool parse_initializer_list(Variable& variable, size_t depth);
  bool parse_initializer(Variable& variable);
  bool parse_symbol_initializer(Initializer& initializer);
  bool parse_registers(std::vector<Statement>& statements);
  bool parse_alignment(uint32_t& alignment);

  // instructions.cc
  bool parse_instruction(Instruction& instruction);
  bool parse_guard(Instruction& instruction);
  bool parse_operand(Operand& operand, bool is_call, uint32_t depth);
  bool parse_named_operand(Operand& operand);
  bool parse_operand_list(std::vector<Operand>& elements, std::string_view end, uint32_t depth);
  bool parse_address(Operand& operand, uint32_t depth);

  Cursor cursor_;
  RegisterNames registers_;
  DebugLines debug_;
  Module module_;
  uint32_t block_depth_ = 0;
  uint32_t used_bytes_ = ~0u;  ///< Of the next instruction.
};

}  // namespace gtl::ptx
