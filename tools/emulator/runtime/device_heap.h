// The heap behind malloc and free in device code.
#pragma once

#include <cstdint>
#include <map>

namespace gtl::runtime {

/// Hands out pieces of one range of addresses, first fit. Not thread-safe by itself.
class DeviceHeap {
 public:
  /// The range to hand out; nothing may be allocated yet.
  void attach(uint64_t address, uint64_t bytes);
  bool is_attached() const { return !free_.empty() || !used_.empty(); }

  /// A piece aligned to 16 bytes, or 0 when there is no room.
  uint64_t allocate(uint64_t bytes);
  /// False when `address` is not the start of a piece in use.
  bool release(uint64_t address);

 private:
  std::map<uint64_t, uint64_t> free_, used_;  ///< Address to size.
};

}  // namespace gtl::runtime
