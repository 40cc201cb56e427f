// What the simulators on the page call: the emulator's counting code, exported to WebAssembly. A
// plain C interface over buffers in the module's memory, so that the page needs no glue:
//
//     addresses()                   32 u64: the caller writes the lanes' addresses here
//     results()                     8 u32: what the last call found
//
//     count_request(mask, bytes)    one global-memory instruction: requests, sectors, bytes used
//     sector_indices()              32 u64: address / 32 of each sector, in the order of the lanes
//     sector_used_bytes()           32 u32: bit b: byte b of that sector is asked for
//
//     count_bank_load(mask, bytes)  one shared-memory instruction (addresses are offsets):
//     count_bank_store(mask, bytes) wavefronts, bank conflicts, words
//     bank_words()                  that many counters::BankWord
//
//     count_occupancy(capability, registers, shared_bytes, threads)
//                                   resident blocks, and those that threads, the most blocks,
//                                   registers and shared memory allow
//     count_multiprocessor(capability)
//                                   its threads, blocks, registers, shared bytes, shared bytes of
//                                   one block; all 0 when it is not known
#include <cstddef>

#include "counters/banks.h"
#include "counters/coalescing.h"
#include "counters/occupancy.h"

namespace {

using gtl::counters::kLanes;

uint64_t lane_address[kLanes];
uint64_t sector_index[kLanes];
uint32_t sector_used[kLanes];
uint32_t result[8];

using gtl::counters::BankWord;
BankWord words[gtl::counters::kMostBankWords];
// As counting.ts reads them.
static_assert(sizeof(BankWord) == 24 && offsetof(BankWord, bank) == 8 &&
              offsetof(BankWord, pass) == 12 && offsetof(BankWord, lanes) == 16);

}  // namespace

extern "C" {

[[clang::export_name("addresses")]] uint64_t* addresses() { return lane_address; }
[[clang::export_name("results")]] uint32_t* results() { return result; }
[[clang::export_name("sector_indices")]] uint64_t* sector_indices() { return sector_index; }
[[clang::export_name("sector_used_bytes")]] uint32_t* sector_used_bytes() { return sector_used; }
[[clang::export_name("bank_words")]] BankWord* bank_words() { return words; }

[[clang::export_name("count_request")]] void count_request(uint32_t mask, uint32_t bytes) {
  const gtl::counters::RequestCount count = gtl::counters::count_request(lane_address, mask, bytes);
  result[0] = count.requests;
  result[1] = count.sectors;
  result[2] = count.bytes_used;
  gtl::counters::Sector sectors[kLanes];
  gtl::counters::touched_sectors(lane_address, mask, bytes, sectors);
  for (uint32_t i = 0; i < count.sectors; ++i) {
    sector_index[i] = sectors[i].index;
    sector_used[i] = sectors[i].used_bytes;
  }
}

[[clang::export_name("count_bank_load")]] void count_bank_load(uint32_t mask, uint32_t bytes) {
  const gtl::counters::BankCount count = gtl::counters::count_bank_load(lane_address, mask, bytes);
  result[0] = count.wavefronts;
  result[1] = count.conflicts;
  result[2] = gtl::counters::bank_words_of_load(lane_address, mask, bytes, words);
}

[[clang::export_name("count_bank_store")]] void count_bank_store(uint32_t mask, uint32_t bytes) {
  const gtl::counters::BankCount count = gtl::counters::count_bank_store(lane_address, mask, bytes);
  result[0] = count.wavefronts;
  result[1] = count.conflicts;
  result[2] = gtl::counters::bank_words_of_store(lane_address, mask, bytes, words);
}

[[clang::export_name("count_multiprocessor")]] void count_multiprocessor(uint32_t capability) {
  const gtl::counters::MultiprocessorLimits* limits = gtl::counters::limits_of(capability);
  result[0] = limits == nullptr ? 0 : limits->threads;
  result[1] = limits == nullptr ? 0 : limits->blocks;
  result[2] = limits == nullptr ? 0 : limits->registers;
  result[3] = limits == nullptr ? 0 : limits->shared_bytes;
  result[4] = limits == nullptr ? 0 : limits->shared_bytes_per_block;
}

[[clang::export_name("count_occupancy")]] void count_occupancy(uint32_t capability,
                                                               uint32_t registers,
                                                               uint32_t shared_bytes,
                                                               uint32_t threads) {
  gtl::counters::Occupancy found;
  if (const auto* limits = gtl::counters::limits_of(capability)) {
    // The kernel has allowed itself what it asks for, as a program does beyond 48 KiB.
    const gtl::counters::KernelResources kernel{.registers = registers,
                                                .max_dynamic_shared_bytes = shared_bytes};
    found = gtl::counters::occupancy(*limits, kernel, threads, shared_bytes);
  }
  result[0] = found.blocks;
  result[1] = found.by_threads;
  result[2] = found.by_blocks;
  result[3] = found.by_registers;
  result[4] = found.by_shared;
}

}  // extern "C"
