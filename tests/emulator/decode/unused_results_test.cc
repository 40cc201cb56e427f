// Atomics whose result is not read lose their destination, as ptxas makes reductions of them.
#include "decoded.h"

using gtl::decode::Instruction;
using gtl::test::program_of;

namespace {

/// The first instruction of a kernel with this body.
Instruction first_of(const std::string& body) {
  return program_of(".entry k() {\n.reg .b32 %r<4>; .reg .b64 %rd<4>;\n" + body + "ret;\n}\n")
      .functions[0]
      .instructions[0];
}

}  // namespace

TEST_CASE("an_addition_whose_result_is_not_read_becomes_a_reduction") {
  CHECK_FALSE(first_of("atom.global.add.u32 %r1, [%rd1], %r2;\n").operands[0].present());
  CHECK_FALSE(first_of("atom.shared.max.u32 %r1, [%rd1], %r2;\n").operands[0].present());
}

TEST_CASE("an_addition_whose_result_is_read_stays_an_atomic") {
  CHECK(first_of("atom.global.add.u32 %r1, [%rd1], %r2;\nst.global.u32 [%rd2], %r1;\n")
            .operands[0]
            .present());
}

TEST_CASE("a_result_that_is_read_before_in_a_loop_counts_as_read") {
  CHECK(program_of(R"(.entry k() {
  .reg .b32 %r<4>; .reg .b64 %rd<4>; .reg .pred %p1;
again:
  add.u32 %r2, %r1, 1;
  atom.global.add.u32 %r1, [%rd1], %r2;
  @%p1 bra again;
  ret;
})")
            .functions[0]
            .instructions[1]
            .operands[0]
            .present());
}

TEST_CASE("an_exchange_stays_an_atomic_even_unread") {
  CHECK(first_of("atom.global.exch.b32 %r1, [%rd1], %r2;\n").operands[0].present());
  CHECK(first_of("atom.global.cas.b32 %r1, [%rd1], %r2, %r3;\n").operands[0].present());
}
