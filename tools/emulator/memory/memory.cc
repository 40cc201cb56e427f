#include "memory/memory.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

namespace gtl::memory {
namespace {

/// What fresh device memory holds: conspicuous as a number of any type, and no sentinel (0, -1,
/// NaN) that a program might take for a value of its own.
constexpr int kFreshByte = 0xCD;

/// Freed allocations remembered for reports. Past this, the lowest addresses (the oldest) are
/// forgotten.
constexpr size_t kFreedHistory = 1 << 16;

uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

bool contains(const Allocation& allocation, uint64_t address) {
  return address >= allocation.address && address - allocation.address < allocation.size;
}

/// The entry of `table` that starts at or closest below `address`, or null.
const Allocation* at_or_below(const std::map<uint64_t, Allocation>& table, uint64_t address) {
  auto above = table.upper_bound(address);
  return above == table.begin() ? nullptr : &std::prev(above)->second;
}

bool lies_at_host_address(Kind kind) { return kind == Kind::Managed || kind == Kind::PinnedHost; }

/// Unused bytes on both sides of an allocation at a host address: its red zones.
uint64_t host_margin(uint64_t alignment) { return align_up(kRedZone, alignment); }

void free_data(const Allocation& allocation) {
  if (!allocation.owns_data) return;
  const bool at_host_address = lies_at_host_address(allocation.kind);
  std::free(allocation.data - (at_host_address ? host_margin(allocation.alignment) : 0));
}

}  // namespace

Memory::~Memory() {
  for (auto& [address, allocation] : live_) {
    free_data(allocation);
  }
}

Result<std::byte*> Memory::backing(uint64_t size, uint64_t alignment, uint64_t margin) {
  // Also caps the sums below: no 64-bit address arithmetic can overflow.
  constexpr uint64_t kLargest = uint64_t{1} << 46;
  if (size > kLargest || alignment > kLargest) {
    return Error{"out of memory: no device has " + std::to_string(size) + " bytes", ""};
  }
  const uint64_t bytes = align_up(std::max<uint64_t>(size, 1) + 2 * margin, alignment);
  auto* base = bytes > SIZE_MAX ? nullptr
                                : static_cast<std::byte*>(std::aligned_alloc(
                                      static_cast<size_t>(alignment), static_cast<size_t>(bytes)));
  if (base == nullptr) {
    return Error{"out of memory: the host has no " + std::to_string(size) + " bytes to lend", ""};
  }
  std::memset(base + margin, kFreshByte, static_cast<size_t>(size));
  return base + margin;
}

Result<uint64_t> Memory::allocate(uint64_t size, uint64_t alignment, Kind kind, const char* label) {
  alignment = std::max(alignment, kAllocationAlignment);
  const bool at_host_address = lies_at_host_address(kind);
  auto bytes = backing(size, alignment, at_host_address ? host_margin(alignment) : 0);
  if (!bytes.ok()) return bytes.error();
  Allocation allocation;
  allocation.data = bytes.value();
  allocation.size = size;
  allocation.kind = kind;
  allocation.alignment = alignment;
  allocation.label = label;
  if (at_host_address) {
    allocation.address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(allocation.data));
  } else {
    allocation.address = align_up(next_address_, alignment);
    next_address_ = align_up(allocation.address + size + kRedZone, kAllocationAlignment);
  }
  return add(allocation);
}

uint64_t Memory::reserve(uint64_t size) {
  const uint64_t address = next_address_;
  next_address_ = align_up(address + size + kRedZone, kAllocationAlignment);
  return address;
}

Result<uint64_t> Memory::allocate_at(uint64_t reserved, uint64_t size) {
  auto bytes = backing(size, kAllocationAlignment, 0);
  if (!bytes.ok()) return bytes.error();
  Allocation allocation;
  allocation.address = reserved;
  allocation.size = size;
  allocation.data = bytes.value();
  return add(allocation);
}

void Memory::share(const Allocation& allocation) {
  Allocation shared = allocation;
  shared.owns_data = false;
  live_.insert_or_assign(shared.address, shared);
  ++generation_;
}

Result<uint64_t> Memory::map_host(void* host, uint64_t size, Kind kind) {
  const auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(host));
  const Allocation* below = at_or_below(live_, address + std::max<uint64_t>(size, 1) - 1);
  if (below != nullptr && below->address + std::max<uint64_t>(below->size, 1) > address) {
    return Error{"this host memory is already registered, in whole or in part", ""};
  }
  Allocation allocation;
  allocation.address = address;
  allocation.size = size;
  allocation.data = static_cast<std::byte*>(host);
  allocation.kind = kind;
  allocation.owns_data = false;
  return add(allocation);
}

uint64_t Memory::add(Allocation allocation) {
  // The host does reuse its addresses: what lay here before is history now.
  forget_freed(allocation.address, allocation.size);
  allocation.id = next_id_++;
  live_.emplace(allocation.address, allocation);
  bytes_in_use_ += allocation.size;
  ++generation_;
  return allocation.address;
}

void Memory::forget_freed(uint64_t address, uint64_t size) {
  auto next = freed_.lower_bound(address + std::max<uint64_t>(size, 1));
  while (next != freed_.begin()) {
    auto candidate = std::prev(next);
    if (candidate->first + std::max<uint64_t>(candidate->second.size, 1) <= address) break;
    next = freed_.erase(candidate);
  }
}

Result<bool> Memory::release(uint64_t address) {
  auto found = live_.find(address);
  if (found == live_.end()) {
    if (freed_.contains(address)) {
      return Error{"this allocation (#" + std::to_string(freed_.at(address).id) +
                       ") was freed before: free each allocation once",
                   ""};
    }
    if (const Allocation* inside = find(address)) {
      return Error{"this address lies " + std::to_string(address - inside->address) +
                       " bytes inside allocation #" + std::to_string(inside->id) +
                       ": free the pointer that the allocation returned",
                   ""};
    }
    return Error{"this address is not the start of any allocation", ""};
  }
  Allocation allocation = found->second;
  free_data(allocation);
  allocation.data = nullptr;
  bytes_in_use_ -= allocation.size;
  live_.erase(found);
  freed_[address] = allocation;
  if (freed_.size() > kFreedHistory) freed_.erase(freed_.begin());
  ++generation_;
  return true;
}

const Allocation* Memory::find(uint64_t address) const {
  const Allocation* candidate = at_or_below(live_, address);
  return candidate != nullptr && contains(*candidate, address) ? candidate : nullptr;
}

Nearby Memory::nearby(uint64_t address) const {
  Nearby result;
  result.before = at_or_below(live_, address);
  auto above = live_.upper_bound(address);
  if (above != live_.end()) result.after = &above->second;
  const Allocation* stale = at_or_below(freed_, address);
  if (stale != nullptr && contains(*stale, address)) result.freed = stale;
  return result;
}

std::byte* Memory::host_bytes(uint64_t address, uint64_t size) const {
  const Allocation* allocation = at_or_below(live_, address);
  if (allocation == nullptr) return nullptr;
  const uint64_t offset = address - allocation->address;
  if (offset > allocation->size || size > allocation->size - offset) return nullptr;
  return allocation->data + offset;
}

std::vector<const Allocation*> Memory::live() const {
  std::vector<const Allocation*> result;
  result.reserve(live_.size());
  for (const auto& [address, allocation] : live_) result.push_back(&allocation);
  return result;
}

}  // namespace gtl::memory
