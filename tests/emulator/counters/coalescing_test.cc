// Sectors of a request, derived by hand: a sector is 32 bytes, eight floats.
#include "counters/coalescing.h"

#include "doctest/doctest.h"
#include "warp.h"

using gtl::counters::count_atomic_request;
using gtl::counters::count_request;
using gtl::counters::RequestCount;
using gtl::counters::Sector;
using gtl::counters::touched_sectors;
using gtl::tests::kAllLanes;
using gtl::tests::warp;
using gtl::tests::WarpAddresses;

namespace {

constexpr uint64_t kBase = 0x0000'0200'0000'0000;  // Aligned as cudaMalloc aligns.

RequestCount count(const WarpAddresses& addresses, uint32_t bytes, uint32_t mask = kAllLanes) {
  return count_request(addresses.data(), mask, bytes);
}

WarpAddresses strided(uint64_t stride_bytes, uint64_t offset_bytes = 0) {
  return warp([=](uint64_t lane) { return kBase + offset_bytes + lane * stride_bytes; });
}

}  // namespace

TEST_CASE("contiguous_floats_touch_4_sectors_and_use_every_byte") {
  const RequestCount result = count(strided(4), 4);
  CHECK(result.sectors == 4);
  CHECK(result.bytes_used == 128);
}

TEST_CASE("floats_at_stride_2_touch_8_sectors") { CHECK(count(strided(8), 4).sectors == 8); }

TEST_CASE("floats_at_stride_8_or_more_touch_32_sectors_and_use_an_eighth") {
  for (const uint64_t stride : {8, 9, 16, 32, 1000}) {
    const RequestCount result = count(strided(4 * stride), 4);
    CHECK(result.sectors == 32);
    CHECK(result.bytes_used == 128);
  }
}

TEST_CASE("floats_at_stride_7_touch_28_sectors") {
  // The last lane starts at byte 31 * 28 = 868, in sector 27; steps of 28 bytes skip no sector.
  CHECK(count(strided(28), 4).sectors == 28);
}

TEST_CASE("floats_that_start_off_a_sector_boundary_touch_5_sectors") {
  CHECK(count(strided(4, 4), 4).sectors == 5);
  CHECK(count(strided(4, 28), 4).sectors == 5);
}

TEST_CASE("floats_that_start_at_the_second_sector_touch_4") {
  CHECK(count(strided(4, 32), 4).sectors == 4);
}

TEST_CASE("contiguous_float4_touch_16_sectors_in_one_request") {
  const RequestCount result = count(strided(16), 16);
  CHECK(result.requests == 1);
  CHECK(result.sectors == 16);
  CHECK(result.bytes_used == 512);
}

TEST_CASE("contiguous_bytes_touch_1_sector") {
  const RequestCount result = count(strided(1), 1);
  CHECK(result.sectors == 1);
  CHECK(result.bytes_used == 32);
}

TEST_CASE("contiguous_halves_touch_2_sectors_and_doubles_8") {
  CHECK(count(strided(2), 2).sectors == 2);
  CHECK(count(strided(8), 8).sectors == 8);
}

TEST_CASE("a_lane_of_32_bytes_fills_its_sector") {
  const RequestCount result = count(strided(32), 32);
  CHECK(result.sectors == 32);
  CHECK(result.bytes_used == 1024);
}

TEST_CASE("reversed_lanes_cost_nothing") {
  const RequestCount result = count(warp([](uint64_t lane) { return kBase + 4 * (31 - lane); }), 4);
  CHECK(result.sectors == 4);
  CHECK(result.bytes_used == 128);
}

TEST_CASE("reversed_lanes_at_stride_8_touch_32_sectors") {
  CHECK(count(warp([](uint64_t lane) { return kBase + 32 * (31 - lane); }), 4).sectors == 32);
}

TEST_CASE("lanes_permuted_within_a_sector_cost_nothing") {
  const RequestCount result = count(warp([](uint64_t lane) { return kBase + 4 * (lane ^ 5); }), 4);
  CHECK(result.sectors == 4);
  CHECK(result.bytes_used == 128);
}

TEST_CASE("a_broadcast_touches_1_sector_and_uses_one_element") {
  const RequestCount result = count(warp([](uint64_t) { return kBase + 12; }), 4);
  CHECK(result.sectors == 1);
  CHECK(result.bytes_used == 4);
}

TEST_CASE("two_lanes_to_a_float_touch_2_sectors_and_use_64_bytes") {
  const RequestCount result = count(warp([](uint64_t lane) { return kBase + 4 * (lane / 2); }), 4);
  CHECK(result.sectors == 2);
  CHECK(result.bytes_used == 64);
}

TEST_CASE("only_active_lanes_count") {
  CHECK(count(strided(4), 4, 0x0000'0001).sectors == 1);
  CHECK(count(strided(4), 4, 0x0000'0001).bytes_used == 4);
  CHECK(count(strided(4), 4, 0x0000'01FF).sectors == 2);  // Nine lanes: one sector and a float.
  CHECK(count(strided(4), 4, 0x8000'0001).sectors == 2);
  CHECK(count(strided(4), 4, 0x5555'5555).sectors == 4);
  CHECK(count(strided(4), 4, 0x5555'5555).bytes_used == 64);
}

TEST_CASE("an_instruction_without_active_lanes_makes_no_request") {
  const RequestCount result = count(strided(4), 4, 0);
  CHECK(result.requests == 0);
  CHECK(result.sectors == 0);
  CHECK(result.bytes_used == 0);
}

TEST_CASE("addresses_of_inactive_lanes_are_not_read_as_accesses") {
  WarpAddresses addresses = strided(4);
  addresses[7] = 0;  // Would be a sector of its own.
  CHECK(count(addresses, 4, ~(1u << 7)).sectors == 4);
}

TEST_CASE("sectors_that_collide_in_a_hash_are_told_apart") {
  // Sectors 0, 4096, 8192 … share their low bits.
  CHECK(count(warp([](uint64_t lane) { return kBase + (lane * lane % 37 << 17); }), 4).sectors ==
        19);
}

TEST_CASE("touched_sectors_come_in_lane_order_with_the_bytes_used") {
  const WarpAddresses addresses =
      warp([](uint64_t lane) { return 64 + 4 * (7 - lane % 8) + 32 * (lane / 8); });
  Sector sectors[32];
  REQUIRE(touched_sectors(addresses.data(), 0x0000'0103, 4, sectors) == 2);
  CHECK(sectors[0].index == 2);
  CHECK(sectors[0].used_bytes == 0xFF00'0000);  // Lanes 0 and 1: floats 7 and 6.
  CHECK(sectors[1].index == 3);
  CHECK(sectors[1].used_bytes == 0xF000'0000);
}

TEST_CASE("atomics_on_one_address_move_its_sector_once_a_lane") {
  const WarpAddresses same = warp([](uint64_t) { return kBase; });
  CHECK(count_atomic_request(same.data(), kAllLanes, 4).requests == 1);
  CHECK(count_atomic_request(same.data(), kAllLanes, 4).sectors == 32);
  CHECK(count_atomic_request(same.data(), kAllLanes, 4).bytes_used == 4);
  CHECK(count_atomic_request(same.data(), 0x7, 4).sectors == 3);
  CHECK(count_atomic_request(same.data(), 0, 4).requests == 0);
}

TEST_CASE("atomics_on_addresses_of_their_own_count_like_loads") {
  CHECK(count_atomic_request(strided(4).data(), kAllLanes, 4).sectors == 4);
  CHECK(count_atomic_request(strided(8).data(), kAllLanes, 8).sectors == 8);
  CHECK(count_atomic_request(strided(8).data(), kAllLanes, 8).bytes_used == 256);
}

TEST_CASE("a_sector_of_atomics_counts_as_often_as_its_most_wanted_address") {
  // Lanes 0-3 on float 0, lane 4 on float 1, lane 5 in the next sector.
  const WarpAddresses addresses = warp([](uint64_t lane) {
    return kBase + (lane < 4 ? 0 : lane == 4 ? 4 : 32);
  });
  CHECK(count_atomic_request(addresses.data(), 0x3F, 4).sectors == 4 + 1);
}

TEST_CASE("the_affine_count_equals_the_enumeration") {
  // Both are derived from the same definition in different ways: neither may know the other's
  // mistakes.
  for (const uint32_t bytes : {1u, 2u, 4u, 8u, 16u, 32u}) {
    for (int64_t step = -70; step <= 70; ++step) {
      for (uint64_t offset = 0; offset < 32; offset += bytes) {
        const WarpAddresses addresses = warp([=](uint64_t lane) {
          return kBase + offset + static_cast<uint64_t>(static_cast<int64_t>(lane) * step * bytes);
        });
        Sector sectors[32];
        CHECK(count(addresses, bytes).sectors ==
              touched_sectors(addresses.data(), kAllLanes, bytes, sectors));
      }
    }
  }
}
