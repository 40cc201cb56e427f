#include "runtime/device_heap.h"

#include <algorithm>
#include <iterator>

namespace gtl::runtime {

void DeviceHeap::attach(uint64_t address, uint64_t bytes) { free_ = {{address, bytes / 16 * 16}}; }

uint64_t DeviceHeap::allocate(uint64_t bytes) {
  if (bytes > uint64_t{1} << 46) return 0;
  const uint64_t size = std::max<uint64_t>((bytes + 15) / 16 * 16, 16);
  auto place = std::find_if(free_.begin(), free_.end(),
                            [&](const auto& piece) { return piece.second >= size; });
  if (place == free_.end()) return 0;
  const auto [address, room] = *place;
  free_.erase(place);
  if (room > size) free_[address + size] = room - size;
  used_[address] = size;
  return address;
}

bool DeviceHeap::release(uint64_t address) {
  auto piece = used_.find(address);
  if (piece == used_.end()) return false;
  auto place = free_.emplace(piece->first, piece->second).first;
  used_.erase(piece);
  // Joined with its neighbours, so that the heap does not crumble.
  auto next = std::next(place);
  if (next != free_.end() && place->first + place->second == next->first) {
    place->second += next->second;
    free_.erase(next);
  }
  if (place != free_.begin()) {
    auto before = std::prev(place);
    if (before->first + before->second == place->first) {
      before->second += place->second;
      free_.erase(place);
    }
  }
  return true;
}

}  // namespace gtl::runtime
