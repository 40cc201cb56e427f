// The decoded instruction: which operation, on which types, on which register slots. Its fields
// belong to decode/ and exec/; others identify an instruction by its index only.
#pragma once

#include <array>
#include <cstdint>

#include "ptx/ast.h"

namespace gtl::decode {

/// One operation of the table opcodes.def.
enum class Opcode : uint16_t {
#define GTL_OPCODE(name, mnemonic, operands, types, meaning, section) name,
#include "decode/opcodes.def"
#undef GTL_OPCODE
  Count,
};

/// The data types that instructions name (PTX ISA 5.2 and the packed and alternate formats).
enum class Type : uint8_t {
  None,
  Pred,
  B8,
  B16,
  B32,
  B64,
  B128,
  U8,
  U16,
  U32,
  U64,
  S8,
  S16,
  S32,
  S64,
  F16,
  F16x2,
  BF16,
  BF16x2,
  F32,
  F64,
  TF32,
  E4M3,
  E5M2,
  E4M3x2,
  E5M2x2,
  F32x2,
  U16x2,
  S16x2,
  U2,
  S2,
  U4,
  S4,
  E2M3x2,
  E3M2x2,
  E2M1x2,
  UE8M0x2,
};
/// Bytes of one lane's value; a predicate counts as 0 (it is one bit of a mask).
uint32_t bytes_of(Type type);
bool is_signed(Type type);
bool is_float(Type type);
/// "f32"; "none" when there is no type.
const char* name_of(Type type);

enum class Rounding : uint8_t {
  None,
  Nearest,
  Zero,
  Down,
  Up,
  NearestAway,
  NearestInt,
  ZeroInt,
  DownInt,
  UpInt
};

enum class Compare : uint8_t {
  None,
  Eq,
  Ne,
  Lt,
  Le,
  Gt,
  Ge,
  Lo,
  Ls,
  Hi,
  Hs,
  Equ,
  Neu,
  Ltu,
  Leu,
  Gtu,
  Geu,
  Num,
  Nan,
};

/// The sub-operation that a modifier selects: of atom, red, redux, shfl, vote, prmt, testp, setp's
/// boolean …
enum class Variant : uint8_t {
  None,
  Add,
  Min,
  Max,
  Inc,
  Dec,
  Exch,
  Cas,
  And,
  Or,
  Xor,
  Popc,
  Up,
  Down,
  Butterfly,
  Index,
  Any,
  All,
  Uni,
  Ballot,
  Forward4,
  Backward4,
  Replicate8,
  EdgeLeft,
  EdgeRight,
  Replicate16,
  Finite,
  Infinite,
  Number,
  NotANumber,
  Normal,
  Subnormal,
  Left,
  Right,
  ShiftAmount,
  NoIncrement,
};

enum class Space : uint8_t {
  None,
  Generic,
  Global,
  Shared,         ///< .shared and .shared::cta: the block's own.
  SharedCluster,  ///< .shared::cluster: of any block of the cluster.
  Local,
  Const,
  ParamEntry,
  ParamFunction
};

enum Flag : uint32_t {
  kFlushToZero = 1u << 0,
  kSaturate = 1u << 1,
  kApproximate = 1u << 2,
  kCarryOut = 1u << 3,  ///< .cc
  kVolatile = 1u << 4,
  kRelaxed = 1u << 5,
  kAcquire = 1u << 6,
  kRelease = 1u << 7,
  kNaN = 1u << 8,  ///< min.NaN, max.NaN
  kXorSign = 1u << 9,
  kAbsolute = 1u << 10,
  kRelu = 1u << 11,
  kClamp = 1u << 12,    ///< shf.clamp, bmsk.clamp; else .wrap
  kTo = 1u << 13,       ///< cvta.to
  kUniform = 1u << 14,  ///< .uni
  kSatFinite = 1u << 15,
  kAddress32 = 1u << 16,       ///< The address register has 32 bits.
  kMaySpin = 1u << 17,         ///< A backward branch around a loop that may wait for other threads.
  kAccessesMemory = 1u << 18,  ///< Runs (and is reported) with every lane predicated off, too.
  kGuardNegated = 1u << 19,
  kSync = 1u << 20,
  kSequential = 1u << 21,  ///< .sc
  kNoFlush = 1u << 22,     ///< .noftz
  kHighHalf = 1u << 23,    ///< mul.hi, mad.hi …
  kLandsLater = 1u << 24,  ///< The destination of an asynchronous copy.
  kBypassesL1 = 1u << 25,  ///< cp.async.cg
};

/// Where an operand's 32 lanes lie: a base (2 bits) and a byte offset from it.
struct Operand {
  enum Base : uint32_t { Frame = 0, Constants = 1, WarpSpecials = 2, BlockSpecials = 3 };
  static constexpr uint32_t kNone = 0xFFFF'FFFF;
  uint32_t bits = kNone;

  static Operand at(Base base, uint32_t offset) { return {(uint32_t{base} << 30) | offset}; }
  bool present() const { return bits != kNone; }
  Base base() const { return Base(bits >> 30); }
  uint32_t offset() const { return bits & 0x3FFF'FFFF; }
};

struct Instruction {
  static constexpr uint32_t kNoGuard = 0xFFFF'FFFF;
  /// As a branch target or reconvergence point: the end of the function.
  static constexpr uint32_t kFunctionEnd = 0xFFFF'FFFF;

  Opcode opcode{};
  Type type = Type::None;         ///< The first type modifier.
  Type source_type = Type::None;  ///< The second.
  Rounding rounding = Rounding::None;
  Compare compare = Compare::None;
  Variant variant = Variant::None;
  Space space = Space::None;
  uint8_t scope = 0;   ///< As MemoryEvent::scope.
  uint8_t vector = 1;  ///< Elements of a vector access or of a packed mov.
  uint8_t register_bytes =
      0;  ///< Width of ld's, st's and cvt's data register: may exceed the type's.
  uint8_t source_bytes = 0;  ///< Width of cvt's source register.
  uint8_t negated = 0;       ///< Bit k: operands[k] is a negated predicate.
  uint32_t flags = 0;
  uint32_t guard = kNoGuard;  ///< Frame offset of the guarding predicate.
  /// As the table's operand column says, destination first; paired destinations take two entries.
  std::array<Operand, 6> operands{};
  int64_t immediate = 0;         ///< Address offset, look-up table, immediate operand.
  uint32_t target = 0;           ///< Branch target; called function; index of a branch table.
  uint32_t join = kFunctionEnd;  ///< Where the two ways of a branch meet again.
  uint32_t extra = 0;            ///< First vector operand, or index of the call site.

  bool has(Flag flag) const { return (flags & flag) != 0; }
};

}  // namespace gtl::decode
