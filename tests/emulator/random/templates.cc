#include "templates.h"

#include <cstdint>

namespace random_kernels {

const std::vector<std::string>& thread_templates() {
  static const std::vector<std::string> kTemplates = {
      // Integers of 32 bits.
      "{add|sub|mul.lo|mul.hi|min|max}.{s32|u32} $r, %r, %r",
      "{add|sub}.sat.s32 $r, %r, %r",
      "{mad.lo|mad.hi}.{s32|u32} $r, %r, %r, %r",
      "mad.hi.sat.s32 $r, %r, %r, %r",
      "mad24.{lo|hi}.{s32|u32} $r, %r, %r, %r",
      "mul24.{lo|hi}.{s32|u32} $r, %r, %r",
      "sad.{s32|u32} $r, %r, %r, %r",
      "or.b32 t0, %r, 1; {div|rem}.{s32|u32} $r, %r, t0",
      "{abs|neg}.s32 $r, %r",
      "{and|or|xor}.b32 $r, %r, %r",
      "{not|cnot|brev|popc|clz}.b32 $r, %r",
      "bfind{|.shiftamt}.{s32|u32} $r, %r",
      "{shl.b32|shr.u32|shr.s32|shr.b32} $r, %r, #s",
      "and.b32 t0, %r, 63; {shl.b32|shr.u32|shr.s32} $r, %r, t0",
      "shf.{l|r}.{wrap|clamp}.b32 $r, %r, %r, %r",
      "lop3.b32 $r, %r, %r, %r, #b",
      "bfe.{s32|u32} $r, %r, {0|3|8|15}, {1|5|8|16}",
      "bfe.{s32|u32} $r, %r, %r, %r",
      "bfi.b32 $r, %r, %r, {0|3|8|15}, {1|5|8|16}",
      "bfi.b32 $r, %r, %r, %r, %r",
      "prmt.b32{|.f4e|.b4e|.rc8|.ecl|.ecr|.rc16} $r, %r, %r, %r",
      "dp4a.{s32|u32}.{s32|u32} $r, %r, %r, %r",
      "dp2a.{lo|hi}.{s32|u32}.{s32|u32} $r, %r, %r, %r",
      "szext.{wrap|clamp}.{s32|u32} $r, %r, %r",
      "bmsk.{wrap|clamp}.b32 $r, %r, %r",
      "fns.b32 $r, %r, #a, 3",
      "slct.{b32|s32|u32}.s32 $r, %r, %r, %r",
      "selp.{b32|s32|u32} $r, %r, %r, %p",
      "set.{eq|ne|lt|le|gt|ge}.{u32|s32}.s32 $r, %r, %r",
      "set.{lo|ls|hi|hs}.{and|or|xor}.u32.u32 $r, %r, %r, {|!}%p",
      "cvt.pack.sat.{s16|u16}.s32 $r, %r, %r",
      "{add|min|max}.{s16x2|u16x2} $r, %r, %r",
      "vadd.s32.{s32|u32}.{s32|u32}{|.sat} $r, %r, %r",
      "vabsdiff4.{s32.s32.s32|u32.u32.u32}{|.add} $r, %r, %r, %r",
      "vmin2.{s32.s32.s32|u32.u32.u32}{|.sat} $r, %r, %r, %r",
      "mov.b32 $r, %r",
      // Of 64 bits.
      "{add|sub|mul.lo|mul.hi|min|max}.{s64|u64} $l, %l, %l",
      "mad.lo.{s64|u64} $l, %l, %l, %l",
      "mul.wide.{s32|u32} $l, %r, %r",
      "mad.wide.{s32|u32} $l, %r, %r, %l",
      "or.b64 u0, %l, 1; {div|rem}.{s64|u64} $l, %l, u0",
      "{abs|neg}.s64 $l, %l",
      "sad.{s64|u64} $l, %l, %l, %l",
      "{and|or|xor}.b64 $l, %l, %l",
      "{not|cnot|brev}.b64 $l, %l",
      "{popc|clz}.b64 $r, %l",
      "bfind{|.shiftamt}.{s64|u64} $r, %l",
      "{shl.b64|shr.u64|shr.s64} $l, %l, %r",
      "bfe.{s64|u64} $l, %l, {0|7|24|31}, {1|9|16|32}",
      "bfi.b64 $l, %l, %l, %r, %r",
      "selp.{b64|s64|u64} $l, %l, %l, %p",
      "slct.{b64|u64}.s32 $l, %l, %l, %r",
      "mov.b64 <$r, $r>, %l",
      "mov.b64 $l, <%r, %r>",
      // Of 16 bits.
      "{add|sub|mul.lo|mul.hi|min|max}.{s16|u16} $h, %h, %h",
      "mad.lo.{s16|u16} $h, %h, %h, %h",
      "mul.wide.{s16|u16} $r, %h, %h",
      "mad.wide.{s16|u16} $r, %h, %h, %r",
      "or.b16 w0, %h, 1; {div|rem}.{s16|u16} $h, %h, w0",
      "{abs|neg}.s16 $h, %h",
      "{and|or|xor}.b16 $h, %h, %h",
      "{not|cnot}.b16 $h, %h",
      "{shl.b16|shr.u16|shr.s16} $h, %h, %r",
      "selp.b16 $h, %h, %h, %p",
      "mov.b32 $r, <%h, %h>",
      "mov.b32 <$h, $h>, %r",
      // Between them.
      "cvt{|.sat}.{u8|s8|u16|s16}.{s32|u32} $r, %r",
      "cvt{|.sat}.{u32|s32|u16|s16|u8|s8}.{s64|u64} $r, %l",
      "cvt.{u64|s64}.{s32|u32|s8|u8|s16|u16} $l, %r",
      "cvt.{s32|u32}.{s16|u16|s8|u8} $r, %h",
      "cvt{|.sat}.{s16|u16}.{s32|u32} $h, %r",
      // Comparisons.
      "setp.{eq|ne|lt|le|gt|ge}.s32 $p, %r, %r",
      "setp.{eq|ne|lt|le|gt|ge}.{s16|u16} $p, %h, %h",
      "setp.{eq|ne|lt|le|gt|ge|lo|ls|hi|hs}.u32 $p, %r, %r",
      "setp.{eq|ne|lt|le|gt|ge}.{s64|u64} $p, %l, %l",
      "setp.{eq|ne|lt|le|gt|ge}.{and|or|xor}.s32 $p|q1, %r, %r, {|!}%p; selp.b32 $r, 3, 5, q1",
      "{and|or|xor}.pred $p, %p, %p",
      "not.pred $p, %p",
      "lop3.{or|and}.b32 $r|q1, %r, %r, %r, #b, %p; selp.b32 $r, %r, 7, q1",
      // Single precision.
      "{add|sub|mul}.{rn|rz|rm|rp}{|.ftz}{|.sat}.f32 $f, %f, %f",
      "fma.{rn|rz|rm|rp}{|.ftz}{|.sat}.f32 $f, %f, %f, %f",
      "div.{rn|rz|rm|rp}{|.ftz}.f32 $f, %f, %f",
      "{rcp|sqrt}.{rn|rz|rm|rp}{|.ftz}.f32 $f, %f",
      "{min|max}{|.ftz}{|.NaN}{|.xorsign.abs}.f32 $f, %f, %f",
      "{abs|neg}{|.ftz}.f32 $f, %f",
      "copysign.f32 $f, %f, %f",
      "!testp.{finite|infinite|number|notanumber|normal|subnormal}.f32 $p, %f",
      "setp.{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}{|.ftz}.f32 $p, %f, %f",
      "!set.{lt|geu|nan}{|.ftz}.{u32|s32}.f32 $r, %f, %f",
      "!set.{lt|geu|nan}{|.ftz}.f32.f32 $f, %f, %f",
      "selp.f32 $f, %f, %f, %p",
      "slct.ftz.f32.f32 $f, %f, %f, %f",
      "slct.b32.f32 $r, %r, %r, %f",
      "mov.b32 $f, %r",
      "mov.b32 $r, %f",
      "cvt.{rni|rzi|rmi|rpi}{|.ftz}.{s32|u32|s16|u16|s8|u8}.f32 $r, %f",
      "cvt.{rni|rzi|rmi|rpi}{|.ftz}.{s64|u64}.f32 $l, %f",
      "cvt.{rni|rzi|rmi|rpi}{|.ftz}{|.sat}.f32.f32 $f, %f",
      "cvt.{rn|rz|rm|rp}.f32.{s32|u32} $f, %r",
      "cvt.{rn|rz|rm|rp}.f32.{s64|u64} $f, %l",
      "cvt.{rn|rz|rm|rp}{|.ftz}{|.sat}.f32.f64 $f, %d",
      // Double precision.
      "{add|sub|mul}.{rn|rz|rm|rp}.f64 $d, %d, %d",
      "fma.{rn|rz|rm|rp}.f64 $d, %d, %d, %d",
      "div.{rn|rz|rm|rp}.f64 $d, %d, %d",
      "{rcp|sqrt}.{rn|rz|rm|rp}.f64 $d, %d",
      "{min|max}.f64 $d, %d, %d",
      "{abs|neg}.f64 $d, %d",
      "copysign.f64 $d, %d, %d",
      "!testp.{finite|infinite|number|notanumber|normal|subnormal}.f64 $p, %d",
      "setp.{eq|ne|lt|le|gt|ge|equ|neu|ltu|leu|gtu|geu|num|nan}.f64 $p, %d, %d",
      "selp.f64 $d, %d, %d, %p",
      "mov.b64 $d, %l",
      "cvt.{rni|rzi|rmi|rpi}.{s32|u32}.f64 $r, %d",
      "cvt.{rni|rzi|rmi|rpi}.{s64|u64}.f64 $l, %d",
      "cvt.{rni|rzi|rmi|rpi}.f64.f64 $d, %d",
      "cvt.{rn|rz|rm|rp}.f64.{s64|u64} $d, %l",
      "cvt.rn.f64.{s32|u32} $d, %r",
      "cvt.f64.f32 $d, %f",
      // Half precision.
      "{add|sub|mul}.rn{|.ftz}{|.sat}.f16 $x, %x, %x",
      "fma.rn{|.ftz}{|.sat|.relu}.f16 $x, %x, %x, %x",
      "{min|max}{|.ftz}{|.NaN}.f16 $x, %x, %x",
      "{add|sub|mul}.rn.bf16 $y, %y, %y",
      "fma.rn{|.relu}.bf16 $y, %y, %y, %y",
      "{min|max}{|.NaN}.bf16 $y, %y, %y",
      "{add|sub|mul}.rn{|.ftz}{|.sat}.f16x2 $X, %X, %X",
      "fma.rn{|.ftz}{|.sat|.relu}.f16x2 $X, %X, %X, %X",
      "{min|max}{|.ftz}{|.NaN}.f16x2 $X, %X, %X",
      "{add|sub|mul}.rn.bf16x2 $Y, %Y, %Y",
      "fma.rn{|.relu}.bf16x2 $Y, %Y, %Y, %Y",
      "{min|max}{|.NaN}.bf16x2 $Y, %Y, %Y",
      "setp.{eq|ne|lt|le|gt|ge|ltu|geu|nan}.f16 $p, %x, %x",
      "setp.{eq|lt|geu}.f16x2 $p|q1, %X, %X; selp.b32 $r, %r, 9, q1",
      "!set.{lt|ge}.f16x2.f16x2 $X, %X, %X",
      "cvt.f32.f16 $f, %x",
      "cvt.f32.bf16 $f, %y",
      "cvt.{rn|rz}.f16.f32 $x, %f",
      "cvt.{rn|rz}{|.relu}.bf16.f32 $y, %f",
      "cvt.{rn|rz}{|.relu}.f16x2.f32 $X, %f, %f",
      "cvt.{rn|rz}.bf16x2.f32 $Y, %f, %f",
      "cvt.{rni|rzi|rmi|rpi}.{s32|u32}.f16 $r, %x",
      "cvt.{rn|rz|rm|rp}.f16.{s32|u32} $x, %r",
      "cvt.rn.f16.f64 $x, %d",
      "cvt.rn.satfinite{|.relu}.{e4m3x2|e5m2x2}.f32 $h, %f, %f",
      "cvt.rn.satfinite.{e4m3x2|e5m2x2}.f16x2 $h, %X",
      "cvt.rn.f16x2.{e4m3x2|e5m2x2} $X, %h",
      "cvt.{rn|rz}{|.relu}.tf32.f32 $r, %f",
      // Memory: the thread's input, its own 64 bytes of global and of local memory.
      "ld.global.{u8|s8|u16|s16|b32|u32|s32} $r, [in+#8]",
      "ld.global.{b64|s32|u8|s16} $l, [in+#8]",
      "ld.global.v2.{b32|u16|s8} <$r, $r>, [in+#8]",
      "ld.global.v4.{b32|u8|s16} <$r, $r, $r, $r>, [in+#16]",
      "ld.global.v2.b64 <$l, $l>, [in+#16]",
      "ld.global.nc.b32 $r, [in+#8]",
      "st.global.{b32|u16|u8} [cell+#8], %r; ld.global.b64 $l, [cell+#8]",
      "st.global.v2.b32 [cell+#8], <%r, %r>; ld.global.b64 $l, [cell+#8]",
      "st.global.b64 [cell+#8], %l; ld.global.{s8|u16|b32} $r, [cell+#8]",
      "and.b32 t0, %r, 60; cvt.u64.u32 u0, t0; add.s64 u0, u0, local; st.local.{b32|u16|u8} [u0], "
      "%r",
      "and.b32 t0, %r, 60; cvt.u64.u32 u0, t0; add.s64 u0, u0, local; ld.local.{b32|s16|u8} $r, "
      "[u0]",
      "and.b32 t0, %r, 56; cvt.u64.u32 u0, t0; add.s64 u0, u0, local; cvta.local.u64 u0, u0; "
      "ld.b64 $l, [u0]",
  };
  return kTemplates;
}

const std::vector<std::string>& carry_templates() {
  static const std::vector<std::string> kTemplates = {
      "add.cc.u32 $r, %r, %r; addc.cc.u32 $r, %r, %r; addc.u32 $r, %r, %r",
      "sub.cc.u32 $r, %r, %r; subc.cc.u32 $r, %r, %r; subc.u32 $r, %r, %r",
      "mad.lo.cc.u32 $r, %r, %r, %r; madc.hi.u32 $r, %r, %r, %r",
      "add.cc.u64 $l, %l, %l; addc.u64 $l, %l, %l",
      "sub.cc.u32 $r, %r, %r; subc.cc.u32 $r, %r, %r; addc.u32 $r, %r, %r",
      "add.cc.u32 $r, %r, %r; subc.cc.u32 $r, %r, %r; addc.cc.u32 $r, %r, %r; subc.u32 $r, %r, %r",
      "mad.hi.cc.u32 $r, %r, %r, %r; addc.u32 $r, %r, %r",
  };
  return kTemplates;
}

const std::vector<std::string>& warp_templates() {
  static const std::vector<std::string> kTemplates = {
      "shfl.sync.{idx|bfly|down}.b32 $r|$p, %r, #a, {31|0x181f|0x101f}, -1",
      "shfl.sync.up.b32 $r|$p, %r, #a, {0|0x1800|0x1000}, -1",
      "and.b32 t0, %r, 31; shfl.sync.idx.b32 $r, %r, t0, 31, -1",
      "vote.sync.{any|all|uni}.pred $p, {|!}%p, -1",
      "vote.sync.ballot.b32 $r, {|!}%p, -1",
      "and.b32 t0, %r, 7; match.any.sync.b32 $r, t0, -1",
      "match.any.sync.b64 $r, %l, -1",
      "match.all.sync.b32 $r|$p, %r, -1",
      "redux.sync.{add|min|max}.{s32|u32} $r, %r, -1",
      "redux.sync.{and|or|xor}.b32 $r, %r, -1",
      "barrier.sync 0",
      "bar.red.popc.u32 $r, 0, {|!}%p",
      "bar.red.{and|or}.pred $p, 0, {|!}%p",
  };
  return kTemplates;
}

const std::vector<std::string>& group_templates() {
  static const std::vector<std::string> kTemplates = {
      "redux.sync.{add|min|max}.{s32|u32} $r, %r, m",
      "redux.sync.{and|or|xor}.b32 $r, %r, m",
      "vote.sync.{any|all|uni}.pred $p, {|!}%p, m",
      "vote.sync.ballot.b32 $r, %p, m",
      "and.b32 t0, %r, 3; match.any.sync.b32 $r, t0, m",
      "match.all.sync.b32 $r|$p, %r, m",
      "shfl.sync.idx.b32 $r, %r, t3, 31, m",
      "bar.warp.sync m",
  };
  return kTemplates;
}

const std::vector<std::string>& reduction_templates() {
  static const std::vector<std::string> kTemplates = {
      "add.u32 @, %r", "min.u32 @, %r", "max.u32 @, %r", "min.s32 @, %r",
      "max.s32 @, %r", "and.b32 @, %r", "or.b32 @, %r",  "xor.b32 @, %r",
      "add.u64 @, %l", "min.u64 @, %l", "max.u64 @, %l", "min.s64 @, %l",
      "max.s64 @, %l", "and.b64 @, %l", "or.b64 @, %l",  "xor.b64 @, %l",
  };
  return kTemplates;
}

uint64_t initial_cell(size_t cell) {
  const std::string& text = reduction_templates()[cell];
  return text.starts_with("min.u") || text.starts_with("and") ? ~uint64_t{0} : 0;
}

}  // namespace random_kernels
