// The operands of the video instructions (PTX ISA 9.7.18): parts of registers, a result that is
// merged into a third operand, and three types.
#include <algorithm>

#include "decode/function_decoder.h"
#include "decode/modifiers.h"
#include "decode/video_form.h"

namespace gtl::decode {

namespace {

using Second = VideoForm::Second;

bool has_word(const ptx::Instruction& source, const char* word) {
  return std::find(source.modifiers.begin(), source.modifiers.end(), word) !=
         source.modifiers.end();
}

/// A scalar part: `.b2` is 8 bits at number 2; no selector is the word.
bool scalar_part(const std::string& selector, uint16_t& part) {
  if (selector.empty()) {
    part = 32;
    return true;
  }
  if (selector.size() != 2) return false;
  const uint32_t number = uint32_t(selector[1] - '0');
  if (selector[0] == 'b' && number < 4) {
    part = uint16_t(8 | number << 8);
  } else if (selector[0] == 'h' && number < 2) {
    part = uint16_t(16 | number << 8);
  } else {
    return false;
  }
  return true;
}

/// `.b7531`: digits from the highest part down. Null when it is no such selector.
bool packed_parts(const std::string& selector, uint32_t parts, uint16_t& digits) {
  if (selector.size() != parts + 1 || selector[0] != (parts == 2 ? 'h' : 'b')) return false;
  digits = 0;
  for (uint32_t i = 0; i < parts; ++i) {
    const uint32_t digit = uint32_t(selector[1 + i] - '0');
    if (digit >= 2 * parts) return false;
    digits = uint16_t(digits << 4 | digit);
  }
  return true;
}

/// `.b31`: the parts that are written. All of them without a selector.
bool packed_mask(const std::string& selector, uint32_t parts, uint8_t& mask) {
  mask = uint8_t((1u << parts) - 1);
  if (selector.empty()) return true;
  if (selector[0] != (parts == 2 ? 'h' : 'b')) return false;
  mask = 0;
  for (char c : selector.substr(1)) {
    const uint32_t digit = uint32_t(c - '0');
    if (digit >= parts) return false;
    mask |= uint8_t(1u << digit);
  }
  return mask != 0;
}

/// Where an H200, with ptxas 13.0, gives other results than the PTX ISA says, by no rule that its
/// results show. Null elsewhere.
const char* unreliable(const std::string& opcode, const VideoForm& form, bool saturates) {
  const bool is_scalar = opcode.back() != '2' && opcode.back() != '4';
  if (is_scalar && form.d_parts >= 16)
    return "an H200 writes zero into the half word that the PTX ISA fills with the result";
  const bool is_extreme = form.second == Second::Min || form.second == Second::Max;
  if (opcode == "vadd" && form.signs == 0 && is_extreme)
    return "an H200 takes the other of the two numbers than the PTX ISA when both have their top "
           "bit set";
  if (saturates && (opcode == "vshl" || (opcode == "vmad" && (form.extra & 15) != 0)))
    return "an H200 clamps another intermediate result than the PTX ISA does";
  return nullptr;
}

}  // namespace

bool FunctionDecoder::bind_video(const ptx::Instruction& source, Instruction& instruction) {
  const auto& operands = source.operands;
  const std::string& opcode = source.opcode;
  const uint32_t parts = opcode.back() == '2' ? 2 : opcode.back() == '4' ? 4 : 1;
  const auto wrong = [&] {
    return fail("'" + spelling(source) + "' has an operand that the emulator does not know");
  };
  if (operands.size() != 3 && operands.size() != 4) return wrong();
  // vset names no type of the result: it is that of a.
  std::vector<Type> types;
  for (const std::string& word : source.modifiers) {
    if (const auto type = type_named(word)) types.push_back(*type);
  }
  if (opcode.starts_with("vset") && !types.empty()) types.insert(types.begin(), types[0]);
  if (types.size() != 3) return wrong();
  VideoForm form;
  form.signs = uint8_t((is_signed(types[0]) ? VideoForm::kResultSigned : 0) |
                       (is_signed(types[1]) ? VideoForm::kASigned : 0) |
                       (is_signed(types[2]) ? VideoForm::kBSigned : 0));
  instruction.type = types[0];

  const std::string& into = operands[0].selector;
  if (parts == 1) {
    uint16_t d_part = 0;
    if (!scalar_part(operands[1].selector, form.a_parts) ||
        !scalar_part(operands[2].selector, form.b_parts) || !scalar_part(into, d_part)) {
      return wrong();
    }
    form.d_parts = into.empty() ? 0 : uint8_t((d_part & 0xFF) + (d_part >> 8));
    if (!into.empty()) {
      form.second = Second::Merge;
    } else if (operands.size() == 4 && opcode != "vmad") {
      form.second = instruction.variant == Variant::Add   ? Second::Add
                    : instruction.variant == Variant::Min ? Second::Min
                    : instruction.variant == Variant::Max ? Second::Max
                                                          : Second::None;
      if (form.second == Second::None) return wrong();
    }
    if (opcode == "vmad") {
      form.extra = uint8_t((has_word(source, "shr7")    ? 7
                            : has_word(source, "shr15") ? 15
                                                        : 0) |
                           (operands[1].negated ? VideoForm::kNegateA << 4 : 0) |
                           (operands[2].negated ? VideoForm::kNegateB << 4 : 0) |
                           (operands.back().negated ? VideoForm::kNegateC << 4 : 0) |
                           (has_word(source, "po") ? VideoForm::kPlusOne << 4 : 0));
    }
  } else {
    const char* usual_a = parts == 2 ? "h10" : "b3210";
    const char* usual_b = parts == 2 ? "h32" : "b7654";
    const auto or_usual = [](const std::string& selector, const char* usual) {
      return selector.empty() ? std::string(usual) : selector;
    };
    if (!packed_parts(or_usual(operands[1].selector, usual_a), parts, form.a_parts) ||
        !packed_parts(or_usual(operands[2].selector, usual_b), parts, form.b_parts) ||
        !packed_mask(into, parts, form.d_parts)) {
      return wrong();
    }
    form.second = has_word(source, "add") ? Second::Add : Second::Merge;
  }
  if (form.second != Second::None && operands.size() != 4) return wrong();
  if (const char* why = unreliable(opcode, form, instruction.has(kSaturate)))
    return fail("the emulator refuses '" + spelling(source) + "', where " + why);
  instruction.immediate = int64_t(form.bits());
  for (size_t i = 0; i < operands.size(); ++i) {
    ptx::Operand whole = operands[i];
    whole.selector.clear();
    whole.negated = false;
    if (!bind_value(whole, 4, Type::U32, false, instruction.operands[i])) return false;
  }
  return true;
}

}  // namespace gtl::decode
