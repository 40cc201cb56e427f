// PTX from anywhere: parsed, declared, and every function decoded, or refused.
#include <fstream>
#include <iterator>

#include "decode/program.h"
#include "memory/memory.h"
#include "ptx/parser.h"
#include "target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  auto module = gtl::ptx::parse({reinterpret_cast<const char*>(bytes), size});
  if (!module.ok()) return 0;
  auto program = gtl::decode::declare(std::move(module.value()));
  if (!program.ok()) return 0;
  gtl::memory::Memory memory;
  // A module may ask for more memory than there is; that is refused elsewhere.
  for (const auto& variable : program.value().variables) {
    if (variable.size > 1 << 20) return 0;
  }
  if (!gtl::decode::load(program.value(), memory).ok()) return 0;
  for (uint32_t i = 0; i < program.value().functions.size(); ++i) {
    (void)gtl::decode::decode_reachable(program.value(), i);
  }
  return 0;
}

namespace fuzz {

std::vector<std::string> seeds() {
  std::ifstream file(KERNELS_PTX);
  return {{std::istreambuf_iterator<char>(file), {}},
          R"(.version 9.0
.target sm_90
.address_size 64
.extern .func (.param .b32 func_retval0) vprintf (.param .b64 a, .param .b64 b);
.global .align 8 .u64 table[2] = {generic(t)+8, 0xFF(t)};
.global .align 4 .b32 t[4] = {1, 2, 3, 4};
.const .align 4 .f32 factor = 0f3F800000;
.extern .shared .align 16 .b8 sm[];
.func (.param .b32 result) twice(.param .b32 a)
{ .reg .b32 %r<3>; ld.param.b32 %r1, [a]; add.u32 %r2, %r1, %r1; st.param.b32 [result], %r2; ret; }
.visible .entry k(.param .u64 .ptr .align 1 p0, .param .align 8 .b8 p1[24])
.maxntid 256, 1, 1
{
  .local .align 8 .b8 depot[56];
  .reg .pred %p<9>; .reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %d<3>;
  .reg .b16 %h<3>;
  ld.param.u64 %rd1, [p0];
  mov.u64 %rd2, depot;
  @!%p1 ld.global.v4.f32 {%f1, _, %f3, %f4}, [%rd1+-16];
  shfl.sync.bfly.b32 %r4|%p2, %r3, 3, 31, -1;
  lop3.b32 %r1, %r2, %r3, %r4, 0x96;
  prmt.b32 %r1, %r2, %r3, 0x5410;
  mad.lo.cc.u32 %r1, %r2, %r3, %r4;
  cvt.rni.ftz.sat.s16.f32 %h1, %f1;
  fma.rn.f64 %d1, %d2, 0d3FF0000000000000, %d1;
  atom.global.cas.b64 %rd3, [%rd1], %rd4, %rd5;
  red.shared.add.f32 [sm+4], %f1;
  bar.sync 1, 64;
  mov.u32 %r5, 1;
  brx.idx %r5, $table;
$table: .branchtargets $L1, $L2;
$L1:
  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call (r), twice, (a); ld.param.b32 %r2, [r]; }
  bra.uni $L2;
$L2:
  setp.lt.and.f32 %p1|%p3, %f1, %f2, %p2;
  selp.b32 %r1, %r2, 7, %p1;
  mov.b64 {%r1, %r2}, %rd3;
  st.local.v2.u32 [%rd2], {%r1, %r2};
  ret;
}
)"};
}

std::vector<std::string_view> dictionary() {
  return {
#define GTL_OPCODE(name, mnemonic, operands, types, meaning, section) mnemonic,
#include "decode/opcodes.def"
#undef GTL_OPCODE
      "{",
      "}",
      "(",
      ")",
      "[",
      "]",
      ";",
      ",",
      "<",
      "\"",
      "::",
      "@",
      "/*",
      "//",
      "%",
      "-",
      "0x",
      "0f",
      ".reg",
      ".loc",
      ".param",
      ".shared",
      ".align",
      ".pred",
      ".b128",
      ".v2",
      ".v4",
      ".f16x2",
      ".entry",
      ".func",
      ".branchtargets",
      "call ",
      "%r1",
      "%rd1",
      "%p1",
      "$L1",
      "%tid.x",
      "WARP_SZ",
      "99999999999999999999",
      "-9223372036854775808",
      "4294967295",
      "0d7FF0000000000000",
      "_",
      "\xFF"};
}

}  // namespace fuzz
