#include "checks/init_shadow.h"

#include <algorithm>
#include <atomic>
#include <iterator>

namespace gtl::checks {
namespace {

/// The bits of [offset, offset+size) that lie in the word of `offset`, and how many they are.
struct Piece {
  uint64_t mask, count;
};

Piece piece_of(uint64_t offset, uint64_t size) {
  const uint64_t first = offset % 64;
  const uint64_t count = std::min<uint64_t>(size, 64 - first);
  return {(count == 64 ? ~uint64_t{0} : (uint64_t{1} << count) - 1) << first, count};
}

}  // namespace

void WrittenBytes::mark(uint64_t offset, uint64_t size) {
  while (size != 0) {
    const auto [mask, count] = piece_of(offset, size);
    std::atomic_ref<uint64_t> word(bits_[offset / 64]);
    // Mostly written again: reading first keeps the line shared among workers.
    if ((word.load(std::memory_order_relaxed) & mask) != mask) {
      word.fetch_or(mask, std::memory_order_relaxed);
    }
    offset += count;
    size -= count;
  }
}

void WrittenBytes::unmark(uint64_t offset, uint64_t size) {
  std::atomic_ref<bool>(is_whole_).store(false, std::memory_order_relaxed);
  while (size != 0) {
    const auto [mask, count] = piece_of(offset, size);
    std::atomic_ref<uint64_t>(bits_[offset / 64]).fetch_and(~mask, std::memory_order_relaxed);
    offset += count;
    size -= count;
  }
}

bool WrittenBytes::all(uint64_t offset, uint64_t size) const {
  if (is_whole()) return true;
  while (size != 0) {
    const auto [mask, count] = piece_of(offset, size);
    std::atomic_ref<uint64_t> word(const_cast<uint64_t&>(bits_[offset / 64]));
    if ((word.load(std::memory_order_relaxed) & mask) != mask) return false;
    offset += count;
    size -= count;
  }
  return true;
}

void WrittenBytes::clear() {
  std::fill(bits_.begin(), bits_.end(), 0);
  is_whole_ = false;
}

void WrittenBytes::mark_by_host(uint64_t offset, uint64_t size) {
  mark(offset, size);
  is_whole_ = is_whole_ || (offset == 0 && size == size_);
}

void WrittenBytes::copy(uint64_t offset, const WrittenBytes& source, uint64_t source_offset,
                        uint64_t size) {
  if (source.all(source_offset, size)) return mark_by_host(offset, size);
  is_whole_ = false;
  for (uint64_t i = 0; i < size; ++i) {
    const uint64_t mask = uint64_t{1} << (offset + i) % 64;
    uint64_t& word = bits_[(offset + i) / 64];
    word = source.all(source_offset + i, 1) ? word | mask : word & ~mask;
  }
}

InitShadow::Place InitShadow::find(uint64_t address) {
  auto above = tracked_.upper_bound(address);
  if (above == tracked_.begin()) return {};
  auto& [start, bytes] = *std::prev(above);
  const Place place{start, &bytes};
  return place.contains(address) ? place : Place{};
}

void InitShadow::host_writes(uint64_t address, uint64_t size) {
  const Place place = find(address);
  if (place.bytes != nullptr) place.bytes->mark_by_host(address - place.address, size);
}

void InitShadow::host_copies(uint64_t destination, uint64_t source, uint64_t size) {
  const Place to = find(destination), from = find(source);
  if (to.bytes == nullptr) return;
  if (from.bytes == nullptr) return to.bytes->mark_by_host(destination - to.address, size);
  to.bytes->copy(destination - to.address, *from.bytes, source - from.address, size);
}

void InitShadow::look_at(uint64_t address, uint64_t size, Unwritten& unwritten) {
  unwritten.looked_at += size;
  const Place place = find(address);
  if (place.bytes == nullptr || place.bytes->all(address - place.address, size)) return;
  const WrittenBytes& bytes = *place.bytes;
  uint64_t at = address - place.address;
  const uint64_t end = std::min(at + size, bytes.size());
  while (at < end) {
    if (bytes.all(at, std::min<uint64_t>(64, end - at))) {
      at += 64;
      continue;
    }
    if (bytes.all(at, 1)) {
      ++at;
      continue;
    }
    const uint64_t start = at;
    while (at < end && !bytes.all(at, 1)) ++at;
    const bool is_long = at - start >= Unwritten::kLongGap;
    if (unwritten.long_gaps == 0 && (is_long || unwritten.short_gaps == 0))
      unwritten.first = place.address + start;
    unwritten.bytes += at - start;
    ++(is_long ? unwritten.long_gaps : unwritten.short_gaps);
  }
}

}  // namespace gtl::checks
