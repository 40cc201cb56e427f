// The device: there is one, number 0.
#include <cstdio>
#include <cstring>

#include "runtime/api_call.h"
#include "runtime/device_properties.h"

namespace gtl::runtime {
namespace {

/// cudaLimit
enum class Limit : int { StackSize = 0, PrintfFifoSize = 1, MallocHeapSize = 2 };

CudaError check_device(int device) {
  return device == 0 ? CudaError::Success
                     : refuse("CUDA runtime", CudaError::InvalidDevice,
                              "there is no device " + std::to_string(device) +
                                  "; the emulator is device 0");
}

}  // namespace

extern "C" {

CudaError cudaGetDeviceCount(int* count) {
  if (count == nullptr) return remember(CudaError::InvalidValue);
  *count = 1;
  return CudaError::Success;
}

CudaError cudaGetDevice(int* device) {
  if (device == nullptr) return remember(CudaError::InvalidValue);
  *device = 0;
  return CudaError::Success;
}

CudaError cudaSetDevice(int device) {
  return api_call([&](Context&) { return check_device(device); });
}

CudaError cudaInitDevice(int device, unsigned int, unsigned int) { return cudaSetDevice(device); }

CudaError cudaGetDeviceProperties(DeviceProperties* properties, int device) {
  if (properties == nullptr) return remember(CudaError::InvalidValue);
  const CudaError error = check_device(device);
  if (error == CudaError::Success) *properties = device_properties();
  return remember(error);
}

CudaError cudaDeviceEnablePeerAccess(int peer, unsigned int) {
  return api_call([&](Context&) {
    const CudaError error = check_device(peer);
    return error == CudaError::Success ? CudaError::PeerAccessUnsupported : error;
  });
}

CudaError cudaDeviceGetAttribute(int* value, int attribute, int device) {
  return api_call([&](Context&) {
    const auto found = device_attribute(attribute);
    if (value == nullptr || !found.has_value()) return CudaError::InvalidValue;
    const CudaError error = check_device(device);
    if (error == CudaError::Success) *value = *found;
    return error;
  });
}

CudaError cudaChooseDevice(int* device, const DeviceProperties* wanted) {
  if (wanted == nullptr) return remember(CudaError::InvalidValue);
  return cudaGetDevice(device);
}

CudaError cudaDeviceSynchronize() {
  return synchronizing_call([](Context&) { return CudaError::Success; });
}

/// Works after a kernel has failed, too: it is the way to go on.
CudaError cudaDeviceReset() {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  context.reset();
  return remember(CudaError::Success);
}

CudaError cudaSetDeviceFlags(unsigned int) { return CudaError::Success; }

CudaError cudaGetDeviceFlags(unsigned int* flags) {
  if (flags == nullptr) return remember(CudaError::InvalidValue);
  *flags = 0;
  return CudaError::Success;
}

CudaError cudaDeviceGetLimit(size_t* value, Limit limit) {
  return api_call([&](Context& context) {
    if (value == nullptr) return CudaError::InvalidValue;
    switch (limit) {
      case Limit::StackSize:
        *value = context.stack_bytes;
        return CudaError::Success;
      case Limit::PrintfFifoSize:
        *value = context.printf_bytes;
        return CudaError::Success;
      case Limit::MallocHeapSize:
        *value = context.malloc_heap_bytes;
        return CudaError::Success;
    }
    return CudaError::UnsupportedLimit;
  });
}

CudaError cudaDeviceSetLimit(Limit limit, size_t value) {
  return api_call([&](Context& context) {
    switch (limit) {
      case Limit::StackSize:
        context.stack_bytes = value;
        return CudaError::Success;
      case Limit::PrintfFifoSize:
        context.printf_bytes = value;
        return CudaError::Success;
      case Limit::MallocHeapSize:
        context.malloc_heap_bytes = value;
        return CudaError::Success;
    }
    return CudaError::UnsupportedLimit;
  });
}

CudaError cudaDeviceSetCacheConfig(int) { return CudaError::Success; }

CudaError cudaDeviceGetCacheConfig(int* configuration) {
  if (configuration == nullptr) return remember(CudaError::InvalidValue);
  *configuration = 0;  // cudaFuncCachePreferNone
  return CudaError::Success;
}

CudaError cudaDeviceCanAccessPeer(int* can_access, int device, int peer) {
  return api_call([&](Context&) {
    if (can_access == nullptr) return CudaError::InvalidValue;
    *can_access = 0;
    const CudaError error = check_device(device);
    return error != CudaError::Success ? error : check_device(peer);
  });
}

CudaError cudaDeviceGetPCIBusId(char* text, int length, int device) {
  return api_call([&](Context&) {
    if (text == nullptr || length < 13) return CudaError::InvalidValue;
    std::snprintf(text, static_cast<size_t>(length), "0000:00:00.0");
    return check_device(device);
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
