// A decoded module: names resolved, registers numbered, control flow known. What exec/ runs and what
// the reports of counters/ and checks/ use to name a place.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "decode/instruction.h"
#include "memory/memory.h"
#include "ptx/ast.h"

namespace gtl::decode {

/// A place in the reader's source. `file` and `line` follow the inline chain outwards until they leave
/// the toolkit's headers, so that a line is charged to the reader's own file.
struct SourceLocation {
  std::string file;
  uint32_t line = 0;
  bool known() const { return line != 0; }
};

struct Parameter {
  std::string name;
  uint32_t offset = 0, size = 0, alignment = 0;  ///< In bytes, in the .param space.
};

struct ModuleVariable {
  std::string name;
  memory::Space space = memory::Space::Global;  ///< Global or Const (shared ones belong to functions).
  uint64_t size = 0, alignment = 1;
  bool is_managed = false, is_external = false;
  std::vector<std::byte> initial;          ///< Empty: zero.
  struct Relocation { uint64_t offset; std::string symbol; int64_t addend; bool generic; };
  std::vector<Relocation> relocations;     ///< 8-byte addresses to fill in at load.
  uint64_t address = 0;                    ///< Set by `load`.
};

struct Function {
  std::string name;       ///< Mangled.
  bool is_kernel = false;
  std::vector<Parameter> parameters;
  uint32_t parameter_bytes = 0;
  uint32_t static_shared_bytes = 0;  ///< Of the kernel and everything it may call.
  uint32_t local_bytes = 0;          ///< A thread's frame.
  uint32_t max_threads[3] = {0, 0, 0}, required_threads[3] = {0, 0, 0};  ///< .maxntid, .reqntid
  uint32_t min_blocks_per_sm = 0, max_registers = 0;
  uint32_t register_count = 0;       ///< Slots of 32 lanes; not the hardware's registers.
  std::vector<Instruction> instructions;
  std::vector<SourceLocation> locations;                     ///< By instruction.
  std::vector<std::vector<ptx::Line>> inline_stacks;         ///< By instruction, innermost first; may be empty.
};

struct Program {
  std::string target;     ///< "sm_90"
  std::vector<Function> functions;
  std::vector<ModuleVariable> variables;
  std::vector<std::string> files;
  int find_kernel(const std::string& mangled) const;  ///< -1 when there is none.
};

/// Names resolved, operands typed, reconvergence points computed. An instruction that the emulator does
/// not know is an error that names it, its function and its line.
Result<Program> decode(const ptx::Module& module);

/// Allocates and initialises the module's variables in `memory`, and patches their addresses in.
Result<bool> load(Program& program, memory::Memory& memory);

}  // namespace gtl::decode
