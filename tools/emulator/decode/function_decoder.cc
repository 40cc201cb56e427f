#include "decode/function_decoder.h"

#include <algorithm>

#include "decode/async_forms.h"
#include "decode/modifiers.h"
#include "decode/unused_results.h"

namespace gtl::decode {

FunctionDecoder::FunctionDecoder(const ModuleNames& names, Program& program, Function& function,
                                 const SharedLayout& shared)
    : names_(names), program_(program), function_(function), shared_(shared) {
  scopes_.emplace_back(nullptr);
}

uint32_t FunctionDecoder::allocate_frame(uint64_t bytes, uint64_t alignment) {
  const uint64_t offset = align_up(frame_end_, alignment);
  frame_end_ = uint32_t(offset + bytes);
  return uint32_t(offset);
}

void FunctionDecoder::declare_parameters(const ptx::Function& source) {
  Scope& scope = scopes_.front();
  function_.result_slots.clear();
  function_.parameter_slots.clear();
  function_.parameters = lay_out_parameters(source, function_.parameter_bytes);
  if (source.is_entry) {
    for (const Parameter& parameter : function_.parameters) {
      scope.declare(parameter.name, {Name::Kind::EntryParameter, parameter.offset, parameter.size});
    }
    return;
  }
  auto declare_slots = [&](const std::vector<ptx::Variable>& variables,
                           std::vector<ParameterSlot>& slots) {
    for (const ptx::Variable& variable : variables) {
      const uint32_t size = uint32_t(size_of(variable));
      slots.push_back({allocate_frame(uint64_t{size} * 32, 64), size});
      scope.declare(variable.name, {Name::Kind::ParameterSlot, slots.back().frame_offset, size});
    }
  };
  declare_slots(source.returns, function_.result_slots);
  declare_slots(source.parameters, function_.parameter_slots);
  // `.b8 arguments[]`: the rest of a variadic function's arguments.
  const bool has_open_end =
      !source.parameters.empty() && source.parameters.back().dimensions == std::vector<uint64_t>{0};
  function_.is_variadic = has_open_end;
  if (has_open_end)
    scope.declare(source.parameters.back().name, {Name::Kind::VariableArguments, 0, 0});
}

void FunctionDecoder::decode_body(const ptx::Function& source) {
  if (!gather(source.body, scopes_.front())) return;
  for (const auto& [list, scope] : target_lists_) {
    scope_ = scope;
    std::vector<uint32_t> table;
    for (const std::string& label : list.targets) {
      uint32_t index = 0;
      if (!find_label(label, index)) return;
      table.push_back(index);
    }
    function_.branch_tables.push_back(std::move(table));
  }
  // All that is refused is told, not only the first: hence no way out of this loop.
  for (const Pending& pending : pending_) decode_one(pending);
  if (!function_.refusals.empty()) return;
  // Labels may stand at the very end: a closing `ret` gives them an instruction.
  function_.instructions.push_back({.opcode = Opcode::Return});
  function_.locations.push_back(function_.locations.empty() ? SourceLocation{}
                                                            : function_.locations.back());
  function_.inline_stacks.push_back(-1);
  function_.frame_bytes = uint32_t(align_up(frame_end_, 64));
  function_.register_count = function_.frame_bytes / 128;
  function_.local_bytes = uint32_t(align_up(function_.local_bytes, 64));
  drop_unused_results(function_);
  analyse_control_flow(function_);
}

bool FunctionDecoder::gather(const ptx::Block& block, Scope& scope) {
  for (const ptx::Statement& statement : block.statements) {
    if (auto* instruction = std::get_if<ptx::Instruction>(&statement.value)) {
      pending_.push_back({instruction, &scope});
    } else if (auto* label = std::get_if<ptx::Label>(&statement.value)) {
      scope.declare(label->name, {Name::Kind::Label, uint32_t(pending_.size()), 0});
    } else if (auto* declaration = std::get_if<ptx::RegisterDeclaration>(&statement.value)) {
      const uint32_t bytes = bytes_of(declaration->type);
      const Name name{Name::Kind::Register, Operand::kNone, bytes == 1 ? 2 : bytes};
      if (declaration->vector != 1) {
        scope.declare(declaration->name, {Name::Kind::VectorRegister, 0, declaration->vector});
        for (uint32_t i = 0; i < declaration->vector; ++i)
          scope.declare(declaration->name + "." + kVectorElements[i], name);
        continue;
      }
      if (declaration->count == 0) scope.declare(declaration->name, name);
      for (uint32_t i = 0; i < declaration->count; ++i) {
        scope.declare(declaration->name + std::to_string(i), name);
      }
    } else if (auto* variable = std::get_if<ptx::Variable>(&statement.value)) {
      if (!declare_variable(*variable, scope)) return false;
    } else if (auto* list = std::get_if<ptx::TargetList>(&statement.value)) {
      scope.declare(list->name, {Name::Kind::TargetList, uint32_t(target_lists_.size()), 0});
      if (!list->is_call) target_lists_.emplace_back(*list, &scope);
    } else if (auto* prototype = std::get_if<ptx::CallPrototype>(&statement.value)) {
      scope.declare(prototype->name, {Name::Kind::Prototype, 0, 0});
    } else if (auto* inner = std::get_if<ptx::Block>(&statement.value)) {
      scopes_.emplace_back(&scope);
      if (!gather(*inner, scopes_.back())) return false;
    }
  }
  return true;
}

bool FunctionDecoder::declare_variable(const ptx::Variable& variable, Scope& scope) {
  const uint64_t size = size_of(variable);
  switch (variable.space) {
    case ptx::Space::Local: {
      const uint64_t offset = align_up(function_.local_bytes, alignment_of(variable));
      function_.local_bytes = uint32_t(offset + size);
      scope.declare(variable.name, {Name::Kind::Local, uint32_t(offset), uint32_t(size)});
      return true;
    }
    case ptx::Space::Param:
      scope.declare(variable.name,
                    {Name::Kind::ParameterSlot, allocate_frame(size * 32, 64), uint32_t(size)});
      return true;
    case ptx::Space::Shared:
      if (variable.is_external) {
        scope.declare(variable.name, {Name::Kind::DynamicShared, 0, 0});
      } else {
        scope.declare(variable.name,
                      {Name::Kind::Shared, shared_.offsets.at(variable.name), uint32_t(size)});
      }
      return true;
    default:
      return true;  // .global and .const inside a function: the module's decoder has placed them
  }
}

bool FunctionDecoder::decode_one(const Pending& pending) {
  current_ = pending.source;
  scope_ = pending.scope;
  const int policy = cache_policy_operand(*current_);
  if (policy < 0) return decode_current();
  // There are no caches: the policy is no operand.
  ptx::Instruction without_policy = *current_;
  without_policy.operands.erase(without_policy.operands.begin() + policy);
  current_ = &without_policy;
  const bool is_decoded = decode_current();
  current_ = pending.source;
  return is_decoded;
}

bool FunctionDecoder::decode_current() {
  Instruction instruction;
  const std::string unknown = apply_modifiers(*current_, instruction);
  const OpcodeRow* row = find_row(*current_, instruction.type, form_of(*current_));
  const bool is_matrix = row && is_matrix_opcode(row->opcode);
  if (!row || (!unknown.empty() && !is_matrix)) {
    return fail("the emulator does not know the instruction '" + spelling(*current_) + "'" +
                (row ? " (modifier ." + unknown + ")" : ""));
  }
  instruction.opcode = row->opcode;
  const bool uses_stack_pointer = row->opcode == Opcode::Alloca ||
                                  row->opcode == Opcode::StackSave ||
                                  row->opcode == Opcode::StackRestore;
  if (uses_stack_pointer && function_.stack_slot == 0)
    function_.stack_slot = allocate_frame(4 * 32, 64);
  if (!bind_guard(instruction)) return false;
  const bool is_special = std::string_view(row->operands) == "*";
  if (!(is_matrix    ? bind_matrix(*current_, instruction)
        : is_special ? bind_special_form(*current_, instruction)
                     : bind_operands(*row, instruction))) {
    return false;
  }
  set_default_semantics(instruction);
  if (current_->used_bytes != ~0u)
    function_.used_bytes[uint32_t(function_.instructions.size())] = current_->used_bytes;
  function_.instructions.push_back(instruction);
  function_.locations.push_back(reader_location(*names_.module, current_->line));
  function_.inline_stacks.push_back(current_->line);
  return true;
}

bool FunctionDecoder::fail(std::string what) {
  Error error{std::move(what), ""};
  if (current_) {
    const SourceLocation location = reader_location(*names_.module, current_->line);
    error.where = location.known() ? location.file + ":" + std::to_string(location.line)
                                   : "PTX line " + std::to_string(current_->ptx_line);
  }
  auto& refusals = function_.refusals;
  const bool is_new = std::none_of(refusals.begin(), refusals.end(),
                                   [&](const Error& other) { return other.what == error.what; });
  if (is_new) refusals.push_back(std::move(error));
  return false;
}

}  // namespace gtl::decode
