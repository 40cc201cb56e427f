// CUDA's own answers on an H200 (tests/emulator/runtime/recorded/occupancy.cu), kernel by kernel.
#include "counters/occupancy.h"

#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "doctest/doctest.h"

using namespace gtl::counters;

namespace {

struct Recorded {
  KernelResources kernel;
  std::vector<std::pair<uint32_t, std::vector<int>>> by_dynamic;  ///< Blocks of 32, 64, ... 1056.
  std::vector<int> odd_sizes;
  std::vector<std::string> room;
};

std::vector<int> numbers(std::istringstream& line) {
  std::vector<int> result;
  for (int number = 0; line >> number;) result.push_back(number);
  return result;
}

std::vector<Recorded> read_record() {
  std::ifstream file(GTL_OCCUPANCY_RECORD);
  REQUIRE(file);
  std::vector<Recorded> kernels;
  for (std::string line; std::getline(file, line);) {
    const size_t colon = line.find(": ");
    const std::string name = line.substr(0, colon);
    std::istringstream rest(line.substr(colon + 1));
    std::string word;
    if (line.find(" registers, ") != std::string::npos) {
      Recorded& kernel = kernels.emplace_back();
      rest >> kernel.kernel.registers >> word >> kernel.kernel.static_shared_bytes;
      // The program allows as much dynamic shared memory as there is beside the static part.
      kernel.kernel.max_dynamic_shared_bytes = 232448 - kernel.kernel.static_shared_bytes;
    } else if (name.starts_with("dynamic ")) {
      const auto bytes = static_cast<uint32_t>(std::stoul(name.substr(8)));
      kernels.back().by_dynamic.emplace_back(bytes, numbers(rest));
    } else if (name == "odd sizes") {
      kernels.back().odd_sizes = numbers(rest);
    } else if (name.starts_with("room")) {
      while (rest >> word) kernels.back().room.push_back(word);
    }
  }
  return kernels;
}

const MultiprocessorLimits& h200() { return *limits_of(90); }

int blocks(const KernelResources& kernel, uint32_t threads, uint64_t dynamic) {
  return static_cast<int>(occupancy(h200(), kernel, threads, dynamic).blocks);
}

}  // namespace

TEST_CASE("blocks_a_multiprocessor_are_as_many_as_cuda_says") {
  const auto kernels = read_record();
  REQUIRE(kernels.size() == 15);
  for (const Recorded& recorded : kernels) {
    REQUIRE(recorded.by_dynamic.size() == 15);
    for (const auto& [dynamic, expected] : recorded.by_dynamic) {
      REQUIRE(expected.size() == 33);
      for (size_t i = 0; i < expected.size(); ++i) {
        const auto threads = static_cast<uint32_t>(32 * (i + 1));
        CAPTURE(recorded.kernel.registers);
        CAPTURE(dynamic);
        CAPTURE(threads);
        CHECK(blocks(recorded.kernel, threads, dynamic) == expected[i]);
      }
    }
    constexpr uint32_t kOddSizes[] = {1,   31,  33,  63,  65,  100,  200,
                                      255, 257, 333, 500, 700, 1000, 1023};
    REQUIRE(recorded.odd_sizes.size() == std::size(kOddSizes));
    for (size_t i = 0; i < std::size(kOddSizes); ++i) {
      CHECK(blocks(recorded.kernel, kOddSizes[i], 0) == recorded.odd_sizes[i]);
    }
  }
}

TEST_CASE("room_for_dynamic_shared_memory_is_what_cuda_says") {
  for (const Recorded& recorded : read_record()) {
    size_t next = 0;
    for (uint32_t threads : {32, 100, 128, 256, 512, 1024}) {
      for (uint32_t resident : {1, 2, 3, 4, 8, 16, 32, 33}) {
        const int64_t room = available_dynamic_shared(h200(), recorded.kernel, resident, threads);
        REQUIRE(next < recorded.room.size());
        CAPTURE(threads);
        CAPTURE(resident);
        CHECK((room < 0 ? "cudaErrorInvalidValue" : std::to_string(room)) == recorded.room[next++]);
      }
    }
  }
}

TEST_CASE("a_small_preferred_share_of_shared_memory_lowers_occupancy") {
  // 128 threads, 8 registers, dynamic shared memory of 0, 4096, 16384 and 65536 bytes.
  struct Row {
    int carveout;
    int blocks[4];
  };
  for (const Row& row : {Row{-1, {16, 16, 13, 3}}, Row{0, {8, 1, 1, 1}}, Row{25, {16, 12, 3, 1}},
                         Row{50, {16, 16, 7, 2}}, Row{100, {16, 16, 13, 3}}}) {
    KernelResources kernel;
    kernel.registers = 8;
    kernel.max_dynamic_shared_bytes = 232448;
    kernel.carveout = row.carveout;
    const uint32_t dynamic[] = {0, 4096, 16384, 65536};
    for (size_t i = 0; i < 4; ++i) CHECK(blocks(kernel, 128, dynamic[i]) == row.blocks[i]);
  }
}

TEST_CASE("registers_alone_bound_the_size_of_a_block") {
  // cudaFuncAttributes::maxThreadsPerBlock of a kernel with 92 registers on an H200.
  CHECK(threads_by_registers(h200(), 92) == 640);
}

TEST_CASE("registers_that_are_not_known_do_not_limit") { CHECK(blocks({}, 256, 0) == 8); }

TEST_CASE("every_listed_capability_has_limits") {
  for (uint32_t capability : {75, 80, 86, 87, 89, 90, 100}) {
    REQUIRE(limits_of(capability) != nullptr);
    CHECK(limits_of(capability)->registers == 65536);
  }
  CHECK(limits_of(61) == nullptr);
}
