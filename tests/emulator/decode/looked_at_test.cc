// Expected values follow from what the PTX ISA says of each instruction, byte by byte.
#include "decode/looked_at.h"

#include "decoded.h"

using namespace gtl;

namespace {

/// Whether a kernel looks at `bytes` of its load, the first instruction of `text`.
bool looks_at(const std::string& text, uint32_t bytes) {
  const decode::Program program = test::program_of(R"(
.visible .entry k(.param .u64 a) {
	.reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f64 %fd<9>; .reg .pred %p<9>;
)" + text + "\nret; }");
  return decode::looks_at(program.functions[0], 0, bytes);
}

const std::string kLoad = "ld.global.nc.u64 %rd1, [%rd0];\n";

}  // namespace

TEST_CASE("arithmetic_looks_at_every_byte") {
  CHECK(looks_at(kLoad + "add.s64 %rd2, %rd1, 1;", 0x80));
  CHECK(looks_at(kLoad + "setp.eq.s64 %p1, %rd1, 0;", 0x80));
}

TEST_CASE("an_address_is_looked_at_and_a_stored_value_is_not") {
  CHECK(looks_at(kLoad + "st.global.u64 [%rd1], %rd2;", 0xFE));
  CHECK_FALSE(looks_at(kLoad + "st.global.u64 [%rd2], %rd1;", 0xFE));
  CHECK(looks_at(kLoad + "ld.global.u64 %rd2, [%rd1];", 0xFE));
}

TEST_CASE("what_nobody_reads_is_not_looked_at") {
  CHECK_FALSE(looks_at(kLoad + "mov.u64 %rd1, 0;\nadd.s64 %rd2, %rd3, 1;", 0xFF));
}

TEST_CASE("a_conversion_drops_the_upper_bytes") {
  const std::string text =
      kLoad + "cvt.u16.u64 %rs1, %rd1;\nand.b16 %rs2, %rs1, 255;\nsetp.eq.s16 %p1, %rs2, 0;";
  CHECK_FALSE(looks_at(text, 0xFE));  // A bool, and seven bytes of padding.
  CHECK(looks_at(text, 0x01));
  CHECK(looks_at(kLoad + "cvt.u16.u64 %rs1, %rd1;\nsetp.eq.s16 %p1, %rs1, 0;", 0xFE));
}

TEST_CASE("a_sign_spreads_over_the_bytes_above_it") {
  const std::string use = "shr.u64 %rd3, %rd2, 56;\nadd.s64 %rd4, %rd3, 1;";
  CHECK(looks_at("ld.global.u32 %r1, [%rd0];\ncvt.s64.s32 %rd2, %r1;\n" + use, 0x8));
  CHECK_FALSE(looks_at("ld.global.u32 %r1, [%rd0];\ncvt.u64.u32 %rd2, %r1;\n" + use, 0x8));
}

TEST_CASE("a_float_is_looked_at_when_it_is_converted") {
  CHECK(looks_at("ld.global.f64 %fd1, [%rd0];\ncvt.rzi.s32.f64 %r1, %fd1;", 0x01));
}

TEST_CASE("selection_packing_and_shuffles_hand_on") {
  const std::string halves = kLoad +
                             "mov.b64 {%r1, %r2}, %rd1;\n"
                             "shfl.sync.down.b32 %r3|%p1, %r2, 1, 31, -1;\n"
                             "selp.b32 %r4, %r3, 0, %p2;\n"
                             "mov.b64 %rd2, {%r5, %r4};\n";
  CHECK_FALSE(looks_at(halves + "st.global.u64 [%rd3], %rd2;", 0xF0));
  CHECK(looks_at(halves + "add.s64 %rd4, %rd2, 1;", 0xF0));
  CHECK_FALSE(looks_at(halves + "add.s64 %rd4, %rd2, 1;", 0x0F));  // The lower half went nowhere.
  CHECK(
      looks_at(kLoad + "cvt.u32.u64 %r1, %rd1;\nshfl.sync.idx.b32 %r3|%p1, %r4, %r1, 31, -1;", 1));
}

TEST_CASE("shifts_and_permutations_move_bytes") {
  CHECK(looks_at(kLoad + "shr.u64 %rd2, %rd1, 8;\nand.b64 %rd3, %rd2, 255;\nadd.s64 %rd4, %rd3, 1;",
                 0x02));
  CHECK_FALSE(looks_at(
      kLoad + "shr.u64 %rd2, %rd1, 8;\nand.b64 %rd3, %rd2, 255;\nadd.s64 %rd4, %rd3, 1;", 0x01));
  CHECK_FALSE(looks_at(
      kLoad + "shl.b64 %rd2, %rd1, 32;\ncvt.u32.u64 %r1, %rd2;\nadd.s32 %r2, %r1, 1;", 0xFF));
  CHECK(looks_at(kLoad + "shr.u64 %rd2, %rd1, %r1;\nst.global.u64 [%rd0], %rd2;", 0x80));
  const std::string permuted =
      "ld.global.u32 %r1, [%rd0];\nprmt.b32 %r2, %r1, %r3, 0x7771;\nadd.s32 %r4, %r2, 1;";
  CHECK(looks_at(permuted, 0x02));
  CHECK_FALSE(looks_at(permuted, 0x0D));
}

TEST_CASE("the_elements_of_a_vector_are_followed_one_by_one") {
  const std::string text = "ld.global.v2.u32 {%r1, %r2}, [%rd0];\nadd.s32 %r3, %r2, 1;";
  CHECK(looks_at(text, 0xF0));
  CHECK_FALSE(looks_at(text, 0x0F));
}

TEST_CASE("a_loop_carries_bytes_round") {
  CHECK(looks_at(kLoad + "L: add.s64 %rd3, %rd2, 1;\nmov.u64 %rd2, %rd1;\nbra L;", 0x80));
}

TEST_CASE("a_store_of_what_was_loaded_is_told_byte_by_byte") {
  const auto stored = [](const std::string& text) {
    const decode::Program program = test::program_of(R"(
.visible .entry k(.param .u64 a) {
	.reg .b16 %rs<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .pred %p<9>;
)" + text + "\nret; }");
    std::string ways;
    for (const decode::StoredBytes& way : decode::stored_as_loaded(program.functions[0], 0)) {
      ways += std::to_string(way.from) + "-" + std::to_string(way.store) + ":" +
              std::to_string(way.to) + "x" + std::to_string(way.count) + " ";
    }
    return ways;
  };
  const std::string load = "ld.global.v2.u16 {%rs1, %rs2}, [%rd0];\n";
  CHECK(stored(load + "st.global.v2.u16 [%rd1], {%rs1, %rs2};") == "0-1:0x2 2-1:2x2 ");
  CHECK(stored(load + "st.shared.v2.u16 [%rd1], {%rs2, %rs3};") == "2-1:0x2 ");
  CHECK(stored(load + "st.global.u8 [%rd1], %rs2;\nst.global.u16 [%rd2], %rs2;") ==
        "2-1:0x1 2-2:0x2 ");
  // What else the register may hold is not known at the store.
  CHECK(stored(load + "@%p1 mov.u16 %rs2, 1;\nst.global.u16 [%rd1], %rs2;").empty());
  CHECK(stored(load + "@%p1 ld.global.v2.u16 {%rs2, %rs3}, [%rd2];\nst.global.u16 [%rd1], %rs2;")
            .empty());
  CHECK(stored(load + "add.u16 %rs3, %rs1, 1;\nst.global.u16 [%rd1], %rs3;").empty());
}
