// Where the two ways of a branch meet. Instruction numbers are counted by hand.
#include "decoded.h"

using gtl::decode::Instruction;
using gtl::test::program_of;

namespace {

std::vector<Instruction> code_of(const std::string& body) {
  return program_of(".entry k() {\n.reg .pred %p<4>; .reg .b32 %r<4>; .reg .b64 %rd<4>;\n" + body +
                    "}\n")
      .functions[0]
      .instructions;
}

}  // namespace

TEST_CASE("an_if_meets_behind_it") {
  const auto code = code_of(R"(
    @%p1 bra skip;          // 0
    mov.u32 %r1, 1;         // 1
  skip:
    mov.u32 %r2, 2;         // 2
    ret;
)");
  CHECK(code[0].target == 2);
  CHECK(code[0].join == 2);
}

TEST_CASE("an_if_with_else_meets_behind_both") {
  const auto code = code_of(R"(
    @%p1 bra other;         // 0
    mov.u32 %r1, 1;         // 1
    bra.uni join;           // 2
  other:
    mov.u32 %r1, 2;         // 3
  join:
    ret;                    // 4
)");
  CHECK(code[0].join == 4);
}

TEST_CASE("a_loop_meets_at_its_exit") {
  const auto code = code_of(R"(
  loop:
    add.u32 %r1, %r1, 1;    // 0
    @%p1 bra loop;          // 1
    ret;                    // 2
)");
  CHECK(code[1].target == 0);
  CHECK(code[1].join == 2);
}

TEST_CASE("a_break_meets_with_the_other_ways_out_of_the_loop") {
  const auto code = code_of(R"(
  loop:
    @%p1 bra out;           // 0
    add.u32 %r1, %r1, 1;    // 1
    @%p2 bra loop;          // 2
    mov.u32 %r2, 1;         // 3
  out:
    ret;                    // 4
)");
  CHECK(code[0].join == 4);
  CHECK(code[2].join == 4);
}

TEST_CASE("ways_that_end_in_trap_or_exit_do_not_move_the_meeting_point") {
  const auto code = code_of(R"(
    @%p1 bra fine;          // 0
    @%p2 bra quit;          // 1
    trap;                   // 2
  quit:
    exit;                   // 3
  fine:
    mov.u32 %r1, 1;         // 4
    ret;                    // 5
)");
  CHECK(code[0].join == 4);
}

TEST_CASE("two_returns_meet_at_the_end_of_the_function") {
  const auto code = code_of(R"(
    @%p1 bra other;         // 0
    ret;                    // 1
  other:
    ret;                    // 2
)");
  CHECK(code[0].join == Instruction::kFunctionEnd);
}

TEST_CASE("a_loop_without_end_has_no_meeting_point") {
  const auto code = code_of(R"(
  loop:
    @%p1 bra loop;
    bra.uni loop;
)");
  CHECK(code[0].join == Instruction::kFunctionEnd);
}

TEST_CASE("loops_that_may_wait_for_other_threads_are_marked") {
  const auto code = code_of(R"(
  spin:
    atom.global.cas.b32 %r1, [%rd1], 0, 1;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra spin;          // 2
  poll:
    ld.volatile.global.u32 %r1, [%rd1];
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra poll;          // 5
  count:
    ld.global.u32 %r1, [%rd1];
    @%p1 bra count;         // 7
    ret;
)");
  CHECK(code[2].has(gtl::decode::kMaySpin));
  CHECK(code[5].has(gtl::decode::kMaySpin));
  CHECK_FALSE(code[7].has(gtl::decode::kMaySpin));
}
