// From the address operand of an instruction to host pointers, one a lane, checked.
#pragma once

#include "exec/address_extent.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

inline bool is_shared(decode::Space space) {
  return space == decode::Space::Shared || space == decode::Space::SharedCluster;
}

/// What the lanes of one instruction access. Filled in by the functions below; until then the
/// addresses are left uninitialised.
struct Access {
  uint32_t mask = 0;  ///< Lanes that access memory.
  /// Lane 0's data is followed by lane 1's, and so on, for all 32 lanes.
  bool is_contiguous = false;
  /// All 32 lanes access the same bytes.
  bool is_uniform = false;
  uintptr_t origin = 0;  ///< Host address of address 0; sums with it wrap.
  Addresses addresses;

  /// Where `mask` is set.
  std::byte* pointer(uint32_t lane) const { return place(origin, addresses.lane[lane]); }
  static std::byte* place(uintptr_t origin, uint64_t address) {
    return reinterpret_cast<std::byte*>(origin + uintptr_t(address));
  }
};

/// Computes the addresses, checks them, reports the access to the observer. False: a fault is set.
/// `bytes` is what one lane accesses.
bool resolve(Context& context, const Instruction& instruction, size_t address_operand,
             uint32_t mask, AccessKind kind, uint32_t bytes, Access& access);

/// The address of each lane, with the instruction's offset: the first half of `resolve`.
void compute_addresses(Context& context, const Instruction& instruction, size_t address_operand,
                       uint64_t* addresses);

/// The second half, for instructions whose lanes access other places than the operand names.
/// `addresses` has kWarpSize entries, read where `mask` is set.
bool resolve_addresses(Context& context, const Instruction& instruction, const uint64_t* addresses,
                       uint32_t mask, AccessKind kind, uint32_t bytes, AccessOrigin origin,
                       Access& access);

}  // namespace gtl::exec::GTL_LANES
