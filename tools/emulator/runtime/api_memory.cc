// Allocating and freeing.
#include <algorithm>
#include <cstring>

#include "runtime/api_call.h"
#include "runtime/device_properties.h"
#include "runtime/host_memory.h"
#include "runtime/streams.h"

namespace gtl::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

uint64_t address_of(const void* pointer) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

void* pointer_to(uint64_t address) {
  return reinterpret_cast<void*>(static_cast<uintptr_t>(address));
}

/// Bytes that an allocation may still take: the device's, or what the host can really lend.
uint64_t free_bytes(const Context& context) {
  const uint64_t device = device_properties().totalGlobalMem - context.memory.bytes_in_use();
  return std::min(device, available_host_bytes());
}

CudaError allocate(Context& context, const char* call, void** pointer, uint64_t size, Kind kind) {
  if (pointer == nullptr) return CudaError::InvalidValue;
  if (size == 0) {
    *pointer = nullptr;  // As the real runtime: success, and nothing to free.
    return CudaError::Success;
  }
  if (size > free_bytes(context)) {
    return refuse(call, CudaError::MemoryAllocation,
                  std::to_string(size) + " bytes were asked for, and " +
                      std::to_string(free_bytes(context)) +
                      " are free (the emulator's memory is this machine's)");
  }
  auto address = context.memory.allocate(size, memory::kAllocationAlignment, kind);
  if (!address.ok()) return refuse(call, CudaError::MemoryAllocation, address.error().what);
  *pointer = pointer_to(address.value());
  if (kind == Kind::Device && context.settings.checks.has(checks::Check::Initcheck)) {
    context.shadow.track(address.value(), size);
  }
  return CudaError::Success;
}

/// Frees device or managed memory (`is_host` false), or pinned host memory.
CudaError release(Context& context, const char* call, void* pointer, bool is_host) {
  if (pointer == nullptr) return CudaError::Success;
  const Allocation* allocation = context.memory.find(address_of(pointer));
  const bool is_allocated_here = allocation != nullptr &&
                                 allocation->address == address_of(pointer) &&
                                 allocation->owns_data && *allocation->label == '\0';
  const bool is_pinned = allocation != nullptr && allocation->kind == Kind::PinnedHost;
  if (allocation != nullptr && (is_pinned != is_host || !is_allocated_here)) {
    return refuse(
        call, CudaError::InvalidValue,
        is_pinned                    ? "this is host memory; free it with cudaFreeHost"
        : *allocation->label != '\0' ? "this is a __device__ variable; it cannot be freed"
        : allocation->address != address_of(pointer)
            ? "this address lies inside an allocation; free the pointer that cudaMalloc returned"
            : "this is device memory; free it with cudaFree");
  }
  auto released = context.memory.release(address_of(pointer));
  context.shadow.forget(address_of(pointer));
  return released.ok() ? CudaError::Success
                       : refuse(call, CudaError::InvalidValue, released.error().what);
}

constexpr uint64_t kPitchAlignment = 512;  // Of cudaMallocPitch on an H200.

CudaError allocate_pitched(const char* call, void** pointer, size_t* pitch, size_t width,
                           uint64_t rows) {
  return api_call([&](Context& context) {
    if (pitch == nullptr) return CudaError::InvalidValue;
    *pitch = (width + kPitchAlignment - 1) / kPitchAlignment * kPitchAlignment;
    return allocate(context, call, pointer, *pitch * rows, Kind::Device);
  });
}

}  // namespace

extern "C" {

CudaError cudaMalloc(void** pointer, size_t size) {
  return api_call([&](Context& context) {
    return allocate(context, "cudaMalloc", pointer, size, Kind::Device);
  });
}

CudaError cudaMallocAsync(void** pointer, size_t size, void* stream) {
  return api_call([&](Context& context) {
    if (!is_stream(context, stream)) return CudaError::InvalidResourceHandle;
    return allocate(context, "cudaMallocAsync", pointer, size, Kind::Device);
  });
}
CudaError cudaMallocAsync_ptsz(void**, size_t, void*) __attribute__((alias("cudaMallocAsync")));

CudaError cudaMallocManaged(void** pointer, size_t size, unsigned int) {
  return api_call([&](Context& context) {
    return allocate(context, "cudaMallocManaged", pointer, size, Kind::Managed);
  });
}

CudaError cudaMallocHost(void** pointer, size_t size) {
  return api_call([&](Context& context) {
    return allocate(context, "cudaMallocHost", pointer, size, Kind::PinnedHost);
  });
}

CudaError cudaHostAlloc(void** pointer, size_t size, unsigned int) {
  return api_call([&](Context& context) {
    return allocate(context, "cudaHostAlloc", pointer, size, Kind::PinnedHost);
  });
}

CudaError cudaMallocPitch(void** pointer, size_t* pitch, size_t width, size_t height) {
  return allocate_pitched("cudaMallocPitch", pointer, pitch, width, height);
}

CudaError cudaMalloc3D(PitchedPointer* result, Extent extent) {
  if (result == nullptr) return remember(CudaError::InvalidValue);
  result->xsize = extent.width;
  result->ysize = extent.height;
  return allocate_pitched("cudaMalloc3D", &result->ptr, &result->pitch, extent.width,
                          uint64_t{extent.height} * extent.depth);
}

CudaError cudaFree(void* pointer) {
  return synchronizing_call(
      [&](Context& context) { return release(context, "cudaFree", pointer, false); });
}

CudaError cudaFreeAsync(void* pointer, void* stream) {
  return api_call([&](Context& context) {
    if (!is_stream(context, stream)) return CudaError::InvalidResourceHandle;
    return release(context, "cudaFreeAsync", pointer, false);
  });
}
CudaError cudaFreeAsync_ptsz(void*, void*) __attribute__((alias("cudaFreeAsync")));

CudaError cudaFreeHost(void* pointer) {
  return synchronizing_call(
      [&](Context& context) { return release(context, "cudaFreeHost", pointer, true); });
}

CudaError cudaHostRegister(void* pointer, size_t size, unsigned int) {
  return api_call([&](Context& context) {
    if (pointer == nullptr || size == 0) return CudaError::InvalidValue;
    auto mapped = context.memory.map_host(pointer, size, Kind::PinnedHost);
    return mapped.ok() ? CudaError::Success
                       : refuse("cudaHostRegister", CudaError::HostMemoryAlreadyRegistered,
                                mapped.error().what);
  });
}

CudaError cudaHostUnregister(void* pointer) {
  return synchronizing_call([&](Context& context) {
    const Allocation* allocation = context.memory.find(address_of(pointer));
    if (allocation == nullptr || allocation->owns_data ||
        allocation->address != address_of(pointer)) {
      return CudaError::HostMemoryNotRegistered;
    }
    context.memory.release(address_of(pointer));
    return CudaError::Success;
  });
}

CudaError cudaHostGetDevicePointer(void** device, void* host, unsigned int) {
  return api_call([&](Context& context) {
    const Allocation* allocation = context.memory.find(address_of(host));
    if (device == nullptr || allocation == nullptr || allocation->kind != Kind::PinnedHost) {
      return CudaError::InvalidValue;
    }
    *device = host;
    return CudaError::Success;
  });
}

CudaError cudaMemGetInfo(size_t* free, size_t* total) {
  return api_call([&](Context& context) {
    if (free != nullptr) *free = free_bytes(context);
    if (total != nullptr) *total = device_properties().totalGlobalMem;
    return CudaError::Success;
  });
}

CudaError cudaPointerGetAttributes(PointerAttributes* attributes, const void* pointer) {
  return api_call([&](Context& context) {
    if (attributes == nullptr) return CudaError::InvalidValue;
    std::memset(attributes, 0, sizeof *attributes);
    void* known = const_cast<void*>(pointer);
    const Allocation* allocation = context.memory.find(address_of(pointer));
    if (allocation == nullptr) {
      *attributes = {MemoryType::Unregistered, -2, nullptr, known, {}};  // -2: cudaInvalidDeviceId
    } else if (allocation->kind == Kind::Managed) {
      *attributes = {MemoryType::Managed, 0, known, known, {}};
    } else if (allocation->kind == Kind::PinnedHost) {
      *attributes = {MemoryType::Host, 0, known, known, {}};
    } else {
      *attributes = {MemoryType::Device, 0, known, nullptr, {}};
    }
    return CudaError::Success;
  });
}

// Advice and prefetching move pages; here host and device share them.
CudaError cudaMemAdvise(const void* pointer, size_t, int, int64_t) {
  return api_call([&](Context& context) {
    const Allocation* allocation = context.memory.find(address_of(pointer));
    return allocation != nullptr && allocation->kind == Kind::Managed ? CudaError::Success
                                                                      : CudaError::InvalidValue;
  });
}

CudaError cudaMemPrefetchAsync(const void* pointer, size_t size, int64_t, unsigned int,
                               void* stream) {
  return api_call([&](Context& context) {
    if (!is_stream(context, stream)) return CudaError::InvalidResourceHandle;
    const Allocation* allocation = context.memory.find(address_of(pointer));
    const bool is_managed = allocation != nullptr && allocation->kind == Kind::Managed &&
                            context.memory.host_bytes(address_of(pointer), size) != nullptr;
    return is_managed ? CudaError::Success : CudaError::InvalidValue;
  });
}
CudaError cudaMemPrefetchAsync_ptsz(const void*, size_t, int64_t, unsigned int, void*)
    __attribute__((alias("cudaMemPrefetchAsync")));

CudaError cudaStreamAttachMemAsync(void* stream, void*, size_t, unsigned int) {
  return api_call([&](Context& context) {
    return is_stream(context, stream) ? CudaError::Success : CudaError::InvalidResourceHandle;
  });
}
CudaError cudaStreamAttachMemAsync_ptsz(void*, void*, size_t, unsigned int)
    __attribute__((alias("cudaStreamAttachMemAsync")));
}

}  // namespace gtl::runtime
