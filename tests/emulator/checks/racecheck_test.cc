// What races within a block.
#include <array>
#include <random>
#include <set>
#include <vector>

#include "block_scene.h"
#include "doctest/doctest.h"

using namespace gtl;
using test::AccessKind;
using test::AtomicKind;
using test::kAll;
using Scene = test::BlockScene;

TEST_CASE("a_read_of_what_another_warp_wrote_races_without_a_barrier") {
  Scene scene;
  scene.write(3, 1, kAll, 128);
  scene.read(5, 0, kAll, 128);
  CHECK(scene.races() == 32);
  const std::string report = scene.report();
  CHECK(report.find("read after write, 32 times") != std::string::npos);
  CHECK(report.find("write at kernel in kernel.cu:3, by thread (32,0,0)") != std::string::npos);
  CHECK(report.find("read at kernel in kernel.cu:5, by thread (0,0,0)") != std::string::npos);
  CHECK(report.find("offset 128") != std::string::npos);
  CHECK(report.find("__syncthreads()") != std::string::npos);
}

TEST_CASE("a_barrier_of_the_block_orders") {
  Scene scene;
  scene.write(3, 1, kAll, 128);
  scene.sync_block();
  scene.read(5, 0, kAll, 128);
  CHECK(scene.races() == 0);
}

TEST_CASE("a_second_barrier_is_missed_when_the_loop_writes_again") {
  Scene scene;
  scene.write(3, 1, kAll, 128);
  scene.sync_block();
  scene.read(5, 0, kAll, 128);
  scene.write(3, 1, kAll, 128);
  CHECK(scene.races() == 32);
  CHECK(scene.report().find("write after read") != std::string::npos);
}

TEST_CASE("of_two_readers_the_other_one_is_found") {
  Scene scene;
  scene.read(3, 0, 1, 0);
  scene.read(3, 1, 1, 0);
  scene.write(5, 0, 1, 0);  // Thread 0 read it itself; thread 32 did too.
  CHECK(scene.races() == 1);
}

TEST_CASE("who_has_waited_for_wgmma_comes_after_what_its_warpgroup_read_for_it") {
  Scene scene;
  scene.read(3, 1, kAll, 128);
  scene.racecheck->warpgroup({0, 0, 0b11});
  scene.write(5, 0, kAll, 128);
  CHECK(scene.races() == 0);
  scene.read(3, 1, kAll, 256);  // For the next one, for which nobody has waited yet.
  scene.racecheck->warpgroup({0, 0, 0b01});
  scene.write(5, 0, kAll, 256);
  CHECK(scene.races() == 32);
}

TEST_CASE("lanes_of_a_warp_need_a_warp_barrier") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.read(5, 0, 0xFFFF, 64);  // Lane i reads what lane i + 16 wrote.
  CHECK(scene.races() == 16);
  CHECK(scene.report().find("__syncwarp()") != std::string::npos);
  Scene ordered;
  ordered.write(3, 0, kAll, 0);
  ordered.sync_warp(0);
  ordered.read(5, 0, 0xFFFF, 64);
  CHECK(ordered.races() == 0);
}

TEST_CASE("lanes_that_read_one_word_in_groups_are_told_apart") {
  // Lanes 0 to 15 read one word, the others another. Lane 5 has accessed the first word before, so
  // for it alone something is different.
  auto read_by_halves = [](Scene& scene) {
    auto event = scene.event(AccessKind::Load, 5, 0, kAll, 0, 0);
    for (uint32_t lane = 16; lane < 32; ++lane) scene.addresses[lane] = 64;
    scene.racecheck->memory(event);
  };
  Scene written;
  written.write(3, 0, 1u << 5, 0, 0);
  read_by_halves(written);
  CHECK(written.races() == 15);
  Scene read;
  read.read(3, 0, 1u << 5, 0, 0);
  read_by_halves(read);
  CHECK(read.races() == 0);
  read.write(7, 1, 1, 0);
  CHECK(read.races() == 1);
  // Its later read has taken the place of its first.
  CHECK(read.report().find("read at kernel in kernel.cu:5, by thread (5,0,0)") !=
        std::string::npos);
}

TEST_CASE("reads_of_few_words_are_counted_one_by_one") {
  // However the lanes of a warp share four words that single threads wrote: each lane that reads
  // what another thread wrote races once (of lanes that all read one address, the first and the
  // last are looked at). Then a thread that writes a word races once if another one has read it.
  std::mt19937 random(1);
  for (int round = 0; round < 2000; ++round) {
    CAPTURE(round);
    constexpr uint32_t kWords = 4, kNobody = 64;
    Scene scene;
    std::array<uint32_t, kWords> writers;
    std::array<std::set<uint32_t>, kWords> readers;
    uint64_t expected = 0;
    for (uint32_t word = 0; word < kWords; ++word) {
      // Mostly somebody of the warp that will read.
      writers[word] = random() % 3 != 0 ? random() % 32 : random() % (kNobody + 1);
      if (writers[word] != kNobody)
        scene.write(3, writers[word] / 32, 1u << writers[word] % 32, word * 4, 0);
    }
    for (uint32_t times = 1 + random() % 3; times > 0; --times) {
      const uint32_t words = 1 + random() % 2, longest_run = 1 + random() % 16;
      const uint32_t mask = random() % 2 != 0 ? kAll : random() | 1;
      auto event = scene.event(AccessKind::Load, 5, 0, mask, 0, 0, words * 4);
      std::vector<uint32_t> lanes;
      bool is_one_address = true;
      uint64_t address = 0;
      for (uint32_t lane = 0, left = 0; lane < 32; ++lane, --left) {
        if (left == 0) {
          left = 1 + random() % longest_run;
          address = random() % kWords / words * words * 4;
        }
        scene.addresses[lane] = address;
        if ((mask >> lane & 1) == 0) continue;
        lanes.push_back(lane);
        is_one_address = is_one_address && address == scene.addresses[lanes[0]];
      }
      if (is_one_address) lanes = {lanes.front(), lanes.back()};
      for (const uint32_t lane : std::set(lanes.begin(), lanes.end())) {
        bool races = false;
        for (uint32_t i = 0; i < words; ++i) {
          const uint64_t word = scene.addresses[lane] / 4 + i;
          races = races || (writers[word] != kNobody && writers[word] != lane);
          readers[word].insert(lane);
        }
        expected += races;
      }
      scene.racecheck->memory(event);
      CHECK(scene.races() == expected);
    }
    for (uint32_t word = 0; word < kWords; ++word) {
      const uint32_t writer = random() % 64;
      scene.write(7, writer / 32, 1u << writer % 32, word * 4, 0);
      readers[word].erase(writer);
      expected += !readers[word].empty();
    }
    CHECK(scene.races() == expected);
  }
}

TEST_CASE("a_warp_barrier_orders_no_other_warp") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.sync_warp(0);
  scene.sync_warp(1);
  scene.read(5, 1, kAll, 0);
  CHECK(scene.races() == 32);
}

TEST_CASE("a_thread_does_not_race_with_itself") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.read(4, 0, kAll, 0);
  scene.write(5, 0, kAll, 0);
  CHECK(scene.races() == 0);
}

TEST_CASE("lanes_of_one_instruction_may_write_one_address_and_two_warps_may_not") {
  Scene scene;
  scene.write(3, 0, kAll, 0, 0);
  CHECK(scene.races() == 0);
  scene.write(4, 1, 1, 0, 0);
  scene.sync_block();
  scene.read(5, 1, 1, 0);
  CHECK(scene.races() == 1);
  CHECK(scene.report().find("write after write, 1 time\n") != std::string::npos);
  CHECK(scene.report().find("write at kernel in kernel.cu:3, by thread (31,0,0)") !=
        std::string::npos);
  CHECK(scene.report().find("write at kernel in kernel.cu:4, by thread (32,0,0)") !=
        std::string::npos);
}

TEST_CASE("two_writes_race_when_somebody_reads_from_them") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.write(4, 1, kAll, 0);
  CHECK(scene.races() == 0);
  scene.sync_block();
  scene.write(5, 0, 0xFFFF, 0);  // In order: nobody asks any more who was first.
  scene.sync_block();
  scene.read(6, 0, kAll, 0);
  CHECK(scene.races() == 16);
  scene.read(7, 0, kAll, 0);
  CHECK(scene.races() == 16);
}

TEST_CASE("an_atomic_reads_what_two_writes_left") {
  Scene scene;
  scene.write(3, 0, 1, 0);
  scene.write(4, 1, 1, 0);
  scene.sync_block();
  scene.atomic(5, 0, 1, 0);
  CHECK(scene.races() == 1);
  scene.write(6, 1, 1, 0);
  CHECK(scene.races() == 1);
  scene.atomic(7, 0, 1, 0);  // It would add to what the first left, or to line 6's.
  CHECK(scene.races() == 2);
}

TEST_CASE("a_whole_line_that_is_written_anew_ends_a_dispute") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.write(4, 1, kAll, 0);
  scene.sync_block();
  scene.write(5, 0, kAll, 0);
  scene.sync_block();
  scene.read(6, 1, kAll, 0);
  CHECK(scene.races() == 0);
}

TEST_CASE("a_shuffle_comes_after_what_its_lanes_read_and_not_after_their_writes") {
  Scene reads_first;
  reads_first.read(3, 0, kAll, 0);
  reads_first.shuffle(0);
  reads_first.write(4, 0, 0xFFFF, 64);  // Lane i writes what lane i + 16 has read.
  CHECK(reads_first.races() == 0);
  reads_first.read(5, 0, kAll, 0);
  reads_first.write(6, 0, 0xFFFF, 64);
  CHECK(reads_first.races() > 0);
  Scene writes_first;
  writes_first.write(3, 0, kAll, 0);
  writes_first.shuffle(0);
  writes_first.read(4, 0, 0xFFFF, 64);
  CHECK(writes_first.races() == 16);
}

TEST_CASE("a_shuffle_of_half_a_warp_is_nothing_to_the_other") {
  Scene scene;
  scene.read(3, 0, kAll, 0);
  scene.shuffle(0, 0xFFFF);
  scene.write(4, 0, 0xFFFF, 64);
  CHECK(scene.races() == 16);
}

TEST_CASE("atomics_do_not_race_with_each_other_but_with_plain_accesses") {
  Scene scene;
  scene.atomic(3, 0, kAll, 0);
  scene.atomic(3, 1, kAll, 0);
  CHECK(scene.races() == 0);
  scene.read(5, 0, 1, 0);
  CHECK(scene.races() == 1);
}

TEST_CASE("a_line_that_the_last_warp_writes_whole_may_have_been_written_by_bytes") {
  Scene scene;
  scene.write(2, 0, kAll, 0);
  scene.write(3, 0, 2, 3, 1, 1);  // Thread 1, a byte of its own word.
  scene.sync_block();
  scene.write(5, 1, kAll, 0);
  CHECK(scene.races() == 0);
  scene.write(7, 0, 1, 5, 1, 1);  // Thread 33's word.
  scene.sync_block();
  scene.read(8, 1, 2, 0);
  CHECK(scene.races() == 1);
}

TEST_CASE("bytes_of_one_word_are_apart") {
  Scene scene;
  scene.write(3, 0, 1, 0, 1, 1);
  scene.write(3, 1, 1, 1, 1, 1);
  CHECK(scene.races() == 0);
  scene.read(5, 0, 1, 0, 4, 4);  // Thread 0 reads the whole word, thread 32's byte in it.
  CHECK(scene.races() == 1);
}

TEST_CASE("a_vector_access_races_once") {
  Scene scene;
  scene.write(3, 0, kAll, 0);
  scene.read(5, 1, 1, 0, 16, 16);
  CHECK(scene.races() == 1);
}

TEST_CASE("blocks_are_apart_and_the_lowest_is_the_example") {
  Scene scene;
  scene.racecheck->block_begins(7);
  auto write = scene.event(AccessKind::Store, 3, 1, kAll, 0, 4);
  write.block = write.shared_block = 7;
  scene.racecheck->memory(write);
  scene.read(5, 0, kAll, 0);
  CHECK(scene.races() == 0);
  auto read = scene.event(AccessKind::Load, 5, 0, kAll, 0, 4);
  read.block = read.shared_block = 7;
  scene.racecheck->memory(read);
  checks::Races sum = scene.racecheck->races();
  checks::Races other = sum;
  other.begin()->second.block = 2;
  merge(sum, other);
  CHECK(sum.begin()->second.times == 64);
  CHECK(sum.begin()->second.block == 2);
}

TEST_CASE("lines_that_the_compiler_unrolled_are_told_once_and_by_a_pair_of_different_warps") {
  Scene scene;
  auto& function = scene.program.functions[0];
  function.locations[4] = function.locations[3];
  scene.write(3, 0, kAll, 0);
  scene.write(4, 0, kAll, 128);
  scene.read(5, 0, 1, 4);    // What lane 1 wrote,
  scene.read(5, 1, 1, 128);  // and what lane 0 of the other warp did.
  const std::string report = scene.report();
  CHECK(race_findings(scene.launch, scene.racecheck->races()).size() == 1);
  CHECK(report.find("read after write, 2 times") != std::string::npos);
  CHECK(report.find("put __syncthreads() between the two") != std::string::npos);
  CHECK(report.find("__syncwarp()") == std::string::npos);
}

TEST_CASE("nothing_goes_between_a_line_and_itself") {
  Scene scene;
  scene.read(5, 0, kAll, 0);
  scene.write(5, 1, kAll, 0);
  CHECK(scene.report().find("between the two") == std::string::npos);
  CHECK(scene.report().find("read into a variable, call __syncthreads()") != std::string::npos);
}
