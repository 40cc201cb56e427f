// From `.loc` to the line of the reader's own file.
#include "decoded.h"

using gtl::test::program_of;

TEST_CASE("a_line_in_a_toolkit_header_is_charged_to_the_readers_call") {
  const auto program = program_of(R"(
.file 1 "/home/reader/kernel.cu"
.file 2 "/usr/local/cuda-13.0/targets/x86_64-linux/include/sm_30_intrinsics.hpp"
.entry k()
{
  .reg .b32 %r<3>;
  .loc 1 12 3
  mov.u32 %r1, 1;
  .loc 2 91 5, function_name $L__info, inlined_at 1 13 7
  mov.u32 %r2, 2;
  ret;
}
.section .debug_str
{
$L__info:
.b8 95, 90, 0
}
)");
  const auto& function = program.functions[0];
  CHECK(function.locations[0].file == "/home/reader/kernel.cu");
  CHECK(function.locations[0].line == 12);
  CHECK(function.locations[1].file == "/home/reader/kernel.cu");
  CHECK(function.locations[1].line == 13);
  const auto& innermost = program.lines.at(size_t(function.inline_stacks[1]));
  CHECK(innermost.line == 91);
  CHECK(program.lines.at(size_t(innermost.inlined_at)).line == 13);
}
