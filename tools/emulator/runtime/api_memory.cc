// Allocating and freeing device memory.
#include <algorithm>
#include <cstring>

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_stream_call.h"
#include "runtime/device_properties.h"
#include "runtime/device_view.h"

namespace gtl::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

constexpr uint64_t kPitchAlignment = 512;  // Of cudaMallocPitch on an H200.

/// What no memory can hold is the largest number there is, which is refused as such.
uint64_t product(uint64_t a, uint64_t b) {
  uint64_t result = 0;
  return __builtin_mul_overflow(a, b, &result) ? ~uint64_t{0} : result;
}

CudaError allocate_pitched(const char* call, void** pointer, size_t* pitch, size_t width,
                           uint64_t rows) {
  return unsafe_call([&](Context& context) {
    if (pitch == nullptr) return CudaError::InvalidValue;
    const uint64_t pieces = width / kPitchAlignment + (width % kPitchAlignment != 0);
    const uint64_t bytes_of_row = product(pieces, kPitchAlignment);
    const CudaError error =
        allocate(context, call, pointer, product(bytes_of_row, rows), Kind::Device, {});
    if (error == CudaError::Success) *pitch = bytes_of_row;
    return error;
  });
}

}  // namespace

extern "C" {

CudaError cudaMalloc(void** pointer, size_t size) {
  return unsafe_call([&](Context& context) {
    return allocate(context, "cudaMalloc", pointer, size, Kind::Device, {});
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
                          product(extent.height, extent.depth));
}

CudaError cudaFree(void* pointer) {
  return unsafe_synchronizing_call(
      [&](Context& context) { return release(context, "cudaFree", pointer, false); });
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
      return CudaError::Success;
    }
    const int device = device_of(context, *allocation);
    if (allocation->kind == Kind::Managed) {
      *attributes = {MemoryType::Managed, device, known, known, {}};
    } else if (allocation->kind == Kind::PinnedHost) {
      *attributes = {MemoryType::Host, device, known, known, {}};
    } else {
      const bool is_usable = is_visible(context, *allocation);
      *attributes = {MemoryType::Device, device, is_usable ? known : nullptr, nullptr, {}};
    }
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
