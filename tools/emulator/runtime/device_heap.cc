#include "runtime/device_heap.h"

#include <algorithm>
#include <iterator>

namespace gtl::runtime {
namespace {

/// Bytes behind each piece that nobody may touch.
constexpr uint64_t kGap = 16;

uint64_t room_of(uint64_t size) { return std::max<uint64_t>((size + 15) / 16 * 16, 16) + kGap; }

std::string bytes_text(uint64_t number) {
  return std::to_string(number) + (number == 1 ? " byte" : " bytes");
}

}  // namespace

void DeviceHeap::attach(uint64_t address, uint64_t bytes) {
  begin_ = address;
  end_ = address + bytes / 16 * 16;
  free_ = {{begin_, end_ - begin_}};
}

uint64_t DeviceHeap::take(uint64_t room) {
  auto place = std::find_if(free_.begin(), free_.end(),
                            [&](const auto& piece) { return piece.second >= room; });
  if (place == free_.end()) return 0;
  const auto [address, there] = *place;
  free_.erase(place);
  if (there > room) free_[address + room] = there - room;
  return address;
}

uint64_t DeviceHeap::allocate(uint64_t bytes) {
  if (bytes > uint64_t{1} << 46) return 0;
  const uint64_t room = room_of(bytes);
  uint64_t address = take(room);
  while (address == 0 && !waiting_.empty()) {
    const uint64_t oldest = waiting_.front();
    waiting_.pop_front();
    auto freed = freed_.find(oldest);
    join(oldest, room_of(freed->second.size));
    freed_.erase(freed);
    address = take(room);
  }
  if (address != 0) used_[address] = {bytes, next_number_++};
  return address;
}

bool DeviceHeap::release(uint64_t address) {
  auto piece = used_.find(address);
  if (piece == used_.end()) return false;
  freed_[address] = piece->second;
  waiting_.push_back(address);
  used_.erase(piece);
  return true;
}

/// Makes room free again, joined with its neighbours, so that the heap does not crumble.
void DeviceHeap::join(uint64_t address, uint64_t room) {
  auto place = free_.emplace(address, room).first;
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
}

exec::HostServices::HeapPiece DeviceHeap::find(uint64_t address) const {
  auto above = used_.upper_bound(address);
  if (above == used_.begin()) return {};
  const auto& [start, piece] = *std::prev(above);
  if (address - start >= piece.size) return {};
  return {start, piece.size};
}

std::string DeviceHeap::describe(uint64_t address) const {
  if (address < begin_ || address >= end_)
    return "the address was not returned by malloc on the device";
  auto at_or_below = [&](const std::map<uint64_t, Piece>& pieces) {
    auto above = pieces.upper_bound(address);
    return above == pieces.begin() ? pieces.end() : std::prev(above);
  };
  const auto used = at_or_below(used_), freed = at_or_below(freed_);
  const bool is_freed =
      freed != freed_.end() && (used == used_.end() || freed->first > used->first);
  const auto& piece = is_freed ? freed : used;
  if (piece == (is_freed ? freed_.end() : used_.end()))
    return "the address lies in the device's heap, before every piece that malloc returned";
  const uint64_t offset = address - piece->first, size = piece->second.size;
  const std::string name = "a piece of " + bytes_text(size) + " of the device's heap (malloc #" +
                           std::to_string(piece->second.number) + ")";
  if (offset < size && is_freed) {
    return offset == 0 ? "the address is that of " + name + ", which was freed before"
                       : "the address lies " + bytes_text(offset) + " inside " + name +
                             ", which was freed before";
  }
  if (offset < size) return "the address lies " + bytes_text(offset) + " inside " + name;
  return "the address is " + bytes_text(offset - size + 1) + " after " + name;
}

}  // namespace gtl::runtime
