// The emulated devices: which there are, which is current, what they are like.
#include <algorithm>
#include <cstdio>
#include <cstring>

#include "runtime/api_stream_call.h"
#include "runtime/device_properties.h"

namespace gtl::runtime {
namespace {

/// cudaLimit
enum class Limit : int {
  StackSize = 0,
  PrintfFifoSize = 1,
  MallocHeapSize = 2,
  DevRuntimeSyncDepth = 3,
  DevRuntimePendingLaunchCount = 4,
  MaxL2FetchGranularity = 5,
  PersistingL2CacheSize = 6,
  SharedMemory = 7,  ///< Not in the headers; an H200 answers with what a block can have.
};

CudaError check_device(const Context& context, int device) {
  const auto count = static_cast<int>(context.devices.size());
  if (device >= 0 && device < count) return CudaError::Success;
  return refuse("CUDA runtime", CudaError::InvalidDevice,
                "there is no device " + std::to_string(device) + "; there " +
                    (count == 1 ? "is device 0 (emulate --devices N makes more)"
                                : "are devices 0 to " + std::to_string(count - 1)));
}

/// Nothing here waits for a kernel, so that it works after one has failed.
template <class Body>
CudaError query(Body body) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  return remember(body(context));
}

uint64_t* find_limit(Device& device, Limit limit) {
  switch (limit) {
    case Limit::StackSize:
      return &device.stack_bytes;
    case Limit::PrintfFifoSize:
      return &device.printf_bytes;
    case Limit::MallocHeapSize:
      return &device.malloc_heap_bytes;
    case Limit::DevRuntimePendingLaunchCount:
      return &device.pending_launches;
    case Limit::MaxL2FetchGranularity:
      return &device.fetch_granularity;
    case Limit::PersistingL2CacheSize:
      return &device.persisting_l2_bytes;
    case Limit::SharedMemory:
      return &device.shared_bytes;
    case Limit::DevRuntimeSyncDepth:
      break;
  }
  return nullptr;
}

/// What becomes of a limit that is asked for, as on an H200.
CudaError round_limit(Limit limit, uint64_t& value) {
  constexpr uint64_t kStackGrain = 16, kLargestStack = 512 * 1024, kLeastPrintf = 512 * 1024,
                     kLeastHeap = 4 << 20, kLargestFetch = 128, kL2Piece = 3932160,
                     kLargestL2 = 39321600;
  auto round_up_to = [&](uint64_t grain, uint64_t largest) {  // `largest` is a multiple of it.
    if (value > largest) return CudaError::InvalidValue;
    value = (value + grain - 1) / grain * grain;
    return CudaError::Success;
  };
  switch (limit) {
    case Limit::StackSize:
      return round_up_to(kStackGrain, kLargestStack);
    case Limit::PrintfFifoSize:
      value = std::max(value, kLeastPrintf);
      return CudaError::Success;
    case Limit::MallocHeapSize:
      value = std::max(value, kLeastHeap);
      return CudaError::Success;
    case Limit::MaxL2FetchGranularity:
      return value <= kLargestFetch ? CudaError::Success : CudaError::InvalidValue;
    case Limit::PersistingL2CacheSize:
      return round_up_to(kL2Piece, kLargestL2);
    case Limit::SharedMemory:
      return CudaError::NotPermitted;
    default:
      return CudaError::Success;
  }
}

}  // namespace

extern "C" {

CudaError cudaGetDeviceCount(int* count) {
  if (count == nullptr) return remember(CudaError::InvalidValue);
  *count = static_cast<int>(Context::get().devices.size());
  return CudaError::Success;
}

CudaError cudaGetDevice(int* device) {
  if (is_in_host_function()) return remember(CudaError::NotPermitted);
  if (device == nullptr) return remember(CudaError::InvalidValue);
  *device = current_device();
  return CudaError::Success;
}

CudaError cudaSetDevice(int device) {
  return query([&](Context& context) {
    const CudaError error = check_device(context, device);
    if (error != CudaError::Success) return error;
    current_device() = device;
    return context.fault();
  });
}

CudaError cudaInitDevice(int device, unsigned int, unsigned int) {
  return query([&](Context& context) { return check_device(context, device); });
}

CudaError cudaSetValidDevices(int* devices, int count) {
  return query([&](Context& context) {
    if (count < 0 || (devices == nullptr && count > 0)) return CudaError::InvalidValue;
    for (int i = 0; i < count; ++i) {
      if (check_device(context, devices[i]) != CudaError::Success) return CudaError::InvalidValue;
    }
    return CudaError::Success;
  });
}

CudaError cudaGetDeviceProperties(DeviceProperties* properties, int device) {
  if (properties == nullptr) return remember(CudaError::InvalidValue);
  return query([&](Context& context) {
    const CudaError error = check_device(context, device);
    if (error != CudaError::Success) return error;
    *properties = device_properties();
    properties->pciBusID = device;
    properties->uuid[15] = static_cast<char>(device);
    return CudaError::Success;
  });
}

CudaError cudaDeviceGetAttribute(int* value, int attribute, int device) {
  constexpr int kPciBusId = 33;
  return api_call([&](Context& context) {
    const auto found = device_attribute(attribute);
    if (value == nullptr || !found.has_value()) return CudaError::InvalidValue;
    const CudaError error = check_device(context, device);
    if (error == CudaError::Success) *value = attribute == kPciBusId ? device : *found;
    return error;
  });
}

/// All devices are alike.
CudaError cudaChooseDevice(int* device, const DeviceProperties* wanted) {
  if (device == nullptr || wanted == nullptr) return remember(CudaError::InvalidValue);
  *device = 0;
  return CudaError::Success;
}

CudaError cudaDeviceSynchronize() {
  return synchronizing_call(
      [](Context& context) { return check_call_that_waits_for_all(context); });
}

/// Works after a kernel has failed, too: it is the way to go on.
CudaError cudaDeviceReset() {
  return query([](Context& context) {
    context.reset();
    return CudaError::Success;
  });
}

CudaError cudaSetDeviceFlags(unsigned int flags) {
  constexpr unsigned int kSchedule = 0x7, kKnown = 0x3F;
  const unsigned int schedule = flags & kSchedule;
  const bool is_one = (schedule & (schedule - 1)) == 0;
  if ((flags & ~kKnown) != 0 || !is_one) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    context.device().flags = flags;
    return CudaError::Success;
  });
}

CudaError cudaGetDeviceFlags(unsigned int* flags) {
  constexpr unsigned int kMapHost = 0x8;  // With one address space it is always so.
  if (flags == nullptr) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    *flags = context.device().flags | kMapHost;
    return CudaError::Success;
  });
}

CudaError cudaDeviceGetLimit(size_t* value, Limit limit) {
  return api_call([&](Context& context) {
    if (value == nullptr) return CudaError::InvalidValue;
    const uint64_t* found = find_limit(context.device(), limit);
    if (found == nullptr) return CudaError::UnsupportedLimit;
    *value = *found;
    return CudaError::Success;
  });
}

CudaError cudaDeviceSetLimit(Limit limit, size_t value) {
  return unsafe_call([&](Context& context) {
    uint64_t* found = find_limit(context.device(), limit);
    if (found == nullptr) return CudaError::UnsupportedLimit;
    uint64_t rounded = value;
    const CudaError error = round_limit(limit, rounded);
    if (error == CudaError::Success) *found = rounded;
    return error;
  });
}

CudaError cudaDeviceSetCacheConfig(int configuration) {
  constexpr int kLast = 3;
  return api_call([&](Context& context) {
    if (configuration < 0 || configuration > kLast) return CudaError::InvalidValue;
    context.device().cache_config = configuration;
    return CudaError::Success;
  });
}

CudaError cudaDeviceGetCacheConfig(int* configuration) {
  return api_call([&](Context& context) {
    if (configuration == nullptr) return CudaError::InvalidValue;
    *configuration = context.device().cache_config;
    return CudaError::Success;
  });
}

// Shared memory has banks of 4 bytes since compute capability 5.0; asking for others changes
// nothing.
CudaError cudaDeviceGetSharedMemConfig(int* configuration) {
  constexpr int kFourBytes = 1;
  if (configuration == nullptr) return remember(CudaError::InvalidValue);
  *configuration = kFourBytes;
  return CudaError::Success;
}
CudaError cudaDeviceSetSharedMemConfig(int) { return CudaError::Success; }

CudaError cudaCtxResetPersistingL2Cache() { return CudaError::Success; }

CudaError cudaDeviceFlushGPUDirectRDMAWrites(int, int) { return CudaError::Success; }

CudaError cudaDeviceGetPCIBusId(char* text, int length, int device) {
  constexpr int kCharacters = 13;
  return query([&](Context& context) {
    if (text == nullptr || length < kCharacters) return CudaError::InvalidValue;
    const CudaError error = check_device(context, device);
    if (error != CudaError::Success) return error;
    std::snprintf(text, static_cast<size_t>(length), "0000:%02x:00.0",
                  static_cast<unsigned int>(device) & 0xFF);
    return CudaError::Success;
  });
}

CudaError cudaDeviceGetByPCIBusId(int* device, const char* text) {
  return query([&](Context& context) {
    if (device == nullptr || text == nullptr) return CudaError::InvalidValue;
    unsigned int domain = 0, bus = 0, slot = 0, function = 0;
    const bool is_short = std::sscanf(text, "%x:%x.%x", &bus, &slot, &function) == 3;
    if (!is_short && std::sscanf(text, "%x:%x:%x.%x", &domain, &bus, &slot, &function) != 4) {
      return CudaError::InvalidValue;
    }
    const auto found = static_cast<int>(bus);  // Each device lies on a bus of its own.
    const bool is_ours = domain == 0 && slot == 0 && function == 0 && found >= 0 &&
                         static_cast<size_t>(found) < context.devices.size();
    if (!is_ours) return CudaError::InvalidDevice;
    *device = found;
    return CudaError::Success;
  });
}

CudaError cudaDriverGetVersion(int* version) {
  if (version == nullptr) return remember(CudaError::InvalidValue);
  *version = kRuntimeVersion;
  return CudaError::Success;
}

CudaError cudaRuntimeGetVersion(int* version) { return cudaDriverGetVersion(version); }

CudaError cudaProfilerStart() { return CudaError::Success; }
CudaError cudaProfilerStop() { return CudaError::Success; }
}

}  // namespace gtl::runtime
