#include "counters/banks.h"

#include <algorithm>
#include <bit>

namespace gtl::counters {
namespace {

constexpr uint32_t kLanes = 32;
constexpr uint32_t kFullMask = 0xFFFF'FFFF;

/// One pass: the most distinct words that one bank must deliver.
BankCount serve_pass(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  if (mask == 0) return {};
  uint64_t words[kBanks][kLanes];
  uint8_t distinct[kBanks] = {};
  uint8_t most = 0;
  for (; mask != 0; mask &= mask - 1) {
    const uint64_t start = offset[std::countr_zero(mask)];
    for (uint64_t word = start / kBankBytes; word <= (start + bytes - 1) / kBankBytes; ++word) {
      const uint32_t bank = static_cast<uint32_t>(word % kBanks);
      uint64_t* const begin = words[bank];
      uint64_t* const end = begin + distinct[bank];
      if (std::find(begin, end, word) != end) continue;
      *end = word;
      most = std::max(most, ++distinct[bank]);
    }
  }
  return {most, most - 1u};
}

/// `passes` passes of 32 / `passes` neighbouring lanes each.
BankCount serve_passes(const uint64_t* offset, uint32_t mask, uint32_t bytes, uint32_t passes) {
  BankCount sum;
  const uint32_t lanes = kLanes / passes;
  for (uint32_t first = 0; first < kLanes; first += lanes) {
    const uint32_t group = (lanes == kLanes ? kFullMask : (1u << lanes) - 1) << first;
    const BankCount pass = serve_pass(offset, mask & group, bytes);
    sum.wavefronts += pass.wavefronts;
    sum.conflicts += pass.conflicts;
  }
  return sum;
}

uint32_t passes_of(uint32_t bytes) { return std::max(1u, bytes / kBankBytes); }

/// True when every active lane's partner (its number xor `distance`) is inactive or reads the same
/// address.
bool partners_agree(const uint64_t* offset, uint32_t mask, uint32_t distance) {
  for (uint32_t rest = mask; rest != 0; rest &= rest - 1) {
    const uint32_t lane = static_cast<uint32_t>(std::countr_zero(rest));
    const uint32_t partner = lane ^ distance;
    if ((mask >> partner & 1) != 0 && offset[lane] != offset[partner]) return false;
  }
  return true;
}

/// Whole warps with one distance between neighbours, the common case: true with the count in
/// `count`.
bool count_affine(const uint64_t* offset, uint32_t mask, uint32_t bytes, BankCount& count) {
  if (mask != kFullMask) return false;
  const uint64_t step = offset[1] - offset[0];
  uint64_t difference = 0;
  for (uint32_t lane = 0; lane < kLanes; ++lane) {
    difference |= offset[lane] ^ (offset[0] + lane * step);
  }
  if (difference != 0) return false;
  if (step == bytes) {
    count = {passes_of(bytes), 0};
    return true;
  }
  if (bytes != kBankBytes || step == 0 || step % kBankBytes != 0) return false;
  // Lanes i and i + 32/g meet in a bank, g being the greatest common divisor of the step, in words,
  // and 32: g lanes a bank.
  const uint32_t shared_factor = 1u << std::min(5, std::countr_zero(step / kBankBytes));
  count = {shared_factor, shared_factor - 1};
  return true;
}

}  // namespace

BankCount count_bank_load(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  BankCount count;
  if (count_affine(offset, mask, bytes, count)) return count;
  uint32_t passes = passes_of(bytes);
  if (passes > 1 && (partners_agree(offset, mask, 1) || partners_agree(offset, mask, 2)))
    passes /= 2;
  return serve_passes(offset, mask, bytes, passes);
}

BankCount count_bank_store(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  BankCount count;
  if (count_affine(offset, mask, bytes, count)) return count;
  return serve_passes(offset, mask, bytes, passes_of(bytes));
}

BankCount count_bank_atomic(const uint64_t* offset, uint32_t mask, bool is_compare_and_swap) {
  if (mask == 0) return {};
  uint32_t lanes[kBanks] = {};
  uint32_t most = 0;
  for (; mask != 0; mask &= mask - 1) {
    most = std::max(most, ++lanes[offset[std::countr_zero(mask)] / kBankBytes % kBanks]);
  }
  return {is_compare_and_swap ? 2 * most : most, most - 1};
}

}  // namespace gtl::counters
