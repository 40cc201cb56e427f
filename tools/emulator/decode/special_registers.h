// Special registers that hold still while a block runs (PTX ISA chapter 10) are operands like any
// other: 32 lanes in one of two tables that exec/ fills, one a warp and one a block.
// The clocks change; reading them is an instruction of its own (ReadClock).
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "decode/instruction.h"

namespace gtl::decode {

/// Bytes of 32 lanes of 32 bits: the unit of the two tables.
constexpr uint32_t kSpecialBytes = 128;

/// Slots of the warp's table.
namespace warp_special {
enum : uint32_t { TidX, TidY, TidZ, LaneId, MaskEq, MaskLe, MaskLt, MaskGe, MaskGt, WarpId, Count };
}

/// Slots of the block's table. 64-bit values take two.
namespace block_special {
enum : uint32_t {
  NtidX,
  NtidY,
  NtidZ,
  CtaidX,
  CtaidY,
  CtaidZ,
  NctaidX,
  NctaidY,
  NctaidZ,
  NwarpId,
  SmId,
  NsmId,
  DynamicSharedBytes,
  TotalSharedBytes,
  ClusterIdX,
  ClusterIdY,
  ClusterIdZ,
  NclusterIdX,
  NclusterIdY,
  NclusterIdZ,
  ClusterCtaidX,
  ClusterCtaidY,
  ClusterCtaidZ,
  ClusterNctaidX,
  ClusterNctaidY,
  ClusterNctaidZ,
  ClusterCtaRank,
  ClusterNctaRank,
  IsExplicitCluster,
  EnvReg0,
  EnvReg1,
  EnvReg2,
  EnvReg3,
  DynamicShared32,
  DynamicShared64,
  DynamicShared64High,
  GridId,
  GridIdHigh,
  ReservedShared,
  ReservedSharedEnd,
  Zero64,
  Zero64High,
  Count,
};
}

struct SpecialRegister {
  Operand operand;
  uint32_t bytes = 4;  ///< 0: a predicate.
};

/// Null when there is no such register.
std::optional<SpecialRegister> special_register(std::string_view name);
bool is_clock(std::string_view name);
/// Whether a function reads where the system's own part of shared memory lies. Cooperative groups
/// keep the barriers of tiles of several warps there.
constexpr uint32_t kReservedSharedBytes = 1024;
bool is_reserved_shared(Operand operand);
/// The value of the index-th entry of Program::shared_addresses: two slots each, behind the block's
/// table.
Operand shared_address(size_t index);
/// Where the dynamic shared memory of the running kernel starts.
SpecialRegister dynamic_shared_base(uint32_t bytes);

}  // namespace gtl::decode
