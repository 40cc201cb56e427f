// The syntax tree of a PTX module: what the parser produces and the decoder consumes.
// It keeps PTX's own words (opcodes and modifiers as text) and knows nothing of their meaning.
// Source: PTX ISA 9.0, chapters 4 (syntax), 5 (state spaces and types) and 11 (directives).
#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

namespace gtl::ptx {

enum class Space : uint8_t { Register, Special, Const, Global, Local, Param, Shared, Generic };

/// Fundamental types (PTX ISA 5.2). Packed types such as f16x2 appear as modifiers only.
enum class Type : uint8_t {
  B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F16, F16x2, BF16, BF16x2, F32, F64,
  Pred, TexRef, SamplerRef, SurfRef,
};

/// One line of the reader's source, from `.loc`. `inlined_at` chains outwards through the calls that
/// were inlined here; -1 ends the chain. Indices point into Module::lines.
struct Line {
  uint32_t file = 0;  ///< Index into Module::files; 0 means unknown.
  uint32_t line = 0;
  uint32_t column = 0;
  std::string function;     ///< The inlined function's (mangled) name, where `.loc` gives one.
  int32_t inlined_at = -1;  ///< The line of the call, or -1.
};

struct Register { std::string name; };            ///< %r1, %p2, or a declared name; special: %tid.x
struct IntegerImmediate { int64_t value = 0; bool is_unsigned = false; };
struct FloatImmediate { uint64_t bits = 0; bool is_double = false; };  ///< 0f…, 0d…, decimal: double
struct Symbol { std::string name; int64_t offset = 0; };  ///< A variable, function or label name.
/// `[base+offset]`: the base is a register, a symbol or an absolute number.
struct Address {
  std::variant<Register, Symbol, IntegerImmediate> base;
  int64_t offset = 0;
  std::vector<struct Operand> coordinates;  ///< `[tensor, {x, y}]`: texture and tensor accesses.
};
struct Vector { std::vector<struct Operand> elements; };      ///< `{%r1, %r2}`
struct Discard {};                                            ///< `_`
struct CallList { std::vector<struct Operand> elements; };    ///< `(a, b)` of a call

struct Operand {
  std::variant<Register, IntegerImmediate, FloatImmediate, Symbol, Address, Vector, Discard, CallList>
      value;
  bool negated = false;     ///< `!%p1`, or `-` before a register.
  std::string selector;     ///< `.x`, `.b0`, `.h1` after a register; empty otherwise.
  std::string second_dest;  ///< `p|q`: the second register of a paired destination.
};

/// `@!%p1 ld.global.v4.f32 {…}, [%rd1];` has opcode "ld", modifiers {"global","v4","f32"}.
struct Instruction {
  std::string opcode;
  std::vector<std::string> modifiers;  ///< In order, without dots; `::` kept ("shared::cta").
  std::vector<Operand> operands;
  std::string guard;  ///< The guarding predicate's name, or empty.
  bool guard_negated = false;
  int32_t line = -1;        ///< Index into Module::lines, or -1.
  uint32_t ptx_line = 0;    ///< Line in the PTX text, for errors.
  /// A load's: a bit for each byte whose value matters, from `.pragma "used_bytes_mask N"`.
  uint32_t used_bytes = ~0u;
};

struct Initializer {
  /// A scalar, or the address of a symbol (`generic(sym)+offset` included).
  std::variant<IntegerImmediate, FloatImmediate, Symbol> value;
  bool generic = false;
  uint64_t mask = 0;  ///< `0xFF00(sym)`: only these bits of the address, shifted down. 0: all of it.
};

struct Variable {
  std::string name;
  Space space = Space::Global;
  Type type = Type::B8;
  uint32_t vector = 1;               ///< .v2, .v4
  uint32_t alignment = 0;            ///< In bytes; 0 when not given: the natural alignment.
  std::vector<uint64_t> dimensions;  ///< Array extents; a leading 0 stands for `[]`.
  std::vector<Initializer> initializers;  ///< Flattened, row-major.
  std::string pointer_space;         ///< `.ptr .global`: the pointee's space, or empty.
  uint32_t pointer_alignment = 0;
  bool is_external = false, is_visible = false, is_weak = false, is_common = false;
  bool is_managed = false;           ///< `.attribute(.managed)`
  uint32_t ptx_line = 0;
};

/// `%r<12>` declares %r0 … %r11: count is 12. A single register has count 0 and its full name.
struct RegisterDeclaration {
  Type type = Type::B32;
  std::string name;
  uint32_t count = 0;
  uint32_t vector = 1;
};

struct Label { std::string name; };
/// `ts: .branchtargets a, b;` and `ts: .calltargets f, g;`
struct TargetList { std::string name; std::vector<std::string> targets; bool is_call = false; };
struct CallPrototype { std::string name; std::vector<Variable> returns, parameters; };

struct Statement;
/// `{ … }`: a scope. Register, variable and label names inside hide those outside.
struct Block { std::vector<Statement> statements; };
struct Statement {
  std::variant<Instruction, Label, RegisterDeclaration, Variable, TargetList, CallPrototype, Block> value;
};

struct Function {
  std::string name;  ///< Mangled.
  bool is_entry = false, is_external = false, is_visible = false, is_weak = false, is_noreturn = false;
  bool has_body = false;
  std::vector<Variable> returns, parameters;
  std::vector<std::pair<std::string, std::vector<uint64_t>>> directives;  ///< "maxntid" → {256,1,1} …
  Block body;
  uint32_t ptx_line = 0;
};

struct Module {
  uint32_t version_major = 0, version_minor = 0;
  std::string target;         ///< "sm_90"
  uint32_t address_size = 64;
  std::vector<std::string> files;  ///< By `.file` index; entry 0 is empty.
  std::vector<Line> lines;
  std::vector<Variable> variables;
  std::vector<Function> functions;
  std::vector<std::pair<std::string, std::string>> aliases;
};

}  // namespace gtl::ptx
