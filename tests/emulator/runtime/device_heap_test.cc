#include "runtime/device_heap.h"

#include "doctest/doctest.h"

using gtl::runtime::DeviceHeap;

TEST_CASE("pieces_do_not_overlap_and_are_aligned_to_16_bytes") {
  DeviceHeap heap;
  CHECK_FALSE(heap.is_attached());
  heap.attach(4096, 64);
  CHECK(heap.is_attached());
  CHECK(heap.allocate(1) == 4096);
  CHECK(heap.allocate(17) == 4112);
  CHECK(heap.allocate(0) == 4144);
  CHECK(heap.allocate(1) == 0);
}

TEST_CASE("freed_neighbours_join") {
  DeviceHeap heap;
  heap.attach(4096, 48);
  const uint64_t first = heap.allocate(16), second = heap.allocate(16), third = heap.allocate(16);
  CHECK(heap.release(first));
  CHECK(heap.release(third));
  CHECK(heap.release(second));
  CHECK(heap.allocate(48) == first);
}

TEST_CASE("only_the_start_of_a_piece_in_use_can_be_freed") {
  DeviceHeap heap;
  heap.attach(4096, 48);
  const uint64_t piece = heap.allocate(32);
  CHECK_FALSE(heap.release(piece + 16));
  CHECK(heap.release(piece));
  CHECK_FALSE(heap.release(piece));
  CHECK(heap.allocate(~uint64_t{0}) == 0);
}
