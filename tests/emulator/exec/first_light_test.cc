// Whole kernels as nvcc writes them: vector addition, saxpy, a transpose through shared memory, a
// reduction with shuffles.
#include <numeric>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

const std::string kVectorAdd = kHead + R"(
.visible .entry add(.param .u64 add_param_0, .param .u64 add_param_1, .param .u64 add_param_2, .param .u32 add_param_3)
{
  .reg .pred %p<2>; .reg .f32 %f<4>; .reg .b32 %r<6>; .reg .b64 %rd<11>;
  ld.param.u64 %rd1, [add_param_0];
  ld.param.u64 %rd2, [add_param_1];
  ld.param.u64 %rd3, [add_param_2];
  ld.param.u32 %r2, [add_param_3];
  mov.u32 %r3, %ctaid.x;
  mov.u32 %r4, %ntid.x;
  mov.u32 %r5, %tid.x;
  mad.lo.s32 %r1, %r3, %r4, %r5;
  setp.ge.s32 %p1, %r1, %r2;
  @%p1 bra $L__BB0_2;
  cvta.to.global.u64 %rd4, %rd1;
  mul.wide.s32 %rd5, %r1, 4;
  add.s64 %rd6, %rd4, %rd5;
  cvta.to.global.u64 %rd7, %rd2;
  add.s64 %rd8, %rd7, %rd5;
  ld.global.f32 %f1, [%rd8];
  ld.global.f32 %f2, [%rd6];
  add.f32 %f3, %f2, %f1;
  cvta.to.global.u64 %rd9, %rd3;
  add.s64 %rd10, %rd9, %rd5;
  st.global.f32 [%rd10], %f3;
$L__BB0_2:
  ret;
}
)";

const std::string kTranspose = kHead + R"(
.visible .entry transpose(.param .u64 p0, .param .u64 p1)
{
  .reg .b32 %r<20>; .reg .b64 %rd<10>; .reg .f32 %f<3>;
  .shared .align 4 .b8 tile[4224];
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %tid.y;
  shl.b32 %r3, %r2, 5;
  add.s32 %r4, %r3, %r1;
  mul.wide.u32 %rd3, %r4, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.f32 %f1, [%rd4];
  mov.u32 %r5, tile;
  mad.lo.s32 %r6, %r2, 132, %r5;
  shl.b32 %r7, %r1, 2;
  add.s32 %r8, %r6, %r7;
  st.shared.f32 [%r8], %f1;
  bar.sync 0;
  mad.lo.s32 %r9, %r1, 132, %r5;
  shl.b32 %r10, %r2, 2;
  add.s32 %r11, %r9, %r10;
  ld.shared.f32 %f2, [%r11];
  add.s64 %rd5, %rd2, %rd3;
  st.global.f32 [%rd5], %f2;
  ret;
}
)";

const std::string kReduce = kHead + R"(
.visible .entry reduce(.param .u64 p0, .param .u64 p1)
{
  .reg .pred %p<4>; .reg .b32 %r<24>; .reg .b64 %rd<8>;
  .shared .align 4 .b8 partial[128];
  ld.param.u64 %rd1, [p0];
  ld.param.u64 %rd2, [p1];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  ld.global.u32 %r2, [%rd4];
  shfl.sync.down.b32 %r3|%p1, %r2, 16, 31, -1;
  add.s32 %r2, %r2, %r3;
  shfl.sync.down.b32 %r3|%p1, %r2, 8, 31, -1;
  add.s32 %r2, %r2, %r3;
  shfl.sync.down.b32 %r3|%p1, %r2, 4, 31, -1;
  add.s32 %r2, %r2, %r3;
  shfl.sync.down.b32 %r3|%p1, %r2, 2, 31, -1;
  add.s32 %r2, %r2, %r3;
  shfl.sync.down.b32 %r3|%p1, %r2, 1, 31, -1;
  add.s32 %r2, %r2, %r3;
  and.b32 %r4, %r1, 31;
  setp.ne.s32 %p2, %r4, 0;
  shr.u32 %r5, %r1, 5;
  shl.b32 %r6, %r5, 2;
  mov.u32 %r7, partial;
  add.s32 %r8, %r7, %r6;
  @%p2 bra $skip;
  st.shared.u32 [%r8], %r2;
$skip:
  bar.sync 0;
  setp.ne.s32 %p3, %r1, 0;
  @%p3 bra $done;
  ld.shared.v4.u32 {%r10, %r11, %r12, %r13}, [partial];
  add.s32 %r14, %r10, %r11;
  add.s32 %r15, %r12, %r13;
  add.s32 %r16, %r14, %r15;
  st.global.u32 [%rd2], %r16;
$done:
  ret;
}
)";

std::vector<float> ascending(size_t count) {
  std::vector<float> values(count);
  std::iota(values.begin(), values.end(), 0.0f);
  return values;
}

}  // namespace

TEST_CASE("vector_addition_adds_every_element_and_none_beyond") {
  Device device(kVectorAdd);
  REQUIRE(device.decode_error() == "");
  const auto a = ascending(1000);
  const uint64_t d_a = device.upload(a), d_b = device.upload(std::vector<float>(1000, 0.5f));
  const uint64_t d_c = device.upload(std::vector<float>(1024, -1.0f));
  Device::Options options;
  options.grid.x = 4;
  options.block.x = 256;
  REQUIRE(device.launch("add", options, d_a, d_b, d_c, uint32_t{1000}) == RunState::Finished);
  const auto c = device.download<float>(d_c, 1024);
  for (size_t i = 0; i < 1000; ++i) CHECK(c[i] == float(i) + 0.5f);
  for (size_t i = 1000; i < 1024; ++i) CHECK(c[i] == -1.0f);
}

TEST_CASE("a_divergent_early_return_counts_warp_and_thread_instructions") {
  Device device(kVectorAdd);
  const uint64_t d = device.allocate(4096);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("add", options, d, d, d, uint32_t{20}) == RunState::Finished);
  // Ten instructions up to the branch for all 32 lanes, eleven for the 20 that stay, `ret` for all.
  CHECK(device.executed() == 10 + 11 + 1);
  CHECK(device.lanes() == 10 * 32 + 11 * 20 + 32);
}

TEST_CASE("transpose_through_padded_shared_memory") {
  Device device(kTranspose);
  REQUIRE(device.decode_error() == "");
  const uint64_t d_in = device.upload(ascending(1024)), d_out = device.allocate(4096);
  Device::Options options;
  options.block = {32, 32, 1};
  REQUIRE(device.launch("transpose", options, d_in, d_out) == RunState::Finished);
  const auto out = device.download<float>(d_out, 1024);
  for (size_t row = 0; row < 32; ++row) {
    for (size_t column = 0; column < 32; ++column)
      CHECK(out[row * 32 + column] == float(column * 32 + row));
  }
}

TEST_CASE("reduction_with_shuffles_and_shared_memory") {
  Device device(kReduce);
  REQUIRE(device.decode_error() == "");
  std::vector<uint32_t> values(128);
  std::iota(values.begin(), values.end(), 1u);
  const uint64_t d_in = device.upload(values), d_out = device.allocate(4);
  Device::Options options;
  options.block.x = 128;
  REQUIRE(device.launch("reduce", options, d_in, d_out) == RunState::Finished);
  CHECK(device.download<uint32_t>(d_out, 1)[0] == 128 * 129 / 2);
}
