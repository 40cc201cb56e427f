#include "form_module.h"

#include <vector>

namespace probe {
namespace {

std::vector<std::string> pieces_of(const std::string& text) {
  std::vector<std::string> pieces(1);
  for (const char c : text) {
    if (c == '.') {
      pieces.emplace_back();
    } else {
      pieces.back() += c;
    }
  }
  return pieces;
}

/// What the instruction's name says.
struct Parsed {
  std::string opcode, type;
  uint32_t vector = 1;
  bool is_compare_and_swap = false;
};

Parsed parse(const std::string& instruction) {
  Parsed parsed;
  const std::vector<std::string> pieces = pieces_of(instruction);
  parsed.opcode = pieces.front();
  parsed.type = pieces.back();
  for (const std::string& piece : pieces) {
    if (piece == "v2") parsed.vector = 2;
    if (piece == "v4") parsed.vector = 4;
    if (piece == "v8") parsed.vector = 8;
    if (piece == "cas") parsed.is_compare_and_swap = true;
  }
  return parsed;
}

uint32_t bits_of(const std::string& type) {
  if (type.ends_with("x2")) return 32;
  return static_cast<uint32_t>(std::stoul(type.substr(type.find_first_of("0123456789"))));
}

/// The registers that hold a type: a letter of the declarations below.
char register_of(const std::string& type) {
  const uint32_t bits = bits_of(type);
  if (bits <= 16) return 'h';
  if (type == "f32") return 'f';
  if (type == "f64") return 'd';
  return bits == 32 ? 'r' : bits == 64 ? 'l' : 'q';
}

std::string name(char letter, uint32_t index) {
  return std::string("%") + letter + std::to_string(index);
}

/// Registers 1 … count, or 11 … for what the instruction reads.
std::string list(char letter, uint32_t first, uint32_t count) {
  if (count == 1) return name(letter, first);
  std::string text = "{";
  for (uint32_t i = 0; i < count; ++i) text += (i == 0 ? "" : ", ") + name(letter, first + i);
  return text + "}";
}

/// Gives the sources values that differ by lane and are not zero: every addition changes memory.
std::string set_sources(char letter, uint32_t count) {
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string target = name(letter, 11 + i);
    if (letter == 'r') text += "  mov.b32 " + target + ", %value;\n";
    if (letter == 'h') text += "  cvt.u16.u32 " + target + ", %value;\n";
    if (letter == 'l') text += "  cvt.u64.u32 " + target + ", %value;\n";
    if (letter == 'f') text += "  cvt.rn.f32.u32 " + target + ", %value;\n";
    if (letter == 'd') text += "  cvt.rn.f64.u32 " + target + ", %value;\n";
    if (letter == 'q') {
      text += "  cvt.u64.u32 %low, %value;\n  mov.b128 " + target + ", {%low, %low};\n";
    }
  }
  return text;
}

/// Makes the results matter: all of their bits go into %sum.
std::string use_results(char letter, uint32_t count) {
  std::string text;
  for (uint32_t i = 0; i < count; ++i) {
    const std::string source = name(letter, 1 + i);
    if (letter == 'r' || letter == 'f') text += "  mov.b32 %part, " + source + ";\n";
    if (letter == 'h') text += "  cvt.u32.u16 %part, " + source + ";\n";
    if (letter == 'q') text += "  mov.b128 {%low, %high}, " + source + ";\n";
    if (letter == 'l' || letter == 'd') text += "  mov.b64 %low, " + source + ";\n";
    if (letter == 'q') text += "  xor.b64 %low, %low, %high;\n";
    if (letter == 'q' || letter == 'l' || letter == 'd') {
      text += "  mov.b64 {%part, %other}, %low;\n  xor.b32 %part, %part, %other;\n";
    }
    text += "  xor.b32 %sum, %sum, %part;\n";
  }
  return text;
}

std::string base_of(const Form& form, bool is_generic) {
  if (form.space == "global") return "  ld.param.u64 %base, [buffer];\n";
  std::string text = "  mov.u64 %base, place;\n";
  if (is_generic) text += "  cvta." + form.space + ".u64 %base, %base;\n";
  return text;
}

/// Atomics find zeros: what they do in a loop depends on what they find.
std::string clear_shared(const Form& form, const Parsed& parsed) {
  if (form.space != "shared" || (parsed.opcode != "atom" && parsed.opcode != "red")) return "";
  return "  mov.b32 %r1, 0;\n  mul.wide.u32 %low, %lane, 16;\n  mov.u64 %high, place;\n"
         "  add.s64 %low, %low, %high;\n  add.s64 %high, %high, " +
         std::to_string(reach_of("shared")) +
         ";\n$clear:\n  st.shared.v4.b32 [%low], {%r1, %r1, %r1, %r1};\n"
         "  add.s64 %low, %low, 512;\n  setp.lt.u64 %p, %low, %high;\n  @%p bra $clear;\n"
         "  bar.warp.sync -1;\n";
}

/// Someone could read what was stored, so that it must be stored.
std::string keep_stores(const Form& form, bool is_generic) {
  if (form.space != "shared" && form.space != "local") return "";
  const std::string space = is_generic ? "" : "." + form.space;
  return "  setp.ne.u32 %p, %never, 0;\n  @%p bra $done;\n  bar.sync 0;\n"
         "  ld" +
         space +
         ".u32 %sum, [%base];\n  setp.eq.u32 %p, %sum, %lane;\n  @%p trap;\n"
         "$done:\n";
}

}  // namespace

uint32_t bytes_of(const Form& form) {
  const Parsed parsed = parse(form.instruction);
  return bits_of(parsed.type) / 8 * parsed.vector;
}

uint32_t reach_of(const std::string& space) { return space == "local" ? 2048 : 16384; }

std::string module_text(const Form& form) {
  const Parsed parsed = parse(form.instruction);
  const char letter = register_of(parsed.type);
  const bool is_generic = form.instruction.find("." + form.space) == std::string::npos;
  const bool returns = parsed.opcode != "st" && parsed.opcode != "red";
  const bool is_load = parsed.opcode == "ld" || parsed.opcode == "ldu";
  const uint32_t sources = is_load ? 0 : parsed.vector;

  std::string text = ".version 9.0\n.target sm_90\n.address_size 64\n";
  if (form.space == "const") text += ".const .align 32 .b8 place[16384];\n";
  text +=
      ".visible .entry probe(.param .align 4 .b8 pattern[132], .param .u64 buffer, "
      ".param .u32 never)\n{\n"
      "  .reg .pred %p, %active;\n"
      "  .reg .b16 %h<20>;\n  .reg .b32 %r<20>;\n  .reg .b64 %l<20>;\n  .reg .f32 %f<20>;\n"
      "  .reg .f64 %d<20>;\n  .reg .b128 %q<20>;\n"
      "  .reg .b32 %lane, %value, %never, %sum, %part, %other, %mask, %offset;\n"
      "  .reg .b64 %where, %wide, %base, %a, %low, %high;\n";
  if (form.space == "shared" || form.space == "local") {
    text += "  ." + form.space + " .align 32 .b8 place[" + std::to_string(reach_of(form.space)) +
            "];\n";
  }
  text +=
      "  ld.param.u32 %never, [never];\n"
      "  mov.u32 %lane, %tid.x;\n"
      "  mad.lo.u32 %value, %lane, 3, 1;\n"
      "  mov.b64 %where, pattern;\n"
      "  mul.wide.u32 %wide, %lane, 4;\n"
      "  add.s64 %wide, %wide, %where;\n"
      "  ld.param.u32 %offset, [%wide];\n"
      "  ld.param.u32 %mask, [pattern+128];\n"
      "  shr.u32 %mask, %mask, %lane;\n"
      "  and.b32 %mask, %mask, 1;\n"
      "  setp.ne.u32 %active, %mask, 0;\n"
      "  mov.u32 %sum, 0;\n";
  text += clear_shared(form, parsed);
  text += base_of(form, is_generic);
  text += "  cvt.u64.u32 %wide, %offset;\n  add.s64 %a, %base, %wide;\n";
  text += set_sources(letter, parsed.is_compare_and_swap ? 2 : sources);
  if (returns) {
    for (uint32_t i = 1; i <= parsed.vector; ++i) {
      const std::string result = name(letter, i);
      if (letter == 'q') {
        text += "  mov.b64 %low, 0;\n  mov.b128 " + result + ", {%low, %low};\n";
      } else if (letter == 'f' || letter == 'd') {
        text += std::string("  mov.f") + (letter == 'f' ? "32 " : "64 ") + result +
                (letter == 'f' ? ", 0f00000000;\n" : ", 0d0000000000000000;\n");
      } else {
        text += std::string("  mov.b") +
                (letter == 'h'   ? "16 "
                 : letter == 'r' ? "32 "
                                 : "64 ") +
                result + ", 0;\n";
      }
    }
  }
  text += "  @%active " + form.instruction + " ";
  if (returns) text += list(letter, 1, parsed.vector) + ", ";
  text += "[%a]";
  if (sources != 0) text += ", " + list(letter, 11, sources);
  if (parsed.is_compare_and_swap) text += ", " + name(letter, 12);
  text += ";\n";
  if (returns) {
    text += use_results(letter, parsed.vector);
    text += "  setp.eq.u32 %p, %sum, %never;\n  @%p trap;\n";
  }
  text += keep_stores(form, is_generic);
  return text + "  ret;\n}\n";
}

}  // namespace probe
