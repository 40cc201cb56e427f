// The state of the emulated devices: one for the process, behind one lock.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>

#include "checks/init_shadow.h"
#include "memory/image.h"
#include "memory/memory.h"
#include "runtime/abi.h"
#include "runtime/arrays.h"
#include "runtime/call_sites.h"
#include "runtime/device.h"
#include "runtime/device_services.h"
#include "runtime/explain.h"
#include "runtime/findings.h"
#include "runtime/graph.h"
#include "runtime/registry.h"
#include "runtime/settings.h"

namespace gtl::runtime {

/// What cudaMemAdvise and cudaMemPrefetchAsync said of a page: devices by number, -1 for the host,
/// -2 for none.
struct PageAdvice {
  bool is_read_mostly = false;
  int preferred = -2, prefetched = -2;
  std::set<int> accessed_by;
};

/// What the runtime knows of an allocation beyond its place.
struct AllocationInfo {
  int device = 0;
  MemoryPool* pool = nullptr;             ///< Of cudaMallocAsync.
  bool is_graph_owned = false;            ///< Made by a graph's allocation node.
  unsigned int host_flags = 0;            ///< cudaHostAlloc, cudaHostRegister
  std::map<uint64_t, PageAdvice> advice;  ///< Of managed memory, by page.
};

class Context {
 public:
  static Context& get();

  std::recursive_mutex mutex;
  const Settings settings;
  memory::Memory memory;
  checks::InitShadow
      shadow;  ///< Which bytes of cudaMalloc's memory were written; kept for initcheck alone.
  CallSites call_sites;  ///< Of allocations, streams and events; kept for leakcheck alone.
  Findings findings;
  DeviceServices services;
  Registry registry;
  Arrays arrays;
  memory::ImageTable images;  ///< Texture and surface objects, as kernels find them.
  std::set<const Stream*> streams;
  std::set<const Event*> events;
  Graphs graphs;
  std::set<std::shared_ptr<Capture>> captures;  ///< Those that are not over.
  uint64_t last_capture = 0;
  std::map<uint64_t, AllocationInfo> allocations;  ///< By address.
  std::map<uint64_t, uint64_t> graph_memory;       ///< What graphs allocate: address to size.
  std::set<MemoryPool*> pools;                     ///< Made by cudaMemPoolCreate.
  uint64_t next_stream_id = 3;                     ///< 1 and 2 are the default streams'.
  uint64_t next_launch = 0;
  uint64_t grid_workspace = 0;  ///< For kernels that meet at grid.sync(); 0 before the first.

  /// The calling thread's current device.
  Device& device() { return devices[static_cast<size_t>(current_device())]; }
  std::deque<Device> devices;

  /// A kernel failed. As on the device, the host learns of it at its next call that waits or works.
  /// On an H200, too, a fault on one device is the end of all of them.
  void break_device(CudaError error) {
    if (fault_ == CudaError::Success) fault_ = error;
  }
  CudaError fault() const { return fault_; }

  /// The loaded program of a module; null after saying on stderr, once, why there is none.
  decode::Program* load(Module& module);

  /// Counters were lost: as with a finding of a check, `emulate` turns exit status 0 into 1.
  bool has_lost_counters = false;

  /// Frees the current device's memory, streams and events; modules stay registered. After a fault
  /// no call works.
  void reset();

 private:
  Context();

  CudaError fault_ = CudaError::Success;
  std::set<const Module*> explained_;
};

}  // namespace gtl::runtime
