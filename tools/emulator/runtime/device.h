// What each emulated device has of its own. All devices are alike (device_properties.h); memory
// lies in one table for all of them, and each allocation knows its device.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <thread>

#include "runtime/abi.h"
#include "runtime/memory_pool.h"
#include "runtime/stream.h"

namespace gtl::runtime {

struct Device {
  int index = 0;
  // cudaLimit, with an H200's defaults. The heap is a limit here too; stack and printf buffer are
  // larger.
  uint64_t stack_bytes = 1024, printf_bytes = 8650752, malloc_heap_bytes = 8 << 20;
  uint64_t pending_launches = 2048, fetch_granularity = 64, persisting_l2_bytes = 11796480,
           shared_bytes = 232448;
  unsigned int flags = 0;  ///< cudaSetDeviceFlags
  int cache_config = 0;    ///< cudaFuncCachePreferNone
  std::set<int> peers;     ///< Devices whose memory its kernels may use.
  MemoryPool default_pool;
  MemoryPool* current_pool = &default_pool;
  Stream legacy;                                 ///< cudaStreamLegacy
  std::map<std::thread::id, Stream> per_thread;  ///< cudaStreamPerThread

  Device() = default;
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;
};

/// The calling thread's current device: cudaSetDevice.
int& current_device();

/// Makes another device the current one for a while.
class DeviceScope {
 public:
  explicit DeviceScope(int device) : before_(current_device()) { current_device() = device; }
  ~DeviceScope() { current_device() = before_; }
  DeviceScope(const DeviceScope&) = delete;
  DeviceScope& operator=(const DeviceScope&) = delete;

 private:
  int before_;
};

}  // namespace gtl::runtime
