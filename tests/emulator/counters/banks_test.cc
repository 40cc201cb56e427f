// Wavefronts of shared-memory accesses, derived by hand from the rules in banks.h: 32 banks of one
// 4-byte word.
#include "counters/banks.h"

#include <algorithm>

#include "doctest/doctest.h"
#include "warp.h"

using gtl::counters::bank_words_of_load;
using gtl::counters::bank_words_of_store;
using gtl::counters::BankCount;
using gtl::counters::BankWord;
using gtl::counters::count_bank_atomic;
using gtl::counters::count_bank_load;
using gtl::counters::count_bank_store;
using gtl::counters::kMostBankWords;
using gtl::tests::kAllLanes;
using gtl::tests::warp;
using gtl::tests::WarpAddresses;

namespace {

BankCount count(const WarpAddresses& offsets, uint32_t bytes, uint32_t mask = kAllLanes) {
  return count_bank_load(offsets.data(), mask, bytes);
}

WarpAddresses floats_at_stride(uint64_t stride) {
  return warp([=](uint64_t lane) { return 4 * stride * lane; });
}

}  // namespace

TEST_CASE("a_row_of_floats_takes_1_wavefront") {
  CHECK(count(floats_at_stride(1), 4).wavefronts == 1);
  CHECK(count(floats_at_stride(1), 4).conflicts == 0);
}

TEST_CASE("column_read_without_padding_takes_32_wavefronts") {
  CHECK(count(floats_at_stride(32), 4).wavefronts == 32);
  CHECK(count(floats_at_stride(32), 4).conflicts == 31);
}

TEST_CASE("column_read_with_one_spare_column_takes_1_wavefront") {
  CHECK(count(floats_at_stride(33), 4).wavefronts == 1);
}

TEST_CASE("a_stride_costs_its_common_divisor_with_32") {
  CHECK(count(floats_at_stride(2), 4).wavefronts == 2);
  CHECK(count(floats_at_stride(3), 4).wavefronts == 1);
  CHECK(count(floats_at_stride(4), 4).wavefronts == 4);
  CHECK(count(floats_at_stride(12), 4).wavefronts == 4);
  CHECK(count(floats_at_stride(24), 4).wavefronts == 8);
}

TEST_CASE("lanes_that_read_one_word_share_it") {
  CHECK(count(warp([](uint64_t) { return 256; }), 4).wavefronts == 1);
  // Two words of one bank, each wanted by 16 lanes.
  CHECK(count(warp([](uint64_t lane) { return lane % 2 * 128; }), 4).wavefronts == 2);
}

TEST_CASE("bytes_of_one_word_share_it") {
  CHECK(count(warp([](uint64_t lane) { return lane; }), 1).wavefronts == 1);
  CHECK(count(warp([](uint64_t lane) { return 2 * lane; }), 2).wavefronts == 1);
}

TEST_CASE("only_active_lanes_conflict") {
  CHECK(count(floats_at_stride(32), 4, 0x0000'000F).wavefronts == 4);
  CHECK(count(floats_at_stride(32), 4, 0x8000'0000).wavefronts == 1);
  CHECK(count(floats_at_stride(32), 4, 0).wavefronts == 0);
}

TEST_CASE("a_row_of_8_bytes_takes_2_wavefronts_and_of_16_bytes_4_without_a_conflict") {
  const BankCount pairs = count(warp([](uint64_t lane) { return 8 * lane; }), 8);
  CHECK(pairs.wavefronts == 2);
  CHECK(pairs.conflicts == 0);
  const BankCount quads = count(warp([](uint64_t lane) { return 16 * lane; }), 16);
  CHECK(quads.wavefronts == 4);
  CHECK(quads.conflicts == 0);
}

TEST_CASE("16_bytes_at_stride_32_bytes_conflict_twofold") {
  // A quarter-warp of eight lanes spans 256 bytes: banks 0-3 hold the words of lanes 0 and 4, and
  // so on.
  const BankCount result = count(warp([](uint64_t lane) { return 32 * lane; }), 16);
  CHECK(result.wavefronts == 8);
  CHECK(result.conflicts == 4);
}

TEST_CASE("a_wide_broadcast_takes_half_the_passes_to_load_and_all_to_store") {
  const WarpAddresses same = warp([](uint64_t) { return 64; });
  CHECK(count_bank_load(same.data(), kAllLanes, 8).wavefronts == 1);
  CHECK(count_bank_load(same.data(), kAllLanes, 16).wavefronts == 2);
  CHECK(count_bank_store(same.data(), kAllLanes, 8).wavefronts == 2);
  CHECK(count_bank_store(same.data(), kAllLanes, 16).wavefronts == 4);
}

TEST_CASE("partners_must_agree_in_the_whole_warp") {
  const auto pairs_below = [](uint64_t limit) {
    return warp([=](uint64_t lane) { return 16 * (lane < limit ? lane & ~1u : lane); });
  };
  // All lanes in pairs: half-warps span 256 bytes, two words a bank, and conflict. Half of them:
  // four passes.
  CHECK(count(pairs_below(32), 16).wavefronts == 4);
  CHECK(count(pairs_below(32), 16).conflicts == 2);
  CHECK(count(pairs_below(16), 16).wavefronts == 4);
  CHECK(count(pairs_below(16), 16).conflicts == 0);
}

TEST_CASE("passes_without_active_lanes_take_no_wavefront") {
  const WarpAddresses row = warp([](uint64_t lane) { return 16 * lane; });
  CHECK(count_bank_store(row.data(), 0x0000'00FF, 16).wavefronts == 1);
  CHECK(count_bank_store(row.data(), 0x8000'0001, 16).wavefronts == 2);
}

TEST_CASE("atomics_on_one_word_take_turns") {
  const WarpAddresses same = warp([](uint64_t) { return 0; });
  CHECK(count_bank_atomic(same.data(), kAllLanes, 4, false).wavefronts == 32);
  CHECK(count_bank_atomic(same.data(), kAllLanes, 4, false).conflicts == 31);
  CHECK(count_bank_atomic(same.data(), 0x0000'000F, 4, false).wavefronts == 4);
  CHECK(count_bank_atomic(floats_at_stride(1).data(), kAllLanes, 4, false).wavefronts == 1);
  CHECK(count_bank_atomic(floats_at_stride(1).data(), kAllLanes, 4, true).wavefronts == 2);
  CHECK(count_bank_atomic(floats_at_stride(1).data(), kAllLanes, 4, true).conflicts == 0);
}

TEST_CASE("exchanges_of_8_bytes_are_served_in_two_halves") {
  const auto row = warp([](uint64_t lane) { return 8 * lane; });
  CHECK(count_bank_atomic(row.data(), kAllLanes, 8, false).wavefronts == 2);
  CHECK(count_bank_atomic(row.data(), kAllLanes, 8, true).wavefronts == 4);
  const auto same = warp([](uint64_t) { return 64; });
  CHECK(count_bank_atomic(same.data(), kAllLanes, 8, false).wavefronts == 32);
  CHECK(count_bank_atomic(same.data(), kAllLanes, 8, false).conflicts == 30);
}

TEST_CASE("an_addition_of_floats_loops_once_a_lane_of_the_most_wanted_bank") {
  const auto same = warp([](uint64_t) { return 64; });
  const auto loop = gtl::counters::count_bank_loop(same.data(), kAllLanes, 4);
  CHECK(loop.rounds == 32);
  CHECK(loop.loads.wavefronts == 32);  // One word, shared by all that still load it.
  CHECK(loop.attempts.wavefronts == 64);
  const auto column = warp([](uint64_t lane) { return 128 * lane; });
  CHECK(gtl::counters::count_bank_loop(column.data(), kAllLanes, 4).loads.wavefronts ==
        32 * 33 / 2);
}

TEST_CASE("a_column_asks_one_bank_for_32_words_and_a_broadcast_for_one") {
  BankWord words[kMostBankWords];
  REQUIRE(bank_words_of_load(floats_at_stride(32).data(), kAllLanes, 4, words) == 32);
  for (uint32_t i = 0; i < 32; ++i) {
    CHECK(words[i].bank == 0);
    CHECK(words[i].word == 32 * i);
    CHECK(words[i].lanes == 1u << i);
  }
  const WarpAddresses same = warp([](uint64_t) { return 68; });
  REQUIRE(bank_words_of_load(same.data(), kAllLanes, 4, words) == 1);
  CHECK(words[0].bank == 17);
  CHECK(words[0].lanes == kAllLanes);
}

TEST_CASE("bytes_of_one_word_are_asked_for_together") {
  BankWord words[kMostBankWords];
  const WarpAddresses bytes = warp([](uint64_t lane) { return lane; });
  REQUIRE(bank_words_of_store(bytes.data(), 0x0000'00FF, 1, words) == 2);
  CHECK(words[0].lanes == 0x0F);
  CHECK(words[1].lanes == 0xF0);
}

TEST_CASE("the_words_of_wide_accesses_are_asked_for_in_passes") {
  BankWord words[kMostBankWords];
  const WarpAddresses row = warp([](uint64_t lane) { return 16 * lane; });
  REQUIRE(bank_words_of_load(row.data(), kAllLanes, 16, words) == 128);
  CHECK(words[31].pass == 0);  // Lane 7's last word.
  CHECK(words[31].bank == 31);
  CHECK(words[31].lanes == 1u << 7);
  CHECK(words[32].pass == 1);
  CHECK(words[32].bank == 0);
  // Pairs of lanes at one address load in two passes of 16 lanes, and store in four of 8.
  const WarpAddresses pairs = warp([](uint64_t lane) { return 16 * (lane / 2); });
  REQUIRE(bank_words_of_load(pairs.data(), kAllLanes, 16, words) == 64);
  CHECK(words[63].pass == 1);
  REQUIRE(bank_words_of_store(pairs.data(), kAllLanes, 16, words) == 64);
  CHECK(words[63].pass == 3);
}

TEST_CASE("the_fullest_bank_of_each_pass_takes_its_wavefronts") {
  for (const uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
    for (uint64_t factor = 0; factor < 40; ++factor) {
      const WarpAddresses places =
          warp([=](uint64_t lane) { return bytes * (lane * factor % 53 + lane * lane % 7); });
      const uint32_t mask = kAllLanes >> (factor % 9);
      for (const bool is_load : {true, false}) {
        BankWord words[kMostBankWords];
        const uint32_t asked = is_load ? bank_words_of_load(places.data(), mask, bytes, words)
                                       : bank_words_of_store(places.data(), mask, bytes, words);
        uint32_t height[4][32] = {}, fullest[4] = {};
        for (uint32_t i = 0; i < asked; ++i) {
          uint32_t& most = fullest[words[i].pass];
          most = std::max(most, ++height[words[i].pass][words[i].bank]);
        }
        const BankCount counted = is_load ? count_bank_load(places.data(), mask, bytes)
                                          : count_bank_store(places.data(), mask, bytes);
        CHECK(counted.wavefronts == fullest[0] + fullest[1] + fullest[2] + fullest[3]);
      }
    }
  }
}
