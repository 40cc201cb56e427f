// What the simulators on the page call: the emulator's counting code, exported to WebAssembly. A
// plain C interface over buffers in the module's memory, so that the page needs no glue:
//
//     addresses()                 32 u64: the caller writes the lanes' addresses here
//     count_request(mask, bytes)  one global-memory instruction; fills the results below
//     count_banks(mask, bytes)    one shared-memory instruction (addresses are offsets); fills the
//     results below results()                   4 u32: requests, sectors, bytes used; or
//     wavefronts, bank conflicts sector_indices()            32 u64: address / 32 of each sector
//     touched, in the order of the lanes sector_used_bytes()         32 u32: bit b of an entry:
//     byte b of that sector is asked for
#include "counters/banks.h"
#include "counters/coalescing.h"

namespace {

using gtl::counters::kLanes;

uint64_t lane_address[kLanes];
uint64_t sector_index[kLanes];
uint32_t sector_used[kLanes];
uint32_t result[4];

}  // namespace

extern "C" {

[[clang::export_name("addresses")]] uint64_t* addresses() { return lane_address; }
[[clang::export_name("results")]] uint32_t* results() { return result; }
[[clang::export_name("sector_indices")]] uint64_t* sector_indices() { return sector_index; }
[[clang::export_name("sector_used_bytes")]] uint32_t* sector_used_bytes() { return sector_used; }

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
}

}  // extern "C"
