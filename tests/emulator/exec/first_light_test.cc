// Whole kernels as nvcc writes them: those of tests/emulator/kernels.
#include <fstream>
#include <iterator>
#include <numeric>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::RunState;
using gtl::test::Device;

namespace {

std::string kernels() {
  std::ifstream file(KERNELS_PTX);
  return {std::istreambuf_iterator<char>(file), {}};
}

std::vector<float> ascending(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

}  // namespace

TEST_CASE("saxpy_updates_every_element_and_none_beyond") {
  Device device(kernels());
  REQUIRE(device.decode_error() == "");
  const auto x = ascending(1000);
  const uint64_t d_x = device.upload(x), d_y = device.upload(std::vector<float>(1024, -1.0f));
  Device::Options options;
  options.grid.x = 4;
  options.block.x = 256;
  REQUIRE(device.launch("saxpy", options, 1000, 2.0f, d_x, d_y) == RunState::Finished);
  const auto y = device.download<float>(d_y, 1024);
  for (size_t i = 0; i < 1000; ++i) CHECK(y[i] == 2 * float(i) - 1);
  for (size_t i = 1000; i < 1024; ++i) CHECK(y[i] == -1.0f);
}

TEST_CASE("a_divergent_early_return_counts_warp_and_thread_instructions") {
  Device device(kernels());
  const uint64_t d = device.allocate(4096);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("saxpy", options, 20, 2.0f, d, d) == RunState::Finished);
  // Ten instructions up to the branch for all 32 lanes, nine for the 20 that stay, `ret` for all.
  CHECK(device.executed() == 10 + 9 + 1);
  CHECK(device.lanes() == 10 * 32 + 9 * 20 + 32);
}

TEST_CASE("transpose_through_padded_shared_memory") {
  Device device(kernels());
  const uint64_t d_in = device.upload(ascending(64 * 64)), d_out = device.allocate(64 * 64 * 4);
  Device::Options options;
  options.grid = {2, 2, 1};
  options.block = {32, 32, 1};
  REQUIRE(device.launch("transpose", options, d_in, d_out, 64) == RunState::Finished);
  const auto out = device.download<float>(d_out, 64 * 64);
  for (size_t row = 0; row < 64; ++row) {
    for (size_t column = 0; column < 64; ++column)
      CHECK(out[row * 64 + column] == float(column * 64 + row));
  }
}

TEST_CASE("reduction_with_shuffles_and_shared_memory") {
  Device device(kernels());
  std::vector<uint32_t> values(512);
  std::iota(values.begin(), values.end(), 1u);
  const uint64_t d_in = device.upload(values), d_out = device.allocate(8);
  Device::Options options;
  options.grid.x = 2;
  options.block.x = 256;
  REQUIRE(device.launch("reduce", options, d_in, d_out) == RunState::Finished);
  const auto sums = device.download<uint32_t>(d_out, 2);
  CHECK(sums[0] == 256 * 257 / 2);
  CHECK(sums[1] == 512 * 513 / 2 - 256 * 257 / 2);
}

TEST_CASE("matrix_product_by_tiles") {
  Device device(kernels());
  const size_t width = 32;
  std::vector<float> a(width * width), b(width * width);
  for (size_t i = 0; i < a.size(); ++i) {
    a[i] = float(i % 7);
    b[i] = float(i % 5) - 2;
  }
  const uint64_t d_a = device.upload(a), d_b = device.upload(b), d_c = device.allocate(4096);
  Device::Options options;
  options.grid = {2, 2, 1};
  options.block = {16, 16, 1};
  REQUIRE(device.launch("gemm_tile", options, d_a, d_b, d_c, int(width)) == RunState::Finished);
  const auto c = device.download<float>(d_c, width * width);
  for (size_t row = 0; row < width; ++row) {
    for (size_t column = 0; column < width; ++column) {
      float sum = 0;  // Whole numbers: exact in any order.
      for (size_t k = 0; k < width; ++k) sum += a[row * width + k] * b[k * width + column];
      CHECK(c[row * width + column] == sum);
    }
  }
}

TEST_CASE("loops_of_different_lengths_in_one_warp") {
  Device device(kernels());
  const uint64_t d_steps = device.allocate(1024 * 4);
  Device::Options options;
  options.grid.x = 4;
  options.block.x = 256;
  REQUIRE(device.launch("divergent", options, d_steps) == RunState::Finished);
  const auto steps = device.download<uint32_t>(d_steps, 1024);
  for (uint32_t i = 0; i < 1024; ++i) {
    uint32_t value = i + 1, count = 0;
    while (value != 1) {
      if (value % 2 == 1) value = 3 * value + 1;
      for (; value % 2 == 0; value /= 2) ++count;
      ++count;
    }
    CHECK(steps[i] == count);
  }
}
