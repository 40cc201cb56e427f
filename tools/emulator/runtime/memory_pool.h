// Memory pools: the counts and attributes behind cudaMallocAsync. The memory itself is like any
// other; no two allocations ever share an address, so using one after its free is always found.
#pragma once

#include <cstdint>
#include <map>

#include "runtime/abi_graph.h"

namespace gtl::runtime {

struct MemoryPool {
  int device = 0;
  uint64_t maximum = 0;  ///< 0: as much as the device has.
  bool is_default = false;
  int follow_event_dependencies = 1, allow_opportunistic = 1, allow_internal_dependencies = 1;
  uint64_t release_threshold = 0;
  uint64_t reserved = 0, reserved_high = 0, used = 0, used_high = 0;
  std::map<int, int> access;  ///< cudaMemAccessFlags by device, other than its own.

  /// Counts an allocation; false when it goes beyond the maximum.
  bool take(uint64_t bytes);
  void give_back(uint64_t bytes);
  /// Gives memory back to the device until `keep` bytes are left, or what is in use.
  void trim(uint64_t keep);
};

}  // namespace gtl::runtime
