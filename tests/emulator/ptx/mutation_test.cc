// A hundred thousand damaged modules. Each must be parsed or refused with a reason and a line; the
// damage is seeded, so that a failure repeats.
#include <string>
#include <string_view>
#include <vector>

#include "../fuzz/damage.h"
#include "doctest/doctest.h"
#include "ptx/parser.h"

namespace {

constexpr std::string_view kModule = R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b);
.global .align 8 .u64 fs[2][2] = {{generic(t)+8, 0xFF(t)}, {1}};
.extern .shared .align 16 .b8 sm[];
.visible .entry k(.param .u64 .ptr .align 1 p0, .param .align 8 .b8 p1[24])
.maxntid 256, 1, 1
{
	.local .align 8 .b8 depot[56];
	.reg .pred %p<28>;
	.loc 1 23 3
	.loc 2 8 1, function_name $s0, inlined_at 1 23 3
$L1:
	.pragma "nounroll";
	@!%p1 ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1+-16];
	shfl.sync.bfly.b32 %r54|%p9, %r53, 3, 31, -1;
	mov.f32 %f2, 0f3F800000;
	{ .reg .b32 t<2>; prototype_5 : .callprototype (.param .b32 _) _ (.param .b32 _);
	call (retval0), %rd35, (param0), prototype_5; }
	tex.2d.v4.f32.f32 {%f3, %f4, %f5, %f6}, [%rd1, {%f1, %f2}];
	$L_brx_0: .branchtargets $L1, $L2;
	add.s64 %rd1, %rd2, (1 << 3) + 0x10U * 2 - (5 > 3 ? 7 : 9);
	ret;
}
	.file 1 "program.cu"
	.section .debug_str { $s0: .b8 102 .b8 0 }
)";

const std::vector<std::string_view> kFragments = {"{",
                                                  "}",
                                                  "(",
                                                  ")",
                                                  "[",
                                                  "]",
                                                  ";",
                                                  ",",
                                                  "<",
                                                  "\"",
                                                  ".",
                                                  "::",
                                                  "@",
                                                  "/*",
                                                  "//",
                                                  "%",
                                                  "-",
                                                  "0x",
                                                  "0f",
                                                  "1e",
                                                  ".reg",
                                                  ".loc",
                                                  "999999999999999999999",
                                                  ".section",
                                                  "generic(",
                                                  "call ",
                                                  "?",
                                                  ":",
                                                  "<<",
                                                  "\xFF",
                                                  "_",
                                                  ".b32",
                                                  "WARP_SZ",
                                                  "0xFF(",
                                                  "-9223372036854775808"};

}  // namespace

TEST_CASE("the_undamaged_module_is_parsed") { CHECK(gtl::ptx::parse(kModule).ok()); }

TEST_CASE("every_damaged_module_is_parsed_or_refused_with_reason_and_line") {
  const std::vector<std::string> modules = {std::string(kModule)};
  size_t refused = 0;
  for (uint64_t i = 0; i < 100'000; ++i) {
    const std::string text = fuzz::Damage(i).apply(modules, kFragments);
    const auto result = gtl::ptx::parse(text);
    if (result.ok()) continue;
    ++refused;
    const bool explains =
        !result.error().what.empty() && result.error().where.starts_with("PTX line ");
    if (!explains) FAIL("damage " << i << " is refused without reason or line:\n" << text);
  }
  // Most damage is no PTX any more, and some (in comments, names, numbers) still is.
  CHECK(refused > 50'000);
  CHECK(refused < 100'000);
}
