// The state of the emulated device: one for the process, behind one lock.
#pragma once

#include <cstdint>
#include <mutex>
#include <set>
#include <string>

#include "checks/init_shadow.h"
#include "memory/memory.h"
#include "runtime/abi.h"
#include "runtime/device_services.h"
#include "runtime/explain.h"
#include "runtime/registry.h"
#include "runtime/settings.h"

namespace gtl::runtime {

struct Stream {
  unsigned int flags = 0;
  int priority = 0;
  uint64_t id = 0;
};

struct Event {
  unsigned int flags = 0;
  bool is_recorded = false;
};

class Context {
 public:
  static Context& get();

  std::recursive_mutex mutex;
  const Settings settings;
  memory::Memory memory;
  checks::InitShadow
      shadow;  ///< Which bytes of cudaMalloc's memory were written; kept for initcheck alone.
  DeviceServices services{memory};
  Registry registry;
  std::set<const Stream*> streams;
  std::set<const Event*> events;
  uint64_t next_stream_id = 3;  ///< 1 and 2 are the default streams'.
  uint64_t next_launch = 0;
  // cudaLimit, with an H200's defaults. The heap is a limit here too; stack and printf buffer are
  // larger.
  uint64_t stack_bytes = 1024, printf_bytes = 8650752, malloc_heap_bytes = 8 << 20;

  /// A kernel failed. As on the device, the host learns of it at its next call that waits or works.
  void break_device(CudaError error) {
    if (fault_ == CudaError::Success) fault_ = error;
  }
  CudaError fault() const { return fault_; }

  /// The loaded program of a module; null after saying on stderr, once, why there is none.
  decode::Program* load(Module& module);

  /// A check reported something, or counters were lost: `emulate` turns exit status 0 into 1.
  bool has_findings = false;

  /// Frees all memory, streams and events; modules stay registered. After a fault no call works.
  void reset();

 private:
  Context() : settings(read_settings()) {}

  CudaError fault_ = CudaError::Success;
  std::set<const Module*> explained_;
};

}  // namespace gtl::runtime
