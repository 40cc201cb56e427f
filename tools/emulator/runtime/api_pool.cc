// Memory in the order of streams: cudaMallocAsync and memory pools.
#include <cstring>

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_stream_call.h"

namespace gtl::runtime {
namespace {

using memory::Allocation;
using memory::Kind;

enum class PoolAttribute : int {  // cudaMemPoolAttr
  FollowEventDependencies = 1,
  AllowOpportunistic = 2,
  AllowInternalDependencies = 3,
  ReleaseThreshold = 4,
  ReservedCurrent = 5,
  ReservedHigh = 6,
  UsedCurrent = 7,
  UsedHigh = 8,
};

bool is_pool(Context& context, MemoryPool* pool) {
  if (context.pools.contains(pool)) return true;
  for (Device& device : context.devices) {
    if (pool == &device.default_pool) return true;
  }
  return false;
}

/// Runs the body with the pool behind the handle.
template <class Body>
CudaError pool_call(MemoryPool* pool, Body body) {
  return api_call([&](Context& context) {
    return is_pool(context, pool) ? body(context, *pool) : CudaError::InvalidValue;
  });
}

template <class Body>
CudaError device_call(int device, Body body) {
  return api_call([&](Context& context) {
    if (device < 0 || static_cast<size_t>(device) >= context.devices.size()) {
      return CudaError::InvalidDevice;
    }
    return body(context.devices[static_cast<size_t>(device)]);
  });
}

/// An allocation in a capture becomes a node, at an address that is known already.
CudaError capture_allocation(Context& context, Stream& stream, void** pointer, size_t size,
                             const MemoryPool& pool) {
  if (size == 0) return CudaError::InvalidValue;
  AllocWork work;
  work.parameters.poolProps.allocType = kAllocationPinned;
  work.parameters.poolProps.location = {kLocationDevice, pool.device};
  work.parameters.bytesize = size;
  work.parameters.dptr = reserve_graph_memory(context, size);
  *pointer = work.parameters.dptr;
  return capture_work(context, "cudaMallocAsync", stream, work);
}

CudaError allocate_in_order(const char* call, void** pointer, size_t size, MemoryPool* from,
                            void* stream) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    if (pointer == nullptr) return CudaError::InvalidValue;
    const CudaError error =
        known.capture != nullptr ? check_stream(context, known) : check_unsafe_call(context);
    if (error != CudaError::Success) return error;
    MemoryPool* pool =
        from != nullptr ? from : context.devices[static_cast<size_t>(known.device)].current_pool;
    if (!is_pool(context, pool)) return CudaError::InvalidValue;
    if (known.capture != nullptr) return capture_allocation(context, known, pointer, size, *pool);
    AllocationInfo info;
    info.pool = pool;
    return allocate(context, call, pointer, size, Kind::Device, info);
  });
}

uint64_t* counter(MemoryPool& pool, PoolAttribute attribute) {
  switch (attribute) {
    case PoolAttribute::ReleaseThreshold:
      return &pool.release_threshold;
    case PoolAttribute::ReservedCurrent:
      return &pool.reserved;
    case PoolAttribute::ReservedHigh:
      return &pool.reserved_high;
    case PoolAttribute::UsedCurrent:
      return &pool.used;
    case PoolAttribute::UsedHigh:
      return &pool.used_high;
    default:
      return nullptr;
  }
}

int* option(MemoryPool& pool, PoolAttribute attribute) {
  switch (attribute) {
    case PoolAttribute::FollowEventDependencies:
      return &pool.follow_event_dependencies;
    case PoolAttribute::AllowOpportunistic:
      return &pool.allow_opportunistic;
    case PoolAttribute::AllowInternalDependencies:
      return &pool.allow_internal_dependencies;
    default:
      return nullptr;
  }
}

}  // namespace

extern "C" {

CudaError cudaMallocAsync(void** pointer, size_t size, void* stream) {
  return allocate_in_order("cudaMallocAsync", pointer, size, nullptr, stream);
}
CudaError cudaMallocAsync_ptsz(void**, size_t, void*) __attribute__((alias("cudaMallocAsync")));

CudaError cudaMallocFromPoolAsync(void** pointer, size_t size, MemoryPool* pool, void* stream) {
  if (pool == nullptr) return remember(CudaError::InvalidValue);
  return allocate_in_order("cudaMallocFromPoolAsync", pointer, size, pool, stream);
}
CudaError cudaMallocFromPoolAsync_ptsz(void**, size_t, MemoryPool*, void*)
    __attribute__((alias("cudaMallocFromPoolAsync")));

CudaError cudaFreeAsync(void* pointer, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error =
        known.capture != nullptr ? check_stream(context, known) : check_unsafe_call(context);
    if (error != CudaError::Success) return error;
    if (known.capture != nullptr) {
      const bool is_graph_memory = context.graph_memory.contains(address_of(pointer));
      const bool is_memory = context.allocations.contains(address_of(pointer));
      if (!is_graph_memory && !is_memory) return CudaError::InvalidValue;
      return capture_work(context, "cudaFreeAsync", known, FreeWork{pointer});
    }
    const Allocation* allocation = context.memory.find(address_of(pointer));
    if (allocation != nullptr && allocation->kind == Kind::Managed) {
      return refuse("cudaFreeAsync", CudaError::NotSupported,
                    "this is managed memory; free it with cudaFree");
    }
    return release(context, "cudaFreeAsync", pointer, false);
  });
}
CudaError cudaFreeAsync_ptsz(void*, void*) __attribute__((alias("cudaFreeAsync")));

CudaError cudaMemPoolCreate(MemoryPool** pool, const MemPoolProperties* properties) {
  if (pool == nullptr || properties == nullptr) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    const int device = properties->location.id;
    const bool is_known = properties->allocType == kAllocationPinned &&
                          properties->location.type == kLocationDevice && device >= 0 &&
                          static_cast<size_t>(device) < context.devices.size();
    if (!is_known) return CudaError::InvalidValue;
    if (properties->handleTypes != 0) {
      return refuse("cudaMemPoolCreate", CudaError::NotSupported,
                    "the emulator does not share memory between processes");
    }
    auto* made = new MemoryPool;
    made->device = device;
    made->maximum = properties->maxSize;
    context.pools.insert(made);
    *pool = made;
    return CudaError::Success;
  });
}

CudaError cudaMemPoolDestroy(MemoryPool* pool) {
  return pool_call(pool, [](Context& context, MemoryPool& known) {
    if (known.is_default) return CudaError::InvalidValue;
    for (Device& device : context.devices) {
      if (device.current_pool == &known) device.current_pool = &device.default_pool;
    }
    // Its memory stays until it is freed.
    for (auto& [address, info] : context.allocations) {
      if (info.pool == &known) info.pool = nullptr;
    }
    context.pools.erase(&known);
    delete &known;
    return CudaError::Success;
  });
}

CudaError cudaMemPoolTrimTo(MemoryPool* pool, size_t keep) {
  return pool_call(pool, [&](Context&, MemoryPool& known) {
    known.trim(keep);
    return CudaError::Success;
  });
}

CudaError cudaMemPoolGetAttribute(MemoryPool* pool, PoolAttribute attribute, void* value) {
  return pool_call(pool, [&](Context&, MemoryPool& known) {
    if (value == nullptr) return CudaError::InvalidValue;
    if (const int* flag = option(known, attribute)) {
      *static_cast<int*>(value) = *flag;
    } else if (const uint64_t* number = counter(known, attribute)) {
      *static_cast<uint64_t*>(value) = *number;
    } else {
      return CudaError::InvalidValue;
    }
    return CudaError::Success;
  });
}

CudaError cudaMemPoolSetAttribute(MemoryPool* pool, PoolAttribute attribute, const void* value) {
  return pool_call(pool, [&](Context&, MemoryPool& known) {
    if (value == nullptr) return CudaError::InvalidValue;
    if (int* flag = option(known, attribute)) {
      *flag = *static_cast<const int*>(value);
      return CudaError::Success;
    }
    const uint64_t number = *static_cast<const uint64_t*>(value);
    const bool is_high =
        attribute == PoolAttribute::ReservedHigh || attribute == PoolAttribute::UsedHigh;
    if (attribute != PoolAttribute::ReleaseThreshold && !(is_high && number == 0)) {
      return CudaError::InvalidValue;
    }
    *counter(known, attribute) = number;
    if (attribute == PoolAttribute::ReservedHigh) known.reserved_high = known.reserved;
    if (attribute == PoolAttribute::UsedHigh) known.used_high = known.used;
    return CudaError::Success;
  });
}

CudaError cudaMemPoolSetAccess(MemoryPool* pool, const MemAccessDescription* access, size_t count) {
  return pool_call(pool, [&](Context& context, MemoryPool& known) {
    if (access == nullptr && count != 0) return CudaError::InvalidValue;
    for (size_t i = 0; i < count; ++i) {
      const auto& [location, flags] = access[i];
      const bool exists = location.type == kLocationDevice && location.id >= 0 &&
                          static_cast<size_t>(location.id) < context.devices.size();
      if (!exists) return CudaError::InvalidDevice;
      if (location.id == known.device) {
        if (flags != kAccessReadWrite) return CudaError::InvalidDevice;  // It keeps access.
        continue;
      }
      known.access[location.id] = flags;
    }
    return CudaError::Success;
  });
}

CudaError cudaMemPoolGetAccess(int* flags, MemoryPool* pool, const MemLocation* location) {
  return pool_call(pool, [&](Context& context, MemoryPool& known) {
    if (flags == nullptr || location == nullptr || location->type != kLocationDevice) {
      return CudaError::InvalidValue;
    }
    if (location->id < 0 || static_cast<size_t>(location->id) >= context.devices.size()) {
      return CudaError::InvalidDevice;
    }
    const auto found = known.access.find(location->id);
    *flags = location->id == known.device  ? kAccessReadWrite
             : found != known.access.end() ? found->second
                                           : kAccessNone;
    return CudaError::Success;
  });
}

/// Pools that can be shared with other processes cannot be made, so there is none to export.
CudaError cudaMemPoolExportToShareableHandle(void*, MemoryPool* pool, int, unsigned int) {
  return pool_call(pool, [](Context&, MemoryPool&) { return CudaError::InvalidValue; });
}

CudaError cudaDeviceGetDefaultMemPool(MemoryPool** pool, int device) {
  return device_call(device, [&](Device& known) {
    if (pool == nullptr) return CudaError::InvalidValue;
    *pool = &known.default_pool;
    return CudaError::Success;
  });
}

// The same for any place and kind of memory: there are pools of devices' own memory alone.
CudaError cudaMemGetDefaultMemPool(MemoryPool** pool, MemLocation* location, int type) {
  if (location == nullptr) return remember(CudaError::InvalidValue);
  if (location->type != kLocationDevice || type != kAllocationPinned) {
    return remember(refuse("cudaMemGetDefaultMemPool", CudaError::NotSupported,
                           "the emulator has memory pools of devices' own memory alone"));
  }
  return cudaDeviceGetDefaultMemPool(pool, location->id);
}

CudaError cudaDeviceGetMemPool(MemoryPool** pool, int device) {
  return device_call(device, [&](Device& known) {
    if (pool == nullptr) return CudaError::InvalidValue;
    *pool = known.current_pool;
    return CudaError::Success;
  });
}

CudaError cudaDeviceSetMemPool(int device, MemoryPool* pool) {
  return pool_call(pool, [&](Context& context, MemoryPool& known) {
    if (device < 0 || static_cast<size_t>(device) >= context.devices.size()) {
      return CudaError::InvalidDevice;
    }
    if (known.device != device) return CudaError::InvalidDevice;
    context.devices[static_cast<size_t>(device)].current_pool = &known;
    return CudaError::Success;
  });
}

CudaError cudaMemGetMemPool(MemoryPool** pool, MemLocation* location, int type) {
  MemoryPool* by_default = nullptr;
  const CudaError error = cudaMemGetDefaultMemPool(&by_default, location, type);
  return error == CudaError::Success ? cudaDeviceGetMemPool(pool, location->id) : error;
}

CudaError cudaMemSetMemPool(MemLocation* location, int type, MemoryPool* pool) {
  MemoryPool* by_default = nullptr;
  const CudaError error = cudaMemGetDefaultMemPool(&by_default, location, type);
  return error == CudaError::Success ? cudaDeviceSetMemPool(location->id, pool) : error;
}
}

}  // namespace gtl::runtime
