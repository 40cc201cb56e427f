#include "decode/modifiers.h"

#include <algorithm>
#include <unordered_map>

#include "decode/async_forms.h"

namespace gtl::decode {

namespace {

template <class Value>
using Words = std::unordered_map<std::string_view, Value>;

const Words<Rounding> kRoundings = {
    {"rn", Rounding::Nearest},  {"rz", Rounding::Zero},         {"rm", Rounding::Down},
    {"rp", Rounding::Up},       {"rna", Rounding::NearestAway}, {"rni", Rounding::NearestInt},
    {"rzi", Rounding::ZeroInt}, {"rmi", Rounding::DownInt},     {"rpi", Rounding::UpInt},
};

const Words<Compare> kCompares = {
    {"eq", Compare::Eq},   {"ne", Compare::Ne},   {"lt", Compare::Lt},   {"le", Compare::Le},
    {"gt", Compare::Gt},   {"ge", Compare::Ge},   {"lo", Compare::Lo},   {"ls", Compare::Ls},
    {"hi", Compare::Hi},   {"hs", Compare::Hs},   {"equ", Compare::Equ}, {"neu", Compare::Neu},
    {"ltu", Compare::Ltu}, {"leu", Compare::Leu}, {"gtu", Compare::Gtu}, {"geu", Compare::Geu},
    {"num", Compare::Num}, {"nan", Compare::Nan},
};

const Words<Variant> kVariants = {
    {"add", Variant::Add},
    {"min", Variant::Min},
    {"max", Variant::Max},
    {"inc", Variant::Inc},
    {"dec", Variant::Dec},
    {"exch", Variant::Exch},
    {"cas", Variant::Cas},
    {"and", Variant::And},
    {"or", Variant::Or},
    {"xor", Variant::Xor},
    {"popc", Variant::Popc},
    {"up", Variant::Up},
    {"down", Variant::Down},
    {"bfly", Variant::Butterfly},
    {"idx", Variant::Index},
    {"any", Variant::Any},
    {"all", Variant::All},
    {"uni", Variant::Uni},
    {"ballot", Variant::Ballot},
    {"f4e", Variant::Forward4},
    {"b4e", Variant::Backward4},
    {"rc8", Variant::Replicate8},
    {"ecl", Variant::EdgeLeft},
    {"ecr", Variant::EdgeRight},
    {"rc16", Variant::Replicate16},
    {"finite", Variant::Finite},
    {"infinite", Variant::Infinite},
    {"number", Variant::Number},
    {"notanumber", Variant::NotANumber},
    {"normal", Variant::Normal},
    {"subnormal", Variant::Subnormal},
    {"l", Variant::Left},
    {"r", Variant::Right},
    {"shiftamt", Variant::ShiftAmount},
    {"noinc", Variant::NoIncrement},
};

const Words<Space> kSpaces = {
    {"global", Space::Global},
    {"shared", Space::Shared},
    {"shared::cta", Space::Shared},
    {"shared::cluster", Space::SharedCluster},
    {"local", Space::Local},
    {"const", Space::Const},
    {"param", Space::ParamEntry},
    {"param::entry", Space::ParamEntry},
    {"param::func", Space::ParamFunction},
};

const Words<uint32_t> kFlags = {
    {"ftz", kFlushToZero},
    {"sat", kSaturate},
    {"approx", kApproximate},
    {"full", kApproximate},
    {"cc", kCarryOut},
    {"volatile", kVolatile},
    {"relaxed", kRelaxed},
    {"acquire", kAcquire},
    {"release", kRelease},
    {"acq_rel", kAcquire | kRelease},
    {"sc", kSequential},
    {"mmio", kVolatile},
    {"NaN", kNaN},
    {"xorsign", kXorSign},
    {"abs", kAbsolute},
    {"relu", kRelu},
    {"clamp", kClamp},
    {"to", kTo},
    {"satfinite", kSatFinite},
    {"sync", kSync},
    {"noftz", kNoFlush},
    {"hi", kHighHalf},
};

const Words<uint8_t> kScopes = {{"cta", 1}, {"cluster", 2}, {"gpu", 3}, {"gl", 3}, {"sys", 4}};

const Words<uint8_t> kVectors = {{"v2", 2}, {"v4", 4}, {"v8", 8}};

/// Hints and words that the opcode's row has used already: no meaning for the result.
bool changes_nothing(std::string_view word) {
  static const Words<bool> kWords = {
      {"weak", true}, {"ca", true},    {"cg", true},    {"cs", true},   {"lu", true},
      {"cv", true},   {"wb", true},    {"wt", true},    {"nc", true},   {"aligned", true},
      {"lo", true},   {"wide", true},  {"wrap", true},  {"warp", true}, {"arrive", true},
      {"red", true},  {"proxy", true}, {"async", true}, {"pack", true}, {"L1", true},
      {"L2", true},
  };
  return kWords.contains(word) || word.starts_with("L1::") || word.starts_with("L2::");
}

template <class Value>
bool set_from(const Words<Value>& words, std::string_view word, Value& field) {
  auto found = words.find(word);
  if (found == words.end()) return false;
  field = found->second;
  return true;
}

/// Types in order: the first two have fields of their own.
bool add_type(std::string_view word, Instruction& instruction) {
  std::optional<Type> type = type_named(word);
  if (!type) return false;
  (instruction.type == Type::None ? instruction.type : instruction.source_type) = *type;
  return true;
}

}  // namespace

std::optional<Type> type_named(std::string_view name) {
  for (int index = int(Type::Pred); index <= int(Type::UE8M0x2); ++index) {
    if (name == name_of(Type(index))) return Type(index);
  }
  return std::nullopt;
}

std::string apply_modifiers(const ptx::Instruction& source, Instruction& instruction) {
  const std::string& opcode = source.opcode;
  const bool compares = opcode == "setp" || opcode == "set" || opcode.starts_with("vset");
  const bool is_video = opcode.starts_with("v") && opcode != "vote";
  const bool has_uniform_form =
      opcode == "bra" || opcode == "call" || opcode == "ret" || opcode == "brx";
  const bool is_barrier = opcode == "bar" || opcode == "barrier";
  std::string unknown;
  for (const std::string& word : source.modifiers) {
    if (compares && instruction.compare == Compare::None &&
        set_from(kCompares, word, instruction.compare)) {
      continue;
    }
    if (has_uniform_form && word == "uni") {
      instruction.flags |= kUniform;
      continue;
    }
    if ((is_barrier && (word == "cta" || word == "sync")) || (opcode == "brx" && word == "idx") ||
        (opcode == "griddepcontrol" && (word == "wait" || word == "launch_dependents"))) {
      continue;
    }
    if (is_video && (word == "po" || word == "shr7" || word == "shr15")) continue;
    if (is_barrier && (word == "cluster" || word == "wait")) {  // cluster: a scope elsewhere
      if (opcode != "barrier") unknown = word;
      continue;
    }
    uint32_t flag = 0;
    if (add_type(word, instruction)) continue;
    if (set_from(kFlags, word, flag)) {
      instruction.flags |= flag;
      continue;
    }
    if (set_from(kRoundings, word, instruction.rounding) ||
        set_from(kSpaces, word, instruction.space) || set_from(kScopes, word, instruction.scope) ||
        set_from(kVectors, word, instruction.vector) ||
        set_from(kVariants, word, instruction.variant) || changes_nothing(word) ||
        is_asynchronous_word(opcode, word)) {
      continue;
    }
    if (unknown.empty()) unknown = word;
  }
  return unknown;
}

}  // namespace gtl::decode
