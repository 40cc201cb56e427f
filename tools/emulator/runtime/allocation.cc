#include "runtime/allocation.h"

#include <algorithm>
#include <string>

#include "runtime/address.h"
#include "runtime/api_call.h"
#include "runtime/device_properties.h"
#include "runtime/host_memory.h"

namespace gtl::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

CudaError check_room(const Context& context, const char* call, uint64_t size) {
  if (size <= free_bytes(context)) return CudaError::Success;
  return refuse(call, CudaError::MemoryAllocation,
                std::to_string(size) + " bytes were asked for, and " +
                    std::to_string(free_bytes(context)) +
                    " are free (the emulator's memory is this machine's)");
}

void note(Context& context, uint64_t address, uint64_t size, Kind kind,
          const AllocationInfo& info) {
  context.allocations[address] = info;
  if (context.settings.checks.has(checks::Check::Leakcheck)) context.call_sites.note(address);
  if (kind == Kind::Device && context.settings.checks.has(checks::Check::Initcheck)) {
    context.shadow.track(address, size);
  }
}

/// Why memory that is there cannot be freed by this call, or empty.
const char* problem_of(const Allocation& allocation, uint64_t address, bool is_host) {
  const bool is_pinned = allocation.kind == Kind::PinnedHost;
  if (is_pinned && !is_host) return "this is host memory; free it with cudaFreeHost";
  if (*allocation.label != '\0') return "this is a __device__ variable; it cannot be freed";
  if (allocation.address != address) {
    return "this address lies inside an allocation; free the pointer that cudaMalloc returned";
  }
  if (!is_pinned && is_host) return "this is device memory; free it with cudaFree";
  if (!allocation.owns_data) return "this memory is the program's own, registered; it is not freed";
  return nullptr;
}

}  // namespace

uint64_t free_bytes(const Context& context) {
  const uint64_t device = device_properties().totalGlobalMem - context.memory.bytes_in_use();
  return std::min(device, available_host_bytes());
}

CudaError allocate(Context& context, const char* call, void** pointer, uint64_t size, Kind kind,
                   AllocationInfo info) {
  if (pointer == nullptr) return CudaError::InvalidValue;
  if (size == 0) {
    *pointer = nullptr;  // As the real runtime: success, and nothing to free.
    return CudaError::Success;
  }
  const CudaError error = check_room(context, call, size);
  if (error != CudaError::Success) return error;
  if (info.pool != nullptr && !info.pool->take(size)) {
    return refuse(
        call, CudaError::MemoryAllocation,
        "the memory pool was created for at most " + std::to_string(info.pool->maximum) + " bytes");
  }
  auto address = context.memory.allocate(size, memory::kAllocationAlignment, kind);
  if (!address.ok()) return refuse(call, CudaError::MemoryAllocation, address.error().what);
  *pointer = pointer_to(address.value());
  info.device = info.pool != nullptr ? info.pool->device : current_device();
  note(context, address.value(), size, kind, info);
  return CudaError::Success;
}

void* reserve_graph_memory(Context& context, uint64_t size) {
  const uint64_t address = context.memory.reserve(size);
  context.graph_memory[address] = size;
  return pointer_to(address);
}

CudaError allocate_reserved(Context& context, const char* call, uint64_t address, uint64_t size,
                            int device) {
  const CudaError error = check_room(context, call, size);
  if (error != CudaError::Success) return error;
  auto made = context.memory.allocate_at(address, size);
  if (!made.ok()) return refuse(call, CudaError::MemoryAllocation, made.error().what);
  AllocationInfo info;
  info.device = device;
  info.is_graph_owned = true;
  note(context, address, size, Kind::Device, info);
  return CudaError::Success;
}

CudaError release(Context& context, const char* call, void* pointer, bool is_host) {
  if (pointer == nullptr) return CudaError::Success;
  const Allocation* allocation = context.memory.find(address_of(pointer));
  if (allocation != nullptr) {
    const char* problem = problem_of(*allocation, address_of(pointer), is_host);
    if (problem != nullptr) return refuse(call, CudaError::InvalidValue, problem);
    const auto info = context.allocations.find(allocation->address);
    if (info != context.allocations.end()) {
      if (info->second.pool != nullptr) info->second.pool->give_back(allocation->size);
      context.allocations.erase(info);
    }
  }
  auto released = context.memory.release(address_of(pointer));
  context.shadow.forget(address_of(pointer));
  return released.ok() ? CudaError::Success
                       : refuse(call, CudaError::InvalidValue, released.error().what);
}

int device_of(const Context& context, const Allocation& allocation) {
  const auto info = context.allocations.find(allocation.address);
  return info == context.allocations.end() ? 0 : info->second.device;
}

}  // namespace gtl::runtime
