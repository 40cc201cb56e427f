// A decoded module: names resolved, registers numbered, control flow known. What exec/ runs and
// what the reports of counters/ and checks/ use to name a place.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "decode/async_form.h"
#include "decode/instruction.h"
#include "decode/matrix_form.h"
#include "memory/memory.h"
#include "ptx/ast.h"

namespace gtl::decode {

/// A place in the reader's source. `file` and `line` follow the inline chain outwards until they
/// leave the toolkit's headers, so that a line is charged to the reader's own file.
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
  memory::Space space =
      memory::Space::Global;  ///< Global or Const (shared ones belong to functions).
  uint64_t size = 0, alignment = 1;
  bool is_managed = false, is_external = false;
  std::vector<std::byte> initial;  ///< Empty: zero.
  /// `bytes` of an address to fill in at load; `mask` as in ptx::Initializer.
  struct Relocation {
    uint64_t offset;
    std::string symbol;
    int64_t addend;
    bool generic;
    uint32_t bytes;
    uint64_t mask;
  };
  std::vector<Relocation> relocations;
  uint64_t address = 0;  ///< Set by `load`.
};

/// Bytes in a function's register frame that hold a `.param` value of each lane, lane after lane.
struct ParameterSlot {
  uint32_t frame_offset = 0, size = 0;
};

/// A register that a function uses: what those who show its value look up.
struct NamedRegister {
  std::string name;                      ///< As in the PTX: "%r4".
  uint32_t frame_offset = 0, bytes = 0;  ///< Bytes a lane; 0: a predicate, one bit a lane.
};

struct CallSite {
  int32_t function = -1;  ///< Index into Program::functions; -1: by the address in `pointer`.
  Operand pointer;
  std::vector<ParameterSlot> arguments, results;
};

/// Functions that the device's system provides, and the emulator's HostServices here.
enum class SystemFunction : uint8_t { None, Print, AssertFail, Malloc, Free };

/// 64 bytes aligned as a cache line: vector loads from constants never cross one.
struct alignas(64) CacheLine {
  std::byte bytes[64];
};

struct Function {
  std::string name;  ///< Mangled.
  bool is_kernel = false;
  std::vector<Parameter> parameters;
  uint32_t parameter_bytes = 0;
  uint32_t static_shared_bytes = 0;        ///< Of the kernel and everything it may call.
  uint32_t dynamic_shared_alignment = 16;  ///< The strictest of the module's extern arrays.
  uint32_t local_bytes = 0;                ///< A thread's frame.
  bool needs_reserved_shared = false;      ///< It or what it calls: see special_registers.h.
  bool needs_grid_workspace = false;       ///< The same: Launch::grid_workspace.
  uint32_t max_threads[3] = {0, 0, 0}, required_threads[3] = {0, 0, 0};  ///< .maxntid, .reqntid
  uint32_t required_cluster[3] = {0, 0, 0};  ///< .reqnctapercluster
  uint32_t max_cluster_rank = 0;             ///< .maxclusterrank
  bool has_explicit_cluster = false;         ///< .explicitcluster: runs in clusters only.
  uint32_t min_blocks_per_sm = 0, max_registers = 0;
  uint32_t register_count = 0;  ///< Slots of 32 lanes; not the hardware's registers.
  std::vector<Instruction> instructions;
  std::vector<SourceLocation> locations;  ///< By instruction.
  /// By instruction: its innermost line, an index into Program::lines, or -1. `inlined_at` leads
  /// out.
  std::vector<int32_t> inline_stacks;
  /// By the instruction of a load that takes bytes along that nobody looks at, padding say: a bit
  /// for each byte whose value matters.
  std::unordered_map<uint32_t, uint32_t> used_bytes;

  bool has_body = false;
  bool is_variadic = false;  ///< Its last argument lies in local memory, in front of its variables.
  bool is_accepted = false;  ///< Of a kernel that was launched: no instruction of it is refused.
  bool is_decoded = false;   ///< Or was tried to be: see `refusals`.
  /// What in the body the emulator does not know, at most once each. Such a function cannot run.
  std::vector<Error> refusals;
  SystemFunction system = SystemFunction::None;
  uint32_t stack_slot = 0;               ///< In the frame, with alloca: its stack pointers. Else 0.
  uint32_t frame_bytes = 0;              ///< Registers of 32 lanes, predicates and parameter slots.
  std::vector<CacheLine> constants;      ///< Immediates, each repeated for 32 lanes.
  std::vector<Operand> vector_operands;  ///< Elements, from Instruction::extra on.
  std::vector<NamedRegister> registers;  ///< In the order of their first use.
  std::vector<CallSite> call_sites;      ///< By Instruction::extra.
  std::vector<AsyncForm> async_forms;    ///< By Instruction::extra of asynchronous copies.
  std::vector<MatrixForm> matrix_forms;  ///< By Instruction::extra.
  std::vector<std::vector<uint32_t>> branch_tables;          ///< By Instruction::target of brx.
  std::vector<ParameterSlot> parameter_slots, result_slots;  ///< Of a device function.
  /// Constants that hold the address of a module variable or function: filled in by `load`.
  struct AddressConstant {
    uint32_t offset;
    std::string symbol;
    int64_t addend;
  };
  std::vector<AddressConstant> address_constants;
};

/// The address of a shared variable, as a value: it depends on the block's rank in its cluster, so
/// exec/ fills in one for each block (see shared_address in special_registers.h).
struct SharedAddress {
  int64_t offset = 0;
  uint32_t bytes = 4;  ///< Of the register it goes to.
};

/// A function pointer is kFunctionBase + 16 * (index into Program::functions).
constexpr uint64_t kFunctionBase = 0x0000'0140'0000'0000;

struct Bodies;  // decode/bodies.h

struct Program {
  std::string target;  ///< "sm_90"
  std::vector<Function> functions;
  std::vector<ModuleVariable> variables;
  std::vector<std::string> files;
  std::vector<ptx::Line> lines;
  std::vector<SharedAddress> shared_addresses;
  std::shared_ptr<Bodies> bodies;  ///< What `decode_reachable` decodes.
  /// Of variables and functions, by name: set by `load`.
  std::map<std::string, uint64_t> addresses;
  int find_kernel(const std::string& mangled) const;    ///< -1 when there is none.
  int find_function(const std::string& mangled) const;  ///< Kernel or not; -1 when there is none.
};

/// The module's names: variables, functions with their parameters and shared memory. Their bodies
/// wait for `decode_reachable`: a module from CUB or Thrust has hundreds of kernels, and a program
/// launches a few of them.
Result<Program> declare(ptx::Module module);

/// Decodes the function and all that it may call, if that has not been done: operands typed,
/// reconvergence points computed. An instruction that the emulator does not know is an error that
/// names it, its function and its line. Functions that are called by address alone are decoded,
/// too; what is wrong with them is told when such a call happens.
std::optional<Error> decode_reachable(Program& program, uint32_t function);

/// `declare`, and every function decoded; the first refusal is the error.
Result<Program> decode(ptx::Module module);

/// What a function refuses, in one sentence.
Error refusal_of(const Function& function);

/// Allocates and initialises the module's variables in `memory`, and patches their addresses in,
/// now and in functions that are decoded later.
Result<bool> load(Program& program, memory::Memory& memory);

}  // namespace gtl::decode
