// Allocating and freeing on behalf of the program, whichever call asks for it.
#pragma once

#include <cstdint>

#include "runtime/context.h"

namespace gtl::runtime {

/// Bytes that an allocation may still take: the device's, or what the host can really lend.
uint64_t free_bytes(const Context& context);

/// `size` bytes for the current device, or for `info`'s pool. `call` names the API function in
/// explanations.
CudaError allocate(Context& context, const char* call, void** pointer, uint64_t size,
                   memory::Kind kind, AllocationInfo info);

/// An address for memory that a graph will allocate.
void* reserve_graph_memory(Context& context, uint64_t size);

/// At an address that was reserved before: a graph's allocation.
CudaError allocate_reserved(Context& context, const char* call, uint64_t address, uint64_t size,
                            int device);

/// Frees device or managed memory (`is_host` false), or pinned host memory.
CudaError release(Context& context, const char* call, void* pointer, bool is_host);

/// The device that the memory belongs to.
int device_of(const Context& context, const memory::Allocation& allocation);

}  // namespace gtl::runtime
