#include "runtime/device_heap.h"

#include "doctest/doctest.h"

using gtl::runtime::DeviceHeap;

TEST_CASE("pieces_are_aligned_to_16_bytes_and_have_16_unused_bytes_behind_them") {
  DeviceHeap heap;
  CHECK_FALSE(heap.is_attached());
  heap.attach(4096, 32 + 48 + 32);
  CHECK(heap.is_attached());
  CHECK(heap.allocate(1) == 4096);
  CHECK(heap.allocate(17) == 4096 + 32);
  CHECK(heap.allocate(0) == 4096 + 32 + 48);
  CHECK(heap.allocate(1) == 0);
}

TEST_CASE("a_freed_piece_is_not_handed_out_before_it_must") {
  DeviceHeap heap;
  heap.attach(4096, 3 * 32);
  const uint64_t first = heap.allocate(16);
  CHECK(heap.release(first));
  CHECK(heap.allocate(16) == 4096 + 32);
  CHECK(heap.allocate(16) == 4096 + 64);
  CHECK(heap.allocate(16) == first);
}

TEST_CASE("freed_neighbours_join") {
  DeviceHeap heap;
  heap.attach(4096, 3 * 32);
  const uint64_t first = heap.allocate(16), second = heap.allocate(16), third = heap.allocate(16);
  CHECK(heap.release(first));
  CHECK(heap.release(third));
  CHECK(heap.release(second));
  CHECK(heap.allocate(80) == first);
}

TEST_CASE("only_the_start_of_a_piece_in_use_can_be_freed") {
  DeviceHeap heap;
  heap.attach(4096, 64);
  const uint64_t piece = heap.allocate(32);
  CHECK_FALSE(heap.release(piece + 16));
  CHECK(heap.release(piece));
  CHECK_FALSE(heap.release(piece));
  CHECK(heap.allocate(~uint64_t{0}) == 0);
}

TEST_CASE("a_piece_is_found_by_the_bytes_that_were_asked_for") {
  DeviceHeap heap;
  heap.attach(4096, 256);
  const uint64_t piece = heap.allocate(40);
  CHECK(heap.find(piece + 39).address == piece);
  CHECK(heap.find(piece + 39).size == 40);
  CHECK(heap.find(piece + 40).size == 0);
}

TEST_CASE("a_wrong_address_is_told_by_the_piece_beside_it") {
  DeviceHeap heap;
  heap.attach(4096, 256);
  const uint64_t piece = heap.allocate(40);
  auto says = [&](uint64_t address, const char* words) {
    return heap.describe(address).find(words) != std::string::npos;
  };
  CHECK(says(piece + 40, "is 1 byte after a piece of 40 bytes"));
  CHECK(says(piece + 8, "lies 8 bytes inside a piece of 40 bytes"));
  CHECK(says(64, "was not returned by malloc on the device"));
  heap.release(piece);
  CHECK(says(piece, "that of a piece of 40 bytes"));
  CHECK(says(piece, "which was freed before"));
}
