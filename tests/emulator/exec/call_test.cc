// Device functions: parameters, recursion, pointers to functions, local memory, printf and assert.
#include <cstring>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::FaultKind;
using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

const std::string kFactorial = kHead + R"(
.func (.param .b32 result) factorial(.param .b32 n)
{
  .reg .pred %p<3>; .reg .b32 %r<9>;
  ld.param.u32 %r1, [n];
  setp.gt.u32 %p1, %r1, 1;
  @%p1 bra deeper;
  st.param.b32 [result], 1;
  ret;
deeper:
  sub.u32 %r2, %r1, 1;
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r2;
    call.uni (r), factorial, (a);
    ld.param.b32 %r3, [r]; }
  mul.lo.u32 %r4, %r1, %r3;
  st.param.b32 [result], %r4;
  ret;
}
.func (.param .b32 result) twice(.param .b32 n)
{
  .reg .b32 %r<3>;
  ld.param.u32 %r1, [n];
  shl.b32 %r2, %r1, 1;
  st.param.b32 [result], %r2;
  ret;
}
.visible .entry k(.param .u64 p)
{
  .reg .b32 %r<9>; .reg .b64 %rd<5>; .reg .pred %p<3>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 7;
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r2;
    call.uni (r), factorial, (a);
    ld.param.b32 %r3, [r]; }
  activemask.b32 %r4;
  setp.ne.s32 %p1, %r4, -1;
  @%p1 mov.u32 %r3, 12345;
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  ret;
}
.visible .entry by_pointer(.param .u64 p)
{
  .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<3>;
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
  and.b32 %r2, %r1, 3;
  setp.eq.u32 %p1, %r2, 0;
  mov.u64 %rd4, factorial;
  mov.u64 %rd5, twice;
  selp.b64 %rd6, %rd4, %rd5, %p1;
  add.u32 %r2, %r2, 4;
  { .param .b32 a; .param .b32 r;
    st.param.b32 [a], %r2;
    proto: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (r), %rd6, (a), proto;
    ld.param.b32 %r3, [r]; }
  mul.wide.u32 %rd2, %r1, 4;
  add.s64 %rd3, %rd1, %rd2;
  st.global.u32 [%rd3], %r3;
  ret;
}
.visible .entry by_null(.param .u64 p)
{
  .reg .b64 %rd<2>;
  mov.u64 %rd1, 0;
  proto: .callprototype _ ();
  call %rd1, proto;
  ret;
}
)";

const std::string kSystem = kHead + R"(
.extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
.extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);
.global .align 1 .b8 format[7] = {118, 61, 37, 100, 33, 10, 0};
.global .align 1 .b8 message[6] = {120, 32, 62, 32, 48, 0};
.global .align 1 .b8 file[5] = {97, 46, 99, 117, 0};
.global .align 1 .b8 name[2] = {107, 0};
.visible .entry prints()
{
  .local .align 8 .b8 __local_depot0[8];
  .reg .b64 %SP; .reg .b64 %SPL; .reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .pred %p<2>;
  mov.u64 %SPL, __local_depot0;
  cvta.local.u64 %SP, %SPL;
  mov.u32 %r1, %tid.x;
  setp.gt.u32 %p1, %r1, 1;
  @%p1 bra done;
  add.u64 %rd1, %SP, 0;
  add.u64 %rd2, %SPL, 0;
  st.local.u32 [%rd2], %r1;
  mov.u64 %rd3, format;
  cvta.global.u64 %rd4, %rd3;
  { .param .b64 a; st.param.b64 [a], %rd4; .param .b64 b; st.param.b64 [b], %rd1; .param .b32 r;
    call.uni (r), vprintf, (a, b);
    ld.param.b32 %r2, [r]; }
done:
  ret;
}
.visible .entry asserts()
{
  .reg .b64 %rd<9>; .reg .b32 %r<9>; .reg .pred %p<2>;
  mov.u32 %r1, %tid.x;
  setp.ne.u32 %p1, %r1, 3;
  @%p1 bra fine;
  mov.u64 %rd1, message;
  mov.u64 %rd2, file;
  mov.u64 %rd3, name;
  { .param .b64 a; st.param.b64 [a], %rd1; .param .b64 b; st.param.b64 [b], %rd2;
    .param .b32 c; st.param.b32 [c], 12; .param .b64 d; st.param.b64 [d], %rd3;
    .param .b64 e; st.param.b64 [e], 1;
    call.uni __assertfail, (a, b, c, d, e); }
fine:
  ret;
}
)";

const std::string kEndless = kHead + R"(
.func forever() { .local .align 8 .b8 area[1024]; call.uni forever; ret; }
.visible .entry k() { call.uni forever; ret; }
)";

struct Printer : gtl::exec::HostServices {
  int32_t print(uint64_t, const char* format, std::span<const std::byte> arguments,
                const TextAt&) override {
    int32_t value;
    std::memcpy(&value, arguments.data(), sizeof value);
    text += std::string(format) + std::to_string(value) + ";";
    return 1;
  }
  uint64_t device_malloc(uint64_t, const HeapCall&) override { return 0; }
  bool device_free(uint64_t) override { return false; }
  std::string text;
};

}  // namespace

TEST_CASE("recursion_to_different_depths_returns_to_one_place") {
  Device device(kFactorial);
  REQUIRE(device.decode_error() == "");
  const uint64_t d = device.allocate(128);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("k", options, d) == RunState::Finished);
  const uint32_t factorials[] = {1, 1, 2, 6, 24, 120, 720, 5040};
  const auto out = device.download<uint32_t>(d, 32);
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == factorials[i % 8]);
}

TEST_CASE("lanes_call_different_functions_through_pointers") {
  Device device(kFactorial);
  const uint64_t d = device.allocate(128);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("by_pointer", options, d) == RunState::Finished);
  const auto out = device.download<uint32_t>(d, 32);
  for (uint32_t i = 0; i < 32; ++i) CHECK(out[i] == (i % 4 == 0 ? 24 : 2 * (i % 4 + 4)));
}

TEST_CASE("a_null_function_pointer_is_a_fault") {
  Device device(kFactorial);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("by_null", options, uint64_t{0}) == RunState::Faulted);
  CHECK(device.fault().kind == FaultKind::IllegalInstruction);
}

TEST_CASE("endless_recursion_overflows_the_stack_and_shows_the_calls") {
  Device device(kEndless);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("k", options) == RunState::Faulted);
  CHECK(device.fault().kind == FaultKind::StackOverflow);
  // 512 KiB of local memory hold 512 frames of 1 KiB.
  CHECK(device.fault().call_stack.size() == 512);
}

TEST_CASE("printf_prints_lane_by_lane") {
  Device device(kSystem);
  REQUIRE(device.decode_error() == "");
  Printer printer;
  Device::Options options;
  options.block.x = 32;
  options.host = &printer;
  REQUIRE(device.launch("prints", options) == RunState::Finished);
  CHECK(printer.text == "v=%d!\n0;v=%d!\n1;");
}

TEST_CASE("assert_names_file_line_and_thread") {
  Device device(kSystem);
  Device::Options options;
  options.block.x = 32;
  REQUIRE(device.launch("asserts", options) == RunState::Faulted);
  CHECK(device.fault().kind == FaultKind::Assert);
  CHECK(device.fault().detail ==
        "a.cu:12: k: block: [0,0,0], thread: [3,0,0] Assertion `x > 0` failed.\n");
}
