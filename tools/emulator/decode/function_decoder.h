// Decodes one function: names to slots, instructions to rows of the opcode table.
#pragma once

#include <deque>
#include <map>
#include <string>
#include <vector>

#include "decode/layout.h"
#include "decode/names.h"
#include "decode/opcodes.h"
#include "decode/program.h"

namespace gtl::decode {

/// Selectors of a vector register's elements.
constexpr char kVectorElements[] = "xyzw";

/// What the functions of a module share while they are decoded.
struct ModuleNames {
  const ptx::Module* module = nullptr;
  std::map<std::string, int32_t> functions;  ///< Index into Program::functions.
  std::map<std::string, int32_t> variables;  ///< Index into Program::variables.
};

class FunctionDecoder {
 public:
  FunctionDecoder(const ModuleNames& names, Program& program, Function& function,
                  const SharedLayout& shared);

  /// The function's parameters: kernel parameters, or slots that callers fill. Comes first, for all
  /// functions, as a call needs to know its callee's slots.
  void declare_parameters(const ptx::Function& source);
  /// Fills the function, or its `refusals`.
  void decode_body(const ptx::Function& source);

 private:
  /// An instruction before its names are resolved; labels may still lie ahead.
  struct Pending {
    const ptx::Instruction* source;
    Scope* scope;
  };

  // function_decoder.cc: declarations and the order of things
  bool gather(const ptx::Block& block, Scope& scope);
  bool declare_variable(const ptx::Variable& variable, Scope& scope);
  bool decode_one(const Pending& pending);
  bool decode_current();
  /// Records a refusal, and returns false.
  bool fail(std::string what);
  uint32_t allocate_frame(uint64_t bytes, uint64_t alignment);

  // operands.cc: names and numbers to operands
  bool bind_operands(const OpcodeRow& row, Instruction& instruction);
  bool bind_guard(Instruction& instruction);
  bool bind_value(const ptx::Operand& operand, uint32_t bytes, Type type, bool may_be_wider,
                  Operand& result, uint32_t* register_bytes = nullptr);
  bool bind_predicate(const ptx::Operand& operand, Operand& result, bool& negated);
  bool bind_register(const std::string& name, Operand& result, uint32_t& bytes);
  bool bind_address(const ptx::Operand& operand, size_t index, Instruction& instruction);
  bool bind_symbol_address(const std::string& name, int64_t offset, uint32_t bytes,
                           Operand& result);
  bool bind_elements(const ptx::Operand& operand, uint32_t bytes, Instruction& instruction);
  /// Elements of a vector operand: of `{…}`, of a vector register, or the one register.
  std::vector<ptx::Operand> elements_of(const ptx::Operand& operand) const;
  Operand constant(uint64_t value, uint32_t bytes);
  Operand shared_constant(int64_t offset, uint32_t bytes);

  // special_forms.cc, video_forms.cc: the opcodes whose operands follow rules of their own
  const char* form_of(const ptx::Instruction& source) const;
  bool bind_special_form(const ptx::Instruction& source, Instruction& instruction);
  bool bind_move(const ptx::Instruction& source, Instruction& instruction);
  bool bind_pack(const ptx::Operand& vector, const ptx::Operand& scalar, Instruction& instruction);
  bool bind_branch(const ptx::Instruction& source, Instruction& instruction);
  bool bind_indexed_branch(const ptx::Instruction& source, Instruction& instruction);
  bool bind_call(const ptx::Instruction& source, Instruction& instruction);
  bool bind_video(const ptx::Instruction& source, Instruction& instruction);
  bool bind_vector_atomic(const ptx::Instruction& source, Instruction& instruction);
  bool bind_slots(const ptx::Operand& list, std::vector<ParameterSlot>& slots);
  bool bind_reducing_barrier(const ptx::Instruction& source, Instruction& instruction);
  bool find_label(const std::string& name, uint32_t& index);

  // async_forms.cc: asynchronous copies
  bool bind_async(const ptx::Instruction& source, Instruction& instruction);
  bool bind_async_address(const ptx::Operand& operand, Space space, AsyncForm& form,
                          Instruction& part);
  bool bind_tensor_map_edit(const ptx::Instruction& source, Instruction& instruction);
  bool bind_small_copy(const ptx::Instruction& source, AsyncForm& form);
  bool is_predicate(const ptx::Operand& operand) const;

  const ModuleNames& names_;
  Program& program_;
  Function& function_;
  const SharedLayout& shared_;

  std::deque<Scope> scopes_;
  std::vector<Pending> pending_;
  std::vector<std::pair<ptx::TargetList, Scope*>> target_lists_;
  std::map<std::pair<uint64_t, uint32_t>, uint32_t> constants_;  ///< (value, bytes) → offset
  uint32_t frame_end_ = 64;  ///< Bytes 0–3 of a frame hold the carry flag CC.CF.
  uint32_t constants_end_ = 0;
  Scope* scope_ = nullptr;  ///< Of the instruction being decoded.
  const ptx::Instruction* current_ = nullptr;
};

/// Fills Instruction::join of every branch with its immediate post-dominator, and marks loops that
/// may wait for other threads.
void analyse_control_flow(Function& function);

/// The line of the reader's own file that `.loc` line `line` of the module belongs to.
SourceLocation reader_location(const ptx::Module& module, int32_t line);

}  // namespace gtl::decode
