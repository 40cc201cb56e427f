#include "kernel.h"

#include <cstring>

#include "statement.h"
#include "templates.h"

namespace random_kernels {
namespace {

std::string number(uint64_t value) { return std::to_string(value); }

class KernelWriter {
 public:
  explicit KernelWriter(uint64_t seed) : choice_(seed), name_("random_" + number(seed)) {}

  std::string run() {
    std::string functions;
    function_count_ = choice_.below(3);
    for (uint32_t i = 0; i < function_count_; ++i) functions += function(i);
    begin();
    const uint32_t parts = 8 + choice_.below(12);
    for (uint32_t i = 0; i < parts; ++i) uniform_part(0);
    end();
    return functions + ".visible .entry " + name_ +
           "(.param .u64 inputs, .param .u64 memory)\n{\n" + kRegisters + text_ + "}\n";
  }

 private:
  static const char* const kRegisters;

  void line(const std::string& instruction) { text_ += "  " + instruction + ";\n"; }
  std::string label() { return "L" + number(next_label_++); }
  void place(const std::string& label) { text_ += label + ":\n"; }

  // What a function takes and gives: a word, through a few statements.
  std::string function(uint32_t index) {
    text_.clear();
    line("ld.param.b32 r0, [a]");
    line("ld.param.b64 l0, [b]");
    for (char pool : std::string("rl")) {
      for (uint32_t i = 1; i < kPoolSize; ++i) {
        const std::string to = pool + number(i), from = pool + number(i - 1);
        line((pool == 'r' ? "mad.lo.u32 " : "mad.lo.u64 ") + to + ", " + from +
             ", 1664525, 1013904223");
      }
    }
    for (uint32_t i = 0; i < kPoolSize; ++i) from_words(i);
    line("mov.b64 acc0, 0");
    is_function_ = true;
    for (uint32_t i = 3 + choice_.below(6); i != 0; --i) thread_part(1);
    is_function_ = false;
    line("cvt.u32.u64 t0, acc0");
    line("st.param.b32 [result], t0");
    line("ret");
    const std::string head = ".func (.param .b32 result) " + name_ + "_f" + number(index) +
                             "(.param .b32 a, .param .b64 b)\n{\n";
    std::string result = head + kRegisters + text_ + "}\n";
    text_.clear();
    return result;
  }

  /// Registers of the other pools from those of r and l.
  void from_words(uint32_t i) {
    const std::string n = number(i);
    line("mov.b32 f" + n + ", r" + n);
    line("mov.b64 d" + n + ", l" + n);
    line("mov.b32 {x" + n + ", y" + n + "}, r" + number((i + 1) % kPoolSize));
    line("mov.b32 {h" + n + ", w0}, r" + number((i + 2) % kPoolSize));
    line("mov.b32 X" + n + ", r" + number((i + 3) % kPoolSize));
    line("mov.b32 Y" + n + ", r" + number((i + 4) % kPoolSize));
    if (i < kPredicates) line("setp.lt.s32 p" + n + ", r" + n + ", 0");
  }

  void begin() {
    text_ += "  .shared .align 16 .b8 slots[" + number(kThreadsPerBlock * 16) +
             "];\n  .shared .align 16 .b8 shared_cells[" + number(kCells * 8) +
             "];\n  .local .align 16 .b8 array[64];\n";
    line("mov.u32 tid, %tid.x");
    line("mov.u32 t0, %ctaid.x");
    line("mad.lo.u32 t0, t0, " + number(kThreadsPerBlock) + ", tid");
    line("ld.param.u64 in, [inputs]");
    line("mad.wide.u32 in, t0, " + number(kInputWords * 8) + ", in");
    line("ld.param.u64 memory_base, [memory]");
    line("mad.wide.u32 out, t0, " + number(kResults * 8) + ", memory_base");
    line("mad.wide.u32 cell, t0, 64, memory_base");
    line("add.s64 cell, cell, " + number(kScratchOffset));
    line("add.s64 cells, memory_base, " + number(kCellOffset));
    line("mov.u64 local, array");
    for (uint32_t i = 0; i < 64; i += 8) line("st.local.b64 [local+" + number(i) + "], 0");
    line("mov.u32 shared_base, slots");
    line("mad.lo.u32 own, tid, 16, shared_base");
    line("mov.u32 shared_cell, shared_cells");
    for (uint32_t i = 0; i < kPoolSize; ++i) {
      line("ld.global.b64 l" + number(i) + ", [in+" + number(8 * i) + "]");
      line("ld.global.b32 r" + number(i) + ", [in+" + number(8 * ((i + 3) % kInputWords)) + "]");
    }
    for (uint32_t i = 0; i < kPoolSize; ++i) from_words(i);
    for (uint32_t i = 0; i < kResults; ++i) line("mov.b64 acc" + number(i) + ", " + number(i));
    // The first thread sets up the block's cells.
    line("setp.ne.u32 q0, tid, 0");
    const std::string behind = label();
    line("@q0 bra " + behind);
    for (uint32_t i = 0; i < kCells; ++i) {
      line("st.shared.b64 [shared_cell+" + number(8 * i) + "], " +
           number(initial_cell(i) ? ~0ull >> 1 : 0));
    }
    place(behind);
    line("bar.sync 0");
  }

  void end() {
    line("bar.sync 0");
    for (uint32_t i = 0; i < kCells; ++i) {
      line("ld.shared.b64 v, [shared_cell+" + number(8 * i) + "]");
      mix("v");
    }
    for (uint32_t i = 0; i < kResults; ++i)
      line("st.global.b64 [out+" + number(8 * i) + "], acc" + number(i));
    line("ret");
  }

  /// `v`, 64 bits, becomes part of the next result.
  void mix(const std::string& v) {
    const std::string result = is_function_ ? "acc0" : "acc" + number(next_result_++ % kResults);
    line("mad.lo.u64 " + result + ", " + result + ", 0x9E3779B97F4A7C15, " + v);
  }

  /// A half's NaN becomes 0x7FFF.
  void make_canonical(const std::string& half, const char* type) {
    line(std::string("setp.nan.") + type + " q0, " + half + ", " + half);
    line("selp.b16 " + half + ", 0x7FFF, " + half + ", q0");
  }

  /// NaNs become one of each type: which one an operation gives is left open by the ISA.
  void record(const std::string& destination) {
    switch (destination[0]) {
      case 'X':
      case 'Y':
        line("mov.b32 {w0, w1}, " + destination);
        for (const char* half : {"w0", "w1"})
          make_canonical(half, destination[0] == 'X' ? "f16" : "bf16");
        line("mov.b32 " + destination + ", {w0, w1}");
        line("cvt.u64.u32 v, " + destination);
        break;
      case 'r':
        line("cvt.u64.u32 v, " + destination);
        break;
      case 'l':
        line("mov.b64 v, " + destination);
        break;
      case 'x':
      case 'y':
        make_canonical(destination, destination[0] == 'x' ? "f16" : "bf16");
        line("cvt.u64.u16 v, " + destination);
        break;
      case 'h':
        line("cvt.u64.u16 v, " + destination);
        break;
      case 'f':
        line("setp.nan.f32 q0, " + destination + ", " + destination);
        line("selp.f32 " + destination + ", 0f7FC00000, " + destination + ", q0");
        line("mov.b32 t0, " + destination);
        line("cvt.u64.u32 v, t0");
        break;
      case 'd':
        line("setp.nan.f64 q0, " + destination + ", " + destination);
        line("selp.f64 " + destination + ", 0d7FF8000000000000, " + destination + ", q0");
        line("mov.b64 v, " + destination);
        break;
      default:
        line("selp.b64 v, 77, 5, " + destination);
    }
    mix("v");
  }

  void write(const Statement& statement, const std::string& guard) {
    const std::string prefix =
        guard.empty() ? "" : "@" + std::string(choice_.one_in(2) ? "!" : "") + guard + " ";
    for (const std::string& instruction : statement.instructions) line(prefix + instruction);
    for (const std::string& destination : statement.destinations) record(destination);
  }

  bool touches_memory(const std::string& text) {
    return text.find("[in") != std::string::npos || text.find("[cell") != std::string::npos ||
           text.find("local") != std::string::npos;
  }

  void simple() {
    if (choice_.one_in(25))
      return write(statement_from(choice_, choice_.of(carry_templates()), ""), "");
    const std::string* text = &choice_.of(thread_templates());
    while (is_function_ && touches_memory(*text)) text = &choice_.of(thread_templates());
    const bool may_be_guarded = (*text)[0] != '!';
    const std::string guard =
        may_be_guarded && choice_.one_in(4) ? "p" + number(choice_.below(kPredicates)) : "";
    write(statement_from(choice_, may_be_guarded ? *text : text->substr(1), guard), guard);
  }

  void reduction() {
    const uint32_t cell = choice_.below(kCells);
    const bool is_shared = choice_.one_in(2);
    std::string text = reduction_templates()[cell];
    const std::string place =
        is_shared ? "[shared_cell+" + number(8 * cell) + "]" : "[cells+" + number(8 * cell) + "]";
    text.replace(text.find('@'), 1, place);
    const std::string guard = choice_.one_in(3) ? "p" + number(choice_.below(kPredicates)) : "";
    const Statement statement = statement_from(choice_, text, guard);
    line((guard.empty() ? "" : "@" + guard + " ") + (is_shared ? "red.shared." : "red.global.") +
         statement.instructions[0]);
  }

  void call() {
    const std::string r = "r" + number(choice_.below(kPoolSize));
    text_ += "  {\n  .param .b32 word;\n  .param .b64 wide;\n  .param .b32 back;\n";
    line("st.param.b32 [word], r" + number(choice_.below(kPoolSize)));
    line("st.param.b64 [wide], l" + number(choice_.below(kPoolSize)));
    line("call (back), " + name_ + "_f" + number(choice_.below(function_count_)) +
         ", (word, wide)");
    line("ld.param.b32 " + r + ", [back]");
    text_ += "  }\n";
    record(r);
  }

  void if_else(uint32_t depth) {
    const std::string otherwise = label(), behind = label();
    line(std::string(choice_.one_in(2) ? "@!" : "@") + "p" + number(choice_.below(kPredicates)) +
         " bra " + otherwise);
    for (uint32_t i = 1 + choice_.below(3); i != 0; --i) thread_part(depth + 1);
    if (choice_.one_in(2)) {
      line("bra " + behind);
      place(otherwise);
      for (uint32_t i = 1 + choice_.below(3); i != 0; --i) thread_part(depth + 1);
    } else {
      place(otherwise);
    }
    place(behind);
  }

  /// Each thread makes up to seven rounds, and may leave before.
  void loop(uint32_t depth) {
    const std::string again = label(), behind = label(), d = number(depth);
    line("and.b32 n" + d + ", r" + number(choice_.below(kPoolSize)) + ", 7");
    line("mov.u32 c" + d + ", 0");
    place(again);
    line("setp.ge.u32 q2, c" + d + ", n" + d);
    line("@q2 bra " + behind);
    for (uint32_t i = 1 + choice_.below(3); i != 0; --i) thread_part(depth + 1);
    if (choice_.one_in(3)) line("@p" + number(choice_.below(kPredicates)) + " bra " + behind);
    line("add.u32 c" + d + ", c" + d + ", 1");
    line("bra " + again);
    place(behind);
  }

  void switch_of_four(uint32_t depth) {
    const std::string list = label(), behind = label();
    std::vector<std::string> cases;
    std::string targets;
    for (uint32_t i = 0; i < 4; ++i) {
      cases.push_back(label());
      targets += (i ? ", " : "") + cases.back();
    }
    line("and.b32 t0, r" + number(choice_.below(kPoolSize)) + ", 3");
    text_ += "  " + list + ": .branchtargets " + targets + ";\n";
    line("brx.idx t0, " + list);
    for (const std::string& one : cases) {
      place(one);
      thread_part(depth + 1);
      if (choice_.one_in(3)) continue;  // into the next case
      line("bra " + behind);
    }
    place(behind);
  }

  /// What threads do each for itself, diverged or not.
  void thread_part(uint32_t depth) {
    const uint32_t kind = choice_.below(20);
    if (kind < 2 && depth < 4) return if_else(depth);
    if (kind == 2 && depth < 3 && !is_function_) return loop(depth);
    if (kind == 3 && depth < 3) return switch_of_four(depth);
    if (kind == 4 && function_count_ != 0 && !is_function_) return call();
    if (kind == 5 && !is_function_) return reduction();
    for (uint32_t i = 1 + choice_.below(3); i != 0; --i) simple();
  }

  /// The lanes whose predicate holds do something together.
  void group() {
    const std::string p = "p" + number(choice_.below(kPredicates)), behind = label();
    line("vote.sync.ballot.b32 m, " + p + ", -1");
    line("bfind.u32 t3, m");
    line("@!" + p + " bra " + behind);
    for (uint32_t i = 1 + choice_.below(2); i != 0; --i)
      write(statement_from(choice_, choice_.of(group_templates()), ""), "");
    place(behind);
    line("bar.warp.sync -1");
  }

  /// Each thread reads what another one wrote.
  void exchange() {
    static const std::vector<std::string> kWrites = {"st.shared.v4.b32 [own], <%r, %r, %r, %r>",
                                                     "st.shared.v2.b64 [own], <%l, %l>"};
    static const std::vector<std::string> kReads = {"ld.shared.{b32|u8|s16} $r, [t1+4]",
                                                    "ld.shared.b64 $l, [t1+8]",
                                                    "ld.shared.v2.b32 <$r, $r>, [t1]"};
    const std::string distance = number(1 + choice_.below(kThreadsPerBlock - 1));
    line("bar.sync 0");
    write(statement_from(choice_, choice_.of(kWrites), ""), "");
    line("bar.sync 0");
    line("xor.b32 t1, tid, " + distance);
    line("mad.lo.u32 t1, t1, 16, shared_base");
    write(statement_from(choice_, choice_.of(kReads), ""), "");
  }

  /// What all threads of the block come through together.
  void uniform_part(uint32_t depth) {
    const uint32_t kind = choice_.below(12);
    if (kind < 3) return write(statement_from(choice_, choice_.of(warp_templates()), ""), "");
    if (kind == 3) return group();
    if (kind == 4) return exchange();
    if (kind == 5 && depth == 0) {
      const std::string again = label();
      line("mov.u32 c9, 0");
      place(again);
      for (uint32_t i = 2 + choice_.below(3); i != 0; --i) uniform_part(depth + 1);
      line("add.u32 c9, c9, 1");
      line("setp.lt.u32 q3, c9, " + number(2 + choice_.below(3)));
      line("@q3 bra " + again);
      return;
    }
    thread_part(0);
  }

  Choice choice_;
  std::string name_, text_;
  uint32_t next_label_ = 0, next_result_ = 0, function_count_ = 0;
  bool is_function_ = false;
};

const char* const KernelWriter::kRegisters =
    "  .reg .b32 r<6>, X<6>, Y<6>, t<4>, n<4>, c<10>, m, tid, own, shared_base, shared_cell;\n"
    "  .reg .b64 l<6>, u<4>, acc<16>, v, in, out, cell, cells, local, memory_base;\n"
    "  .reg .b16 h<6>, x<6>, y<6>, w<2>;\n  .reg .f32 f<6>;\n  .reg .f64 d<6>;\n"
    "  .reg .pred p<4>, q<4>;\n";

uint64_t bits_of(double value) {
  uint64_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}
uint64_t bits_of(float value) {
  uint32_t bits;
  std::memcpy(&bits, &value, sizeof bits);
  return bits;
}

}  // namespace

std::string kernel_text(uint64_t seed) { return KernelWriter(seed).run(); }

std::string module_text(uint64_t first, uint64_t count) {
  std::string text = ".version 8.5\n.target sm_90\n.address_size 64\n";
  for (uint64_t seed = first; seed < first + count; ++seed) text += kernel_text(seed);
  return text;
}

std::vector<uint64_t> inputs_of(uint64_t seed) {
  static const std::vector<uint64_t> kEdges = {0,
                                               1,
                                               2,
                                               ~0ull,
                                               0x80000000,
                                               0x7FFFFFFF,
                                               0x8000000000000000,
                                               0x7FFFFFFFFFFFFFFF,
                                               0xFFFFFFFF,
                                               0x3F8000003F800000,
                                               0x3FF0000000000000,
                                               0x7F8000007F800000,
                                               0x7FF0000000000000,
                                               0x0080000000800000,
                                               0x007FFFFF00000001,
                                               0x0010000000000000,
                                               0x7FC000007FC00000,
                                               0x3C003C003C003C00,
                                               0x7BFF04007C000001,
                                               0xBF80000040490FDB,
                                               0x5F0000004F000000};
  Choice choice(seed ^ 0x1234567);
  std::vector<uint64_t> words(size_t{kThreads} * kInputWords);
  for (uint64_t& word : words) {
    const uint64_t any = choice.bits();
    const double moderate = double(int64_t(any) >> 40) / 256.0;
    switch (choice.below(6)) {
      case 0:
        word = choice.of(kEdges);
        break;
      case 1:
        word = any % 100;
        break;
      case 2:
        word = bits_of(moderate);
        break;
      case 3:
        word = bits_of(float(moderate)) | bits_of(float(1 / (moderate + 0.3))) << 32;
        break;
      case 4:
        word = (any & 0x83FF83FF83FF83FF) | 0x3C00380040003400;
        break;
      default:
        word = any;
    }
  }
  return words;
}

std::vector<uint64_t> initial_memory() {
  std::vector<uint64_t> memory(kMemoryBytes / 8, 0);
  for (size_t i = 0; i < kCells; ++i) memory[kCellOffset / 8 + i] = initial_cell(i);
  return memory;
}

}  // namespace random_kernels
