// Control flow at random, with loops that no compiler would write: 32 lanes that part and meet must
// compute what each of them computes alone.
#include <random>

#include "device.h"
#include "doctest/doctest.h"

using gtl::exec::RunState;
using gtl::test::Device;
using gtl::test::kHead;

namespace {

/// A body of `blocks` basic blocks that jump anywhere. State: %r1; each jump costs one of %r2, and
/// the body ends at label END when there is none left. `extra` may stand in any block.
std::string random_body(std::mt19937& random, uint32_t blocks, const std::string& prefix,
                        const std::string& extra) {
  auto label = [&] { return prefix + std::to_string(random() % blocks); };
  std::string text;
  for (uint32_t block = 0; block < blocks; ++block) {
    text += prefix + std::to_string(block) + ":\n";
    text += "  sub.u32 %r2, %r2, 1;\n  setp.eq.u32 %p1, %r2, 0;\n  @%p1 bra " + prefix + "end;\n";
    text += "  mad.lo.u32 %r1, %r1, " + std::to_string(random() | 1) + ", " +
            std::to_string(random()) + ";\n";
    if (random() % 3 == 0) text += extra;
    text +=
        "  shr.u32 %r3, %r1, " + std::to_string(8 + random() % 20) + ";\n  and.b32 %r3, %r3, 3;\n";
    switch (random() % 4) {
      case 0:
        text += "  bra " + label() + ";\n";
        break;
      case 1:
        text += "  setp.lt.u32 %p2, %r3, " + std::to_string(random() % 4) + ";\n  @%p2 bra " +
                label() + ";\n  @!%p2 bra " + label() + ";\n";
        break;
      case 2:
        text += "  { table: .branchtargets " + label() + ", " + label() + ", " + label() + ", " +
                label() + ";\n  brx.idx %r3, table; }\n";
        break;
      default:  // falls through to the next block
        text += "  setp.eq.u32 %p2, %r3, 0;\n  @%p2 bra " + label() + ";\n";
    }
  }
  return text + prefix + "end:\n";
}

/// The function calls itself with less fuel; the kernel calls it from anywhere.
std::string random_program(uint32_t seed) {
  std::mt19937 random(seed);
  const std::string registers = "  .reg .pred %p<4>; .reg .b32 %r<8>; .reg .b64 %rd<4>;\n";
  auto call = [](const std::string& fuel) {
    return "  { .param .b32 x; .param .b32 n; .param .b32 y;\n    shr.u32 %r4, %r2, " + fuel +
           ";\n    setp.eq.u32 %p3, %r4, 0;\n    st.param.b32 [x], %r1; st.param.b32 [n], %r4;\n"
           "    @!%p3 call (y), f, (x, n);\n    @!%p3 ld.param.b32 %r1, [y]; }\n";
  };
  return kHead + ".func (.param .b32 result) f(.param .b32 state, .param .b32 fuel)\n{\n" +
         registers + "  ld.param.u32 %r1, [state];\n  ld.param.u32 %r2, [fuel];\n" +
         random_body(random, 2 + random() % 6, "F", call("2")) +
         "  st.param.b32 [result], %r1;\n  ret;\n}\n" +
         ".visible .entry k(.param .u64 p, .param .u32 first)\n{\n" + registers +
         "  ld.param.u64 %rd1, [p];\n  ld.param.u32 %r5, [first];\n  mov.u32 %r6, %tid.x;\n"
         "  add.u32 %r5, %r5, %r6;\n  mul.lo.u32 %r1, %r5, 747796405;\n  and.b32 %r2, %r1, 63;\n"
         "  add.u32 %r2, %r2, 8;\n" +
         random_body(random, 2 + random() % 9, "K", call("1")) +
         "  mul.wide.u32 %rd2, %r5, 4;\n  add.s64 %rd3, %rd1, %rd2;\n  st.global.u32 [%rd3], "
         "%r1;\n  ret;\n}\n";
}

}  // namespace

TEST_CASE("lanes_together_compute_what_each_computes_alone") {
  for (uint32_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Device device(random_program(seed));
    REQUIRE(device.decode_error() == "");
    const uint64_t together = device.upload(std::vector<uint32_t>(32, 0));
    const uint64_t alone = device.upload(std::vector<uint32_t>(32, 1));
    Device::Options options;
    options.block.x = 32;
    REQUIRE(device.launch("k", options, together, uint32_t{0}) == RunState::Finished);
    const uint64_t lanes = device.lanes();
    options.block.x = 1;
    uint64_t lanes_alone = 0;
    for (uint32_t lane = 0; lane < 32; ++lane) {
      REQUIRE(device.launch("k", options, alone, lane) == RunState::Finished);
      lanes_alone += device.lanes();
    }
    CHECK(device.download<uint32_t>(together, 32) == device.download<uint32_t>(alone, 32));
    CHECK(lanes >= lanes_alone);
  }
}
