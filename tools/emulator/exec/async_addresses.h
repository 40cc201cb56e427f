// Addresses of asynchronous copies and mbarriers, a thread at a time.
#pragma once

#include "exec/context.h"

namespace gtl::exec {

/// Where an address leads.
struct Place {
  memory::Space space = memory::Space::Global;
  Context* block = nullptr;   ///< Shared memory: whose.
  uint64_t address = 0;       ///< In global memory, or the offset in its own space.
  std::byte* data = nullptr;  ///< The host's bytes behind it.
};

/// The value of an operand in one lane, at its own width.
uint64_t value_of(Context& context, decode::Operand operand, uint32_t lane, uint32_t bytes);

/// The address that operand `index` of `part` has in `lane`, as the text gives it.
uint64_t address_of(Context& context, const decode::Instruction& part, size_t index, uint32_t lane);

/// Follows the address to `bytes` bytes that all lie in one place. False: a fault is set.
bool find_place(Context& context, const decode::Instruction& part, size_t index, uint32_t lane,
                uint64_t bytes, uint32_t alignment, AccessKind kind, Place& place);

/// The same, of an address that is known already.
bool find_place(Context& context, decode::Space space, uint64_t address, uint32_t lane,
                uint64_t bytes, uint32_t alignment, AccessKind kind, Place& place);

/// The part of MemoryEvent that differs between the accesses of asynchronous copies.
struct AsyncAccess {
  memory::Space space = memory::Space::Shared;
  AccessKind kind = AccessKind::Store;
  AccessOrigin origin = AccessOrigin::CopyLanding;
  const Context* issuer = nullptr;  ///< The block of the thread in whose name it happens.
  uint32_t function = 0, instruction = 0, warp = 0;
  bool is_relaxed = false, is_acquire = false, is_release = false;
  uint8_t scope = 0;
};

/// Tells the observer, if there is one: every lane of `mask` accesses `bytes` bytes; of shared
/// memory, that of the block `context`.
void report(Context& context, const AsyncAccess& access, uint32_t mask, const uint64_t* address,
            uint32_t bytes);
/// One lane alone.
void report(Context& context, const AsyncAccess& access, uint32_t lane, uint64_t address,
            uint64_t bytes);

}  // namespace gtl::exec
