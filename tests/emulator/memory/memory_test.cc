#include "memory/memory.h"

#include <cstring>

#include "doctest/doctest.h"

using gtl::memory::Allocation;
using gtl::memory::kDeviceBase;
using gtl::memory::Kind;
using gtl::memory::kRedZone;
using gtl::memory::Memory;

namespace {
uint64_t allocate(Memory& memory, uint64_t size) {
  auto address = memory.allocate(size, 256, Kind::Device);
  REQUIRE(address.ok());
  return address.value();
}
}  // namespace

TEST_CASE("allocations_start_at_multiples_of_256_bytes") {
  Memory memory;
  for (uint64_t size : {1, 255, 256, 257, 4097}) {
    CHECK(allocate(memory, size) % 256 == 0);
  }
  auto aligned = memory.allocate(1, 4096, Kind::Device);
  CHECK(aligned.value() % 4096 == 0);
}

TEST_CASE("device_addresses_lie_where_the_host_has_no_memory") {
  Memory memory;
  CHECK(allocate(memory, 16) >= kDeviceBase);
}

TEST_CASE("the_last_byte_belongs_to_the_allocation_and_the_next_one_to_nobody") {
  Memory memory;
  const uint64_t address = allocate(memory, 100);
  REQUIRE(memory.find(address + 99) != nullptr);
  CHECK(memory.find(address + 99)->id == 1);
  CHECK(memory.find(address + 100) == nullptr);
  CHECK(memory.find(address - 1) == nullptr);
}

TEST_CASE("a_red_zone_separates_neighbours") {
  Memory memory;
  const uint64_t first = allocate(memory, 100);
  const uint64_t second = allocate(memory, 100);
  CHECK(second - (first + 100) >= kRedZone);
}

TEST_CASE("empty_allocations_have_unique_addresses_and_no_bytes") {
  Memory memory;
  const uint64_t first = allocate(memory, 0);
  const uint64_t second = allocate(memory, 0);
  CHECK(first != second);
  CHECK(memory.find(first) == nullptr);
  CHECK(memory.release(first).ok());
}

TEST_CASE("host_bytes_reach_exactly_to_the_end") {
  Memory memory;
  const uint64_t address = allocate(memory, 64);
  std::byte* bytes = memory.host_bytes(address + 60, 4);
  REQUIRE(bytes != nullptr);
  const uint32_t value = 0x12345678;
  std::memcpy(bytes, &value, 4);
  CHECK(memory.host_bytes(address, 64) + 60 == bytes);
  CHECK(memory.host_bytes(address + 61, 4) == nullptr);
  CHECK(memory.host_bytes(address, ~uint64_t{0}) == nullptr);
  CHECK(memory.host_bytes(address - 4, 4) == nullptr);
}

TEST_CASE("fresh_memory_is_neither_zero_nor_all_ones") {
  Memory memory;
  const uint64_t address = allocate(memory, 8);
  const std::byte* bytes = memory.host_bytes(address, 8);
  CHECK(bytes[0] == std::byte{0xCD});
  CHECK(bytes[7] == std::byte{0xCD});
}

TEST_CASE("addresses_are_never_reused_so_a_stale_pointer_is_recognised") {
  Memory memory;
  const uint64_t first = allocate(memory, 1000);
  REQUIRE(memory.release(first).ok());
  const uint64_t second = allocate(memory, 1000);
  CHECK(second != first);
  CHECK(memory.find(first + 10) == nullptr);
  const auto near = memory.nearby(first + 10);
  REQUIRE(near.freed != nullptr);
  CHECK(near.freed->id == 1);
  CHECK(near.freed->size == 1000);
}

TEST_CASE("nearby_names_the_neighbours_on_both_sides") {
  Memory memory;
  const uint64_t first = allocate(memory, 100);
  const uint64_t second = allocate(memory, 100);
  const auto near = memory.nearby(first + 100);
  REQUIRE(near.before != nullptr);
  REQUIRE(near.after != nullptr);
  CHECK(near.before->address == first);
  CHECK(near.after->address == second);
  CHECK(near.freed == nullptr);
  CHECK(memory.nearby(5).before == nullptr);
}

TEST_CASE("a_double_free_a_free_inside_and_a_free_of_nothing_are_told_apart") {
  Memory memory;
  const uint64_t address = allocate(memory, 100);
  CHECK(memory.release(address + 4).error().what.find("4 bytes inside allocation #1") !=
        std::string::npos);
  REQUIRE(memory.release(address).ok());
  CHECK(memory.release(address).error().what.find("freed before") != std::string::npos);
  CHECK(memory.release(12345).error().what.find("not the start of any") != std::string::npos);
}

TEST_CASE("host_memory_is_seen_at_its_own_address") {
  Memory memory;
  int values[4] = {1, 2, 3, 4};
  auto address = memory.map_host(values, sizeof values, Kind::Managed);
  REQUIRE(address.ok());
  CHECK(address.value() == reinterpret_cast<uintptr_t>(values));
  CHECK(memory.host_bytes(address.value() + 4, 4) == reinterpret_cast<std::byte*>(&values[1]));
  CHECK_FALSE(memory.map_host(&values[2], 4, Kind::PinnedHost).ok());
  REQUIRE(memory.release(address.value()).ok());
  CHECK(memory.nearby(address.value()).freed != nullptr);
  REQUIRE(memory.map_host(&values[1], 4, Kind::PinnedHost).ok());
  CHECK(memory.nearby(address.value()).freed == nullptr);
}

TEST_CASE("bytes_in_use_and_the_generation_follow_the_table") {
  Memory memory;
  const uint64_t before = memory.generation();
  const uint64_t address = allocate(memory, 1000);
  CHECK(memory.bytes_in_use() == 1000);
  CHECK(memory.generation() != before);
  CHECK(memory.live().size() == 1);
  const uint64_t during = memory.generation();
  REQUIRE(memory.release(address).ok());
  CHECK(memory.bytes_in_use() == 0);
  CHECK(memory.generation() != during);
  CHECK(memory.live().empty());
}

TEST_CASE("an_impossible_size_is_an_error_and_changes_nothing") {
  Memory memory;
  CHECK_FALSE(memory.allocate(~uint64_t{0}, 256, Kind::Device).ok());
  CHECK(memory.live().empty());
}

TEST_CASE("managed_memory_lies_at_its_host_address_between_red_zones") {
  Memory memory;
  const uint64_t first = memory.allocate(100, 256, Kind::Managed).value();
  const uint64_t second = memory.allocate(100, 4096, Kind::PinnedHost).value();
  CHECK(second % 4096 == 0);
  *reinterpret_cast<int*>(first) = 42;
  int seen = 0;
  std::memcpy(&seen, memory.host_bytes(first, 4), 4);
  CHECK(seen == 42);
  CHECK(memory.find(first + 100) == nullptr);
  CHECK(memory.find(first - 1) == nullptr);
  CHECK((second > first ? second - first - 100 : first - second - 100) >= kRedZone);
  CHECK(memory.release(first).ok());
  CHECK(memory.nearby(first).freed != nullptr);
}

TEST_CASE("reserved_memory_is_there_once_it_is_allocated") {
  Memory memory;
  const uint64_t address = memory.reserve(100);
  CHECK(memory.find(address) == nullptr);
  CHECK(allocate(memory, 16) >= address + 100 + kRedZone);
  REQUIRE(memory.allocate_at(address, 100).ok());
  CHECK(memory.find(address + 99) != nullptr);
  REQUIRE(memory.release(address).ok());
  REQUIRE(memory.allocate_at(address, 100).ok());
  CHECK(memory.find(address) != nullptr);
}

TEST_CASE("shared_memory_has_the_same_bytes_and_stays_its_owners") {
  Memory owner, other;
  const uint64_t address = allocate(owner, 64);
  other.share(*owner.find(address));
  CHECK(other.host_bytes(address, 64) == owner.host_bytes(address, 64));
}
