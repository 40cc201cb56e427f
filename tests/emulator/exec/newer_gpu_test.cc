// Instructions that need a GPU newer than the recorded one: expected values are by hand, from the
// tables of the formats in PTX ISA 5.2.3, or those of the single-precision instructions that are
// recorded.
#include <bit>
#include <cstdint>
#include <limits>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

/// Runs `body` on one value a thread: `x`, `y` and `z` (b32), from the inputs; `d` (b32) is the
/// result.
std::vector<uint32_t> results_of(const std::string& body, const std::vector<uint32_t>& x,
                                 std::vector<uint32_t> y = {}, std::vector<uint32_t> z = {}) {
  y.resize(x.size());
  z.resize(x.size());
  Device device(kHead + R"(
.visible .entry k(.param .u64 px, .param .u64 py, .param .u64 pz, .param .u64 pd)
{
  .reg .b32 x, y, z, d, t<4>; .reg .b64 u, v, w, s, o<5>; .reg .b16 h<4>; .reg .b8 c<2>;
  mov.u32 t0, %tid.x;
  ld.param.u64 o0, [px]; mad.wide.u32 o0, t0, 4, o0; ld.global.b32 x, [o0];
  ld.param.u64 o0, [py]; mad.wide.u32 o0, t0, 4, o0; ld.global.b32 y, [o0];
  ld.param.u64 o0, [pz]; mad.wide.u32 o0, t0, 4, o0; ld.global.b32 z, [o0];
  ld.param.u64 o0, [pd]; mad.wide.u32 o0, t0, 4, o0;
)" + body + "\n  st.global.b32 [o0], d;\n  ret;\n}\n");
  REQUIRE(device.decode_error() == "");
  const uint64_t out = device.allocate(4 * x.size());
  Device::Options options;
  options.block = {uint32_t(x.size()), 1, 1};
  REQUIRE(device.launch("k", options, device.upload(x), device.upload(y), device.upload(z), out) ==
          RunState::Finished);
  return device.download<uint32_t>(out, x.size());
}

std::vector<uint32_t> floats(const std::vector<float>& values) {
  std::vector<uint32_t> bits;
  for (float value : values) bits.push_back(std::bit_cast<uint32_t>(value));
  return bits;
}

constexpr float kNaN = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

}  // namespace

TEST_CASE("e2m1_rounds_to_nearest_even_and_ends_at_6") {
  // 0 0.5 1 1.5 2 3 4 6; ties: 0.25 → 0, 0.75 → 1, 1.25 → 1, 1.75 → 2, 2.5 → 2, 3.5 → 4, 5 → 4.
  const auto got = results_of("cvt.rn.satfinite.e2m1x2.f32 c0, y, x; cvt.u32.u8 d, c0;",
                              floats({0, .25f, .26f, .75f, 1.25f, 1.75f, 2.5f, 3.5f, 5, 5.1f, 1e9f,
                                      -kInfinity, kNaN, -0.3f}),
                              floats({6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6, 6}));
  CHECK(got == std::vector<uint32_t>{0x70, 0x70, 0x71, 0x72, 0x72, 0x74, 0x74, 0x76, 0x76, 0x77,
                                     0x77, 0x7F, 0x77, 0x79});
}

TEST_CASE("e2m3_and_e3m2_have_six_bits_in_a_byte_each") {
  // e2m3: 1 = 0x08, 7.5 the largest = 0x1F, 0.125 the smallest = 0x01. e3m2: 1 = 0x0C, 28 = 0x1F.
  CHECK(results_of("cvt.rn.satfinite.e2m3x2.f32 h0, y, x; cvt.u32.u16 d, h0;",
                   floats({1, 100, .125f, kNaN}), floats({-1, -8, .0625f, 0})) ==
        std::vector<uint32_t>{0x2808, 0x3F1F, 0x0001, 0x001F});
  CHECK(results_of("cvt.rn.satfinite.e3m2x2.f32 h0, y, x; cvt.u32.u16 d, h0;",
                   floats({1, 100, .0625f, 28}), floats({-1, -29, 1.1f, 0})) ==
        std::vector<uint32_t>{0x2C0C, 0x3F1F, 0x0C01, 0x001F});
}

TEST_CASE("small_formats_become_halves_exactly") {
  // 0x3C00 = 1, 0x4600 = 6, 0x3800 = 0.5
  CHECK(results_of("mov.b32 {h0, h1}, x; cvt.u8.u16 c0, h0; cvt.rn.f16x2.e2m1x2 d, c0;",
                   {0x72, 0xA1, 0x00}) == std::vector<uint32_t>{0x46003C00, 0xBC003800, 0});
  CHECK(results_of("mov.b32 {h0, h1}, x; cvt.rn.f16x2.e2m3x2 d, h0;", {0x0801, 0x3F1F}) ==
        std::vector<uint32_t>{0x3C003000, 0xC7804780});
  CHECK(results_of("mov.b32 {h0, h1}, x; cvt.rn.relu.f16x2.e3m2x2 d, h0;", {0x0C01, 0x3F1F}) ==
        std::vector<uint32_t>{0x3C002C00, 0x00004F00});
}

TEST_CASE("a_scale_is_a_power_of_two_rounded_as_told") {
  const std::vector<uint32_t> x = floats({1, 1.5f, -3, 0x1p-127f, 0x1.8p-127f, kNaN, kInfinity, 0});
  CHECK(results_of("cvt.rz.ue8m0x2.f32 h0, y, x; cvt.u32.u16 d, h0;", x) ==
        std::vector<uint32_t>{127, 127, 128, 0, 0, 255, 255, 0});
  CHECK(results_of("cvt.rp.satfinite.ue8m0x2.f32 h0, y, x; cvt.u32.u16 d, h0;", x) ==
        std::vector<uint32_t>{127, 128, 129, 0, 1, 255, 254, 0});
  // As bfloat16: 2^0 = 0x3F80, 2^-127 is subnormal, 0x0040.
  CHECK(results_of("mov.b32 {h0, h1}, x; cvt.rn.bf16x2.ue8m0x2 d, h0;", {0x7F00, 0xFF80}) ==
        std::vector<uint32_t>{0x3F800040, 0x7FFF4000});
}

TEST_CASE("both_halves_of_f32x2_are_computed_as_f32") {
  const std::vector<uint32_t> x = floats({1.1f, -3, 0x1p-126f, 1e38f, kNaN, 0x1.fffffep-64f});
  const std::vector<uint32_t> y = floats({2.7f, 0.1f, 0x1.8p-1f, 1e38f, 1, 0x1p-63f});
  const std::vector<uint32_t> z = floats({-0.3f, 5, -0x1p-126f, -1, 2, 0x1p-149f});
  for (const std::string kind : {"rn", "rz.ftz", "rm", "rp.ftz"}) {
    CAPTURE(kind);
    for (const std::string operation : {"add", "sub", "mul"}) {
      CHECK(results_of("mov.b64 u, {z, x}; mov.b64 v, {x, y}; " + operation + "." + kind +
                           ".f32x2 w, u, v; mov.b64 {t1, d}, w;",
                       x, y, z) == results_of(operation + "." + kind + ".f32 d, x, y;", x, y, z));
    }
    CHECK(results_of("mov.b64 u, {x, z}; mov.b64 v, {y, x}; mov.b64 s, {z, y}; fma." + kind +
                         ".f32x2 w, u, v, s; mov.b64 {d, t1}, w;",
                     x, y, z) == results_of("fma." + kind + ".f32 d, x, y, z;", x, y, z));
  }
}

TEST_CASE("half_precision_joins_a_sum_of_single_precision_exactly") {
  // 0x3C01 = 1 + 2^-10; as bfloat16 0x3F81 = 1 + 2^-7.
  CHECK(results_of("mov.b32 {h0, h1}, x; add.f32.f16 d, h0, y;", {0x3C01}, floats({1.f})) ==
        floats({2.f + 0x1p-10f}));
  CHECK(results_of("mov.b32 {h0, h1}, x; sub.rn.f32.bf16 d, h0, y;", {0x3F81}, floats({1.f})) ==
        floats({0x1p-7f}));
  CHECK(results_of("mov.b32 {h0, h1}, x; fma.rz.f32.f16 d, h0, h0, y;", {0x3C01}, floats({1e8f})) ==
        floats({1e8f}));
}

TEST_CASE("redux_of_floats_orders_zeros_and_passes_numbers_over_nan") {
  const std::vector<uint32_t> x = floats({-1, 2, kNaN, -3});
  CHECK(results_of("redux.sync.min.f32 d, x, 15;", x) == floats({-3, -3, -3, -3}));
  CHECK(results_of("redux.sync.max.abs.f32 d, x, 15;", x) == floats({3, 3, 3, 3}));
  CHECK(results_of("redux.sync.max.NaN.f32 d, x, 15;", x)[0] == 0x7FFFFFFF);
}
