// Host memory that kernels may use: pinned, and registered.
#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_stream_call.h"

namespace gtl::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

constexpr unsigned int kPortable = 0x1, kMapped = 0x2, kWriteCombined = 0x4;  // cudaHostAlloc…
constexpr unsigned int kRegisterKnown = 0xF;                                  // cudaHostRegister…

const Allocation* find_pinned(const Context& context, const void* pointer) {
  const Allocation* allocation = context.memory.find(address_of(pointer));
  return allocation != nullptr && allocation->kind == Kind::PinnedHost ? allocation : nullptr;
}

CudaError allocate_host(const char* call, void** pointer, size_t size, unsigned int flags) {
  return unsafe_call([&](Context& context) {
    if ((flags & ~(kPortable | kMapped | kWriteCombined)) != 0) return CudaError::InvalidValue;
    AllocationInfo info;
    info.host_flags = flags | kMapped;  // With one address space all pinned memory is mapped.
    return allocate(context, call, pointer, size, Kind::PinnedHost, info);
  });
}

}  // namespace

extern "C" {

CudaError cudaMallocHost(void** pointer, size_t size) {
  return allocate_host("cudaMallocHost", pointer, size, 0);
}

CudaError cudaHostAlloc(void** pointer, size_t size, unsigned int flags) {
  return allocate_host("cudaHostAlloc", pointer, size, flags);
}

CudaError cudaFreeHost(void* pointer) {
  return unsafe_synchronizing_call(
      [&](Context& context) { return release(context, "cudaFreeHost", pointer, true); });
}

CudaError cudaHostRegister(void* pointer, size_t size, unsigned int flags) {
  return unsafe_call([&](Context& context) {
    if (pointer == nullptr || size == 0 || (flags & ~kRegisterKnown) != 0) {
      return CudaError::InvalidValue;
    }
    // Beyond what any process can map; it is not looked at whether the pages are there.
    constexpr uint64_t kHostEnd = uint64_t{1} << 47;
    if (address_of(pointer) >= kHostEnd || size > kHostEnd - address_of(pointer)) {
      return refuse("cudaHostRegister", CudaError::InvalidValue,
                    "the memory would end beyond all addresses");
    }
    if (memory::is_device_address(address_of(pointer))) {
      return refuse("cudaHostRegister", CudaError::InvalidValue, "this is device memory");
    }
    const Allocation* known = context.memory.find(address_of(pointer));
    if (known != nullptr && known->owns_data) {
      return refuse("cudaHostRegister", CudaError::InvalidValue, "this memory is CUDA's already");
    }
    auto mapped = context.memory.map_host(pointer, size, Kind::PinnedHost);
    if (!mapped.ok()) {
      return refuse("cudaHostRegister", CudaError::HostMemoryAlreadyRegistered,
                    mapped.error().what);
    }
    AllocationInfo info;
    info.device = current_device();
    info.host_flags = flags | kMapped;
    context.allocations[address_of(pointer)] = info;
    return CudaError::Success;
  });
}

CudaError cudaHostUnregister(void* pointer) {
  return unsafe_synchronizing_call([&](Context& context) {
    if (pointer == nullptr) return CudaError::InvalidValue;
    const Allocation* allocation = context.memory.find(address_of(pointer));
    if (allocation == nullptr) return CudaError::HostMemoryNotRegistered;
    if (allocation->owns_data || allocation->address != address_of(pointer)) {
      return refuse("cudaHostUnregister", CudaError::InvalidValue,
                    "this is not the address that was registered");
    }
    context.allocations.erase(allocation->address);
    context.memory.release(address_of(pointer));
    return CudaError::Success;
  });
}

CudaError cudaHostGetDevicePointer(void** device, void* host, unsigned int flags) {
  return api_call([&](Context& context) {
    if (device == nullptr || flags != 0 || find_pinned(context, host) == nullptr) {
      return CudaError::InvalidValue;
    }
    *device = host;
    return CudaError::Success;
  });
}

CudaError cudaHostGetFlags(unsigned int* flags, void* host) {
  return api_call([&](Context& context) {
    const Allocation* allocation = find_pinned(context, host);
    if (flags == nullptr || allocation == nullptr) return CudaError::InvalidValue;
    *flags = context.allocations[allocation->address].host_flags;
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
