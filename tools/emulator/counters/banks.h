// Shared memory's banks: in how many wavefronts one warp instruction is served. Like coalescing.h,
// called by the counters and by the page, and dependent on nothing. The rules are those of an H200,
// and agree with every reading in tests/emulator/counters/probe:
//
// * A bank delivers one 4-byte word a wavefront; lanes that load one word share it.
// * A warp's accesses of 8 bytes are served in two passes of 16 lanes, those of 16 bytes in four
// passes of 8. Each pass takes
//   the wavefronts that its own words need.
// * Loads: two passes are served as one when, in the whole warp, every lane reads what its partner
// (lane xor 1; or, for all
//   lanes, lane xor 2) reads, or has no active partner. So 8 bytes then take one pass, 16 bytes
//   two. Stores never pair.
// * ldmatrix and stmatrix: every matrix is a pass of its own, of the 8 rows of 16 bytes that 8
// lanes name. Passes never pair.
// * Atomics on whole numbers of 4 bytes do not share: lanes that update one word, or words of one
// bank, take turns. Exchanges and compare-and-swap do so at 8 and 16 bytes too, in passes.
// Compare-and-swap carries two operands and takes twice the wavefronts.
// * Of other additions the compiler makes a loop: load, add, compare-and-swap. See count_bank_loop.
// * Bank conflicts are the wavefronts of each pass beyond its first.
#pragma once

#include <cstdint>

namespace gtl::counters {

constexpr uint32_t kBanks = 32;
constexpr uint32_t kBankBytes = 4;

/// How one shared-memory instruction is served.
struct BankCount {
  uint32_t wavefronts = 0;
  uint32_t conflicts = 0;
};

/// A load or store. `offset` holds 32 byte offsets in shared memory, read where `mask` is set;
/// every lane accesses `bytes` bytes (1, 2, 4, 8 or 16) at a multiple of `bytes`.
BankCount count_bank_load(const uint64_t* offset, uint32_t mask, uint32_t bytes);
BankCount count_bank_store(const uint64_t* offset, uint32_t mask, uint32_t bytes);

/// A word that a bank delivers or takes, and the lanes that ask for it in one pass.
struct BankWord {
  uint64_t word = 0;  ///< Offset / 4.
  uint32_t bank = 0, pass = 0;
  uint32_t lanes = 0;
};
constexpr uint32_t kMostBankWords = 128;  ///< 32 lanes of 16 bytes.

/// What the load or store asks of the banks, for those who show it: `words` has room for
/// kMostBankWords; returns how many there are, pass after pass. A pass takes as many wavefronts as
/// the bank that has most of its words.
uint32_t bank_words_of_load(const uint64_t* offset, uint32_t mask, uint32_t bytes, BankWord* words);
uint32_t bank_words_of_store(const uint64_t* offset, uint32_t mask, uint32_t bytes,
                             BankWord* words);

/// ldmatrix and stmatrix, whose lanes name rows of 16 bytes, and wmma where ptxas takes these:
/// eight rows a pass, one matrix.
BankCount count_bank_rows(const uint64_t* offset, uint32_t mask, uint32_t bytes);

/// An atomic that the hardware does in one instruction: on 4-byte whole numbers; exchanges and
/// compare-and-swap of 4, 8 and 16 bytes.
BankCount count_bank_atomic(const uint64_t* offset, uint32_t mask, uint32_t bytes,
                            bool is_compare_and_swap);

/// What an atomic costs that is a loop: each round loads (`loads`) and tries to store (`attempts`),
/// for the lanes that have not succeeded yet.
struct BankLoopCount {
  uint32_t rounds = 0;
  BankCount loads, attempts;
};

/// An addition to real numbers of 2 × 2, 4 or 8 bytes, or to 8-byte whole numbers, by a warp that
/// no other warp disturbs, and which changes what it adds to. In a pass the lowest lane of each
/// bank succeeds, unless an earlier pass of this round has changed its word.
BankLoopCount count_bank_loop(const uint64_t* offset, uint32_t mask, uint32_t bytes);

}  // namespace gtl::counters
