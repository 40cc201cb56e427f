#include "counters/banks.h"

#include <algorithm>
#include <bit>

namespace gtl::counters {
namespace {

constexpr uint32_t kLanes = 32;
constexpr uint32_t kFullMask = 0xFFFF'FFFF;

/// Whether no bank must deliver two words: the common case, found out at one look a lane.
bool is_free_of_conflicts(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  uint64_t word_of_bank[kBanks];
  uint32_t seen = 0;
  for (; mask != 0; mask &= mask - 1) {
    const uint64_t start = offset[std::countr_zero(mask)];
    for (uint64_t word = start / kBankBytes; word <= (start + bytes - 1) / kBankBytes; ++word) {
      const uint32_t bank = static_cast<uint32_t>(word % kBanks);
      if ((seen >> bank & 1) != 0 && word_of_bank[bank] != word) return false;
      seen |= 1u << bank;
      word_of_bank[bank] = word;
    }
  }
  return true;
}

/// One pass: the most distinct words that one bank must deliver.
BankCount serve_pass(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  if (mask == 0) return {};
  if (is_free_of_conflicts(offset, mask, bytes)) return {1, 0};
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

uint32_t passes_of(uint32_t bytes) { return std::max(1u, bytes / kBankBytes); }

/// The lanes of one of `passes` passes: 32 / `passes` neighbours.
uint32_t group_of(uint32_t pass, uint32_t passes) {
  const uint32_t lanes = kLanes / passes;
  return (lanes == kLanes ? kFullMask : (1u << lanes) - 1) << (pass * lanes);
}

uint32_t bank_of(uint64_t offset) { return static_cast<uint32_t>(offset / kBankBytes % kBanks); }

/// Whether one of `lanes` is at `place`.
bool any_at(const uint64_t* offset, uint32_t lanes, uint64_t place) {
  for (; lanes != 0; lanes &= lanes - 1) {
    if (offset[std::countr_zero(lanes)] == place) return true;
  }
  return false;
}

BankCount serve_passes(const uint64_t* offset, uint32_t mask, uint32_t bytes, uint32_t passes) {
  BankCount sum;
  for (uint32_t pass = 0; pass < passes; ++pass) {
    const BankCount count = serve_pass(offset, mask & group_of(pass, passes), bytes);
    sum.wavefronts += count.wavefronts;
    sum.conflicts += count.conflicts;
  }
  return sum;
}

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

/// Whole warps in one row of the banks, or with one distance between neighbours, the common cases:
/// true with the count in `count`.
bool count_regular(const uint64_t* offset, uint32_t mask, uint32_t bytes, BankCount& count) {
  if (mask != kFullMask) return false;
  if (bytes <= kBankBytes) {
    uint64_t difference = 0;
    for (uint32_t lane = 0; lane < kLanes; ++lane) difference |= offset[lane] ^ offset[0];
    if (difference < kBanks * kBankBytes) {
      count = {1, 0};
      return true;
    }
  }
  // The usual end of what is not: before all lanes are looked at.
  const uint64_t step = offset[1] - offset[0];
  if (offset[31] - offset[0] != 31 * step) return false;
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

uint32_t passes_of_load(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  const uint32_t passes = passes_of(bytes);
  if (passes == 1) return 1;
  const bool pairs = partners_agree(offset, mask, 1) || partners_agree(offset, mask, 2);
  return pairs ? passes / 2 : passes;
}

uint32_t words_of_passes(const uint64_t* offset, uint32_t mask, uint32_t bytes, uint32_t passes,
                         BankWord* words) {
  BankWord* end = words;
  for (uint32_t pass = 0; pass < passes; ++pass) {
    BankWord* const begin = end;
    for (uint32_t rest = mask & group_of(pass, passes); rest != 0; rest &= rest - 1) {
      const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
      const uint64_t last = (offset[lane] + bytes - 1) / kBankBytes;
      for (uint64_t word = offset[lane] / kBankBytes; word <= last; ++word) {
        BankWord* const found =
            std::find_if(begin, end, [&](const BankWord& each) { return each.word == word; });
        if (found == end) *end++ = {word, bank_of(word * kBankBytes), pass, 0};
        found->lanes |= 1u << lane;
      }
    }
  }
  return static_cast<uint32_t>(end - words);
}

}  // namespace

BankCount count_bank_load(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  BankCount count;
  if (count_regular(offset, mask, bytes, count)) return count;
  return serve_passes(offset, mask, bytes, passes_of_load(offset, mask, bytes));
}

BankCount count_bank_store(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  BankCount count;
  if (count_regular(offset, mask, bytes, count)) return count;
  return serve_passes(offset, mask, bytes, passes_of(bytes));
}

uint32_t bank_words_of_load(const uint64_t* offset, uint32_t mask, uint32_t bytes,
                            BankWord* words) {
  return words_of_passes(offset, mask, bytes, passes_of_load(offset, mask, bytes), words);
}

uint32_t bank_words_of_store(const uint64_t* offset, uint32_t mask, uint32_t bytes,
                             BankWord* words) {
  return words_of_passes(offset, mask, bytes, passes_of(bytes), words);
}

BankCount count_bank_rows(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  return serve_passes(offset, mask, bytes, passes_of(bytes));
}

BankCount count_bank_atomic(const uint64_t* offset, uint32_t mask, uint32_t bytes,
                            bool is_compare_and_swap) {
  BankCount sum;
  const uint32_t passes = passes_of(bytes);
  for (uint32_t pass = 0; pass < passes; ++pass) {
    uint32_t lanes[kBanks] = {};
    uint32_t most = 0;
    for (uint32_t rest = mask & group_of(pass, passes); rest != 0; rest &= rest - 1) {
      most = std::max(most, ++lanes[bank_of(offset[std::countr_zero(rest)])]);
    }
    if (most == 0) continue;
    sum.wavefronts += is_compare_and_swap ? 2 * most : most;
    sum.conflicts += most - 1;
  }
  return sum;
}

BankLoopCount count_bank_loop(const uint64_t* offset, uint32_t mask, uint32_t bytes) {
  BankLoopCount sum;
  const uint32_t passes = passes_of(bytes);
  while (mask != 0) {
    sum.rounds += 1;
    const BankCount loads = count_bank_load(offset, mask, bytes);
    sum.loads.wavefronts += loads.wavefronts;
    sum.loads.conflicts += loads.conflicts;
    uint32_t succeeded = 0;
    for (uint32_t pass = 0; pass < passes; ++pass) {
      const uint32_t lanes = mask & group_of(pass, passes);
      if (lanes == 0) continue;
      sum.attempts.wavefronts += 2;
      uint32_t taken_banks = 0, tried = 0;
      for (uint32_t rest = lanes; rest != 0; rest &= rest - 1) {
        const auto lane = static_cast<uint32_t>(std::countr_zero(rest));
        const uint32_t bank = 1u << bank_of(offset[lane]);
        if ((taken_banks & bank) != 0) continue;
        taken_banks |= bank;
        if (!any_at(offset, succeeded, offset[lane])) tried |= 1u << lane;
      }
      succeeded |= tried;
    }
    mask &= ~succeeded;
  }
  return sum;
}

}  // namespace gtl::counters
