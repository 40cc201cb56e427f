// The emulated device's global address space: a table of allocations, each with its own backing
// bytes. Shared, local and parameter memory belong to the block and the launch (exec/); their
// generic addresses lie in the windows below.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <vector>

#include "base/result.h"

namespace gtl::memory {

enum class Space : uint8_t { Global, Shared, Local, Const, Param };

/// Where a generic address points. Device addresses start at kDeviceBase, so that a host that
/// dereferences one faults, as it does on a machine with a GPU.
constexpr uint64_t kDeviceBase = 0x0000'0200'0000'0000;
constexpr uint64_t kSharedWindow =
    0x0000'0100'0000'0000;  ///< + block rank in cluster << 24 + offset
constexpr uint64_t kLocalWindow = 0x0000'0110'0000'0000;  ///< + offset; each thread sees its own
constexpr uint64_t kParamWindow = 0x0000'0120'0000'0000;  ///< + offset in kernel parameters
constexpr uint64_t kWindowSize = 0x0000'0010'0000'0000;

/// Device addresses end here; the host's own memory lies above.
constexpr uint64_t kDeviceEnd = kDeviceBase + 0x0000'4000'0000'0000;
constexpr bool is_device_address(uint64_t address) {
  return address >= kDeviceBase && address < kDeviceEnd;
}

/// cudaMalloc promises 256 bytes (CUDA C++ Programming Guide, "Device Memory Accesses").
constexpr uint64_t kAllocationAlignment = 256;
/// Unmapped bytes after each allocation, so that a run past the end meets nothing.
constexpr uint64_t kRedZone = 4096;

enum class Kind : uint8_t {
  Device,
  Managed,
  PinnedHost,
  ModuleVariable,
  ModuleConstant,
  DeviceHeap,  ///< What malloc in device code hands out in pieces.
};

struct Allocation {
  uint64_t id = 0;       ///< 1, 2, 3 … in order of creation.
  uint64_t address = 0;  ///< As the kernel sees it.
  uint64_t size = 0;     ///< In bytes, as asked for.
  std::byte* data = nullptr;
  Kind kind = Kind::Device;
  bool owns_data = true;
  uint64_t alignment = kAllocationAlignment;
  const char* label = "";  ///< The variable's name, for module variables.
};

/// What lies at or near an address that belongs to no allocation: the material of a report.
struct Nearby {
  const Allocation* before = nullptr;  ///< The live allocation that ends closest below.
  const Allocation* after = nullptr;   ///< The live allocation that starts closest above.
  const Allocation* freed = nullptr;   ///< A freed allocation that held this address.
};

/// Not thread-safe by itself: kernels only read the table while they run; the runtime serialises
/// changes.
class Memory {
 public:
  Memory() = default;
  ~Memory();
  Memory(const Memory&) = delete;
  Memory& operator=(const Memory&) = delete;

  /// A new allocation of `size` bytes (0 is allowed: a unique address of no bytes). The bytes are
  /// not cleared: they hold a pattern, as nothing may rely on them. Managed and pinned memory lies
  /// at the host address of its bytes, so that host and kernel use one pointer; all other kinds lie
  /// at device addresses, which are never handed out twice.
  Result<uint64_t> allocate(uint64_t size, uint64_t alignment, Kind kind, const char* label = "");
  /// A device address for an allocation of `size` bytes that comes later, with allocate_at: so a
  /// graph's memory has its address before the graph runs.
  uint64_t reserve(uint64_t size);
  Result<uint64_t> allocate_at(uint64_t reserved, uint64_t size);
  /// An allocation of another table, at the same address and with the same bytes, which stay the
  /// other's: what one device sees of another's memory.
  void share(const Allocation& allocation);
  /// Makes host memory visible to kernels at its own address (pinned and managed memory).
  Result<uint64_t> map_host(void* host, uint64_t size, Kind kind);
  /// Error when `address` is not the start of a live allocation (double free is told apart).
  Result<bool> release(uint64_t address);

  /// The live allocation that contains `address`, or null.
  const Allocation* find(uint64_t address) const;
  Nearby nearby(uint64_t address) const;
  /// The host bytes behind [address, address+size), or null when they do not lie in one allocation.
  std::byte* host_bytes(uint64_t address, uint64_t size) const;

  /// Changes whenever the table does: a cached Allocation* is valid only for the same generation.
  uint64_t generation() const { return generation_; }
  uint64_t bytes_in_use() const { return bytes_in_use_; }
  std::vector<const Allocation*> live() const;

 private:
  Result<std::byte*> backing(uint64_t size, uint64_t alignment, uint64_t margin);
  uint64_t add(Allocation allocation);
  void forget_freed(uint64_t address, uint64_t size);

  std::map<uint64_t, Allocation> live_;
  std::map<uint64_t, Allocation> freed_;
  uint64_t next_address_ = kDeviceBase;
  uint64_t next_id_ = 1;
  uint64_t generation_ = 0;
  uint64_t bytes_in_use_ = 0;
};

}  // namespace gtl::memory
