#include "counters/coalescing.h"

#include <bit>
#include <cassert>

namespace gtl::counters {
namespace {

constexpr uint32_t kFullMask = 0xFFFF'FFFF;

/// Bits of the `bytes` bytes that start at `address`, within their sector.
uint32_t byte_bits(uint64_t address, uint32_t bytes) {
  const uint32_t bits = bytes == kSectorBytes ? ~0u : (1u << bytes) - 1;
  return bits << (address % kSectorBytes);
}

/// True when lane i accesses address[0] + i * step. No early exit: this loop is vectorised.
bool is_affine(const uint64_t* address, uint64_t step) {
  uint64_t difference = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    difference |= address[lane] ^ (address[0] + lane * step);
  }
  return difference == 0;
}

RequestCount count_affine(uint64_t first, uint64_t step, uint32_t bytes) {
  if (step == 0) return {1, 1, bytes};
  const uint64_t last = first + (kLanes - 1) * step;
  const bool ascends = static_cast<int64_t>(step) > 0;
  const uint64_t distance = ascends ? step : 0 - step;
  // Aligned lanes that differ do not overlap, so that every byte asked for is a byte of its own.
  const uint32_t bytes_used = kLanes * bytes;
  if (distance >= kSectorBytes) return {1, kLanes, bytes_used};
  // Steps shorter than a sector skip none: the sectors are those from the lowest to the highest.
  const uint64_t low = ascends ? first : last;
  const uint64_t high = ascends ? last : first;
  return {1, static_cast<uint32_t>(high / kSectorBytes - low / kSectorBytes + 1), bytes_used};
}

}  // namespace

uint32_t touched_sectors(const uint64_t* address, uint32_t mask, uint32_t bytes, Sector* sectors) {
  // Open addressing, twice as many slots as lanes; `slot` holds positions in `sectors`.
  constexpr uint32_t kSlots = 2 * kLanes;
  constexpr uint8_t kEmpty = 0xFF;
  uint8_t slots[kSlots];
  for (uint8_t& slot : slots) slot = kEmpty;

  uint32_t count = 0;
  uint8_t last = kEmpty;  // Neighbours are often in the sector that was found last.
  for (; mask != 0; mask &= mask - 1) {
    const uint64_t start = address[std::countr_zero(mask)];
    assert(start % bytes == 0);
    const uint64_t index = start / kSectorBytes;
    if (last != kEmpty && sectors[last].index == index) {
      sectors[last].used_bytes |= byte_bits(start, bytes);
      continue;
    }
    uint32_t slot = static_cast<uint32_t>(index ^ (index >> 6)) % kSlots;
    while (slots[slot] != kEmpty && sectors[slots[slot]].index != index) slot = (slot + 1) % kSlots;
    if (slots[slot] == kEmpty) {
      slots[slot] = static_cast<uint8_t>(count);
      sectors[count++] = {index, 0};
    }
    last = slots[slot];
    sectors[last].used_bytes |= byte_bits(start, bytes);
  }
  return count;
}

RequestCount count_request(const uint64_t* address, uint32_t mask, uint32_t bytes) {
  if (mask == kFullMask) {
    const uint64_t step = address[1] - address[0];
    if (is_affine(address, step)) return count_affine(address[0], step, bytes);
  }
  Sector sectors[kLanes];
  RequestCount result;
  result.requests = mask == 0 ? 0 : 1;
  result.sectors = touched_sectors(address, mask, bytes, sectors);
  for (uint32_t i = 0; i < result.sectors; ++i) {
    result.bytes_used += static_cast<uint32_t>(std::popcount(sectors[i].used_bytes));
  }
  return result;
}

RequestCount count_bypassing_copy(const uint64_t* from, const uint64_t* to, uint32_t mask,
                                  uint32_t bytes) {
  constexpr uint64_t kLineBytes = 128;
  RequestCount result;
  result.requests = mask == 0 ? 0 : 1;
  uint32_t writers[kLanes];  // Lanes that write a place first.
  uint32_t count = 0;
  for (; mask != 0; mask &= mask - 1) {
    const auto lane = static_cast<uint32_t>(std::countr_zero(mask));
    bool is_first_here = true, is_new = true;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t other = writers[i];
      is_first_here = is_first_here && to[other] != to[lane];
      is_new = is_new && (to[other] / kSectorBytes != to[lane] / kSectorBytes ||
                          from[other] / kLineBytes != from[lane] / kLineBytes);
    }
    if (!is_first_here) continue;
    writers[count++] = lane;
    result.sectors += is_new;
    result.bytes_used += bytes;
  }
  return result;
}

RequestCount count_contiguous_request(uint64_t first, uint32_t bytes) {
  return count_affine(first, bytes, bytes);
}

RequestCount count_atomic_request(const uint64_t* address, uint32_t mask, uint32_t bytes) {
  Sector sectors[kLanes];
  RequestCount result;
  result.requests = mask == 0 ? 0 : 1;
  // Each round takes the first remaining lane of every address; the rest wait for the next.
  while (mask != 0) {
    uint32_t round = 0;
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
      bool is_first = true;
      for (uint32_t taken = round; taken != 0; taken &= taken - 1) {
        if (address[std::countr_zero(taken)] == address[lane]) is_first = false;
      }
      if (is_first) round |= 1u << lane;
    }
    result.sectors += touched_sectors(address, round, bytes, sectors);
    if (result.bytes_used == 0) {
      result.bytes_used = static_cast<uint32_t>(std::popcount(round)) * bytes;
    }
    mask &= ~round;
  }
  return result;
}

RequestCount count_local_request(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  constexpr uint32_t kWordBytes = 4;
  const uint32_t word_bytes = bytes < kWordBytes ? bytes : kWordBytes;
  RequestCount result;
  Sector sectors[kLanes];
  for (uint32_t word = 0; word < bytes && mask != 0; word += kWordBytes) {
    result.requests += 1;
    uint64_t address[kLanes] = {};
    for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      const uint64_t at = offset[lane] + word;
      address[lane] = (at / kWordBytes * kLanes + lane) * kWordBytes + at % kWordBytes;
    }
    result.sectors += touched_sectors(address, mask, word_bytes, sectors);
  }
  result.bytes_used = static_cast<uint32_t>(std::popcount(mask)) * bytes;
  return result;
}

}  // namespace gtl::counters
