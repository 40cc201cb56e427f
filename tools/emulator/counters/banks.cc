#include "counters/banks.h"

#include <algorithm>
#include <bit>

namespace gtl::counters {
namespace {

constexpr uint32_t kLanes = 32;

/// Wavefronts of lanes that are served together: the most distinct words that one bank must
/// deliver. Lanes that want the same word share it, whichever and however many they are.
uint32_t serve_together(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  uint64_t words[kBanks][kLanes];
  uint8_t distinct[kBanks] = {};
  uint8_t most = 0;
  for (; mask != 0; mask &= mask - 1) {
    const uint64_t start = offset[std::countr_zero(mask)];
    const uint64_t first = start / kBankBytes;
    const uint64_t last = (start + bytes - 1) / kBankBytes;
    for (uint64_t word = first; word <= last; ++word) {
      const uint32_t bank = static_cast<uint32_t>(word % kBanks);
      uint64_t* const begin = words[bank];
      uint64_t* const end = begin + distinct[bank];
      if (std::find(begin, end, word) != end) continue;
      *end = word;
      most = std::max(most, ++distinct[bank]);
    }
  }
  return most;
}

/// True when every active lane's partner (its number xor `distance`) is inactive or wants the same
/// address.
bool partners_agree(const uint64_t* offset, uint32_t mask, uint32_t distance) {
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint32_t partner = lane ^ distance;
    if ((mask >> partner & 1) != 0 && offset[lane] != offset[partner]) return false;
  }
  return true;
}

/// Wide accesses: two groups of lanes are served one after the other, or together when the lanes
/// pair up so that each pair needs one access.
uint32_t serve_groups(const uint64_t* offset, uint32_t low, uint32_t high, uint32_t bytes) {
  const uint32_t both = low | high;
  if (partners_agree(offset, both, 1) || partners_agree(offset, both, 2)) {
    return serve_together(offset, both, bytes);
  }
  return serve_together(offset, low, bytes) + serve_together(offset, high, bytes);
}

/// True when all lanes are active and lane i accesses offset[0] + i * bytes.
bool is_contiguous(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  if (mask != 0xFFFF'FFFF) return false;
  uint64_t difference = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    difference |= offset[lane] ^ (offset[0] + lane * bytes);
  }
  return difference == 0;
}

}  // namespace

BankCount count_banks(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  if (mask == 0) return {};
  const uint32_t least = bytes <= 4 ? 1 : bytes / 4;
  if (is_contiguous(offset, mask, bytes)) return {least, 0};
  uint32_t wavefronts = 0;
  if (bytes <= 4) {
    wavefronts = serve_together(offset, mask, bytes);
  } else if (bytes == 8) {
    wavefronts = serve_groups(offset, mask & 0x0000'FFFF, mask & 0xFFFF'0000, bytes);
  } else {
    wavefronts = serve_groups(offset, mask & 0x0000'00FF, mask & 0x0000'FF00, bytes) +
                 serve_groups(offset, mask & 0x00FF'0000, mask & 0xFF00'0000, bytes);
  }
  return {wavefronts, wavefronts > least ? wavefronts - least : 0};
}

}  // namespace gtl::counters
