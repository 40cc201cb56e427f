// Variables, registers and initialisers. Source: PTX ISA 9.0, 5.4 (variables), 5.5 (tensors are
// opaque).
#include <algorithm>

#include "ptx/constants.h"
#include "ptx/module_parser.h"

namespace gtl::ptx {
namespace {

struct TypeName {
  std::string_view text;
  Type type;
};
constexpr TypeName kTypes[] = {{"b8", Type::B8},          {"b16", Type::B16},
                               {"b32", Type::B32},        {"b64", Type::B64},
                               {"b128", Type::B128},      {"u8", Type::U8},
                               {"u16", Type::U16},        {"u32", Type::U32},
                               {"u64", Type::U64},        {"s8", Type::S8},
                               {"s16", Type::S16},        {"s32", Type::S32},
                               {"s64", Type::S64},        {"f16", Type::F16},
                               {"f16x2", Type::F16x2},    {"bf16", Type::BF16},
                               {"bf16x2", Type::BF16x2},  {"f32", Type::F32},
                               {"f64", Type::F64},        {"pred", Type::Pred},
                               {"texref", Type::TexRef},  {"samplerref", Type::SamplerRef},
                               {"surfref", Type::SurfRef}};

struct SpaceName {
  std::string_view text;
  Space space;
};
constexpr SpaceName kSpaces[] = {{"global", Space::Global},
                                 {"const", Space::Const},
                                 {"shared", Space::Shared},
                                 {"local", Space::Local},
                                 {"param", Space::Param}};

constexpr uint64_t kMaximalExtent = uint64_t{1} << 40;
constexpr uint64_t kMaximalRegisters = 1 << 24;
/// Nested initialisers are filled up with zeros; this bounds what a few bytes of text can ask for.
constexpr size_t kMaximalInitializers = size_t{1} << 26;

bool accept_type(Cursor& cursor, Type& type) {
  for (const TypeName& candidate : kTypes) {
    if (cursor.accept_dotted(candidate.text)) {
      type = candidate.type;
      return true;
    }
  }
  return false;
}

bool accept_vector(Cursor& cursor, uint32_t& vector) {
  for (uint32_t length : {2, 4, 8}) {
    if (cursor.accept_dotted("v" + std::to_string(length))) {
      vector = length;
      return true;
    }
  }
  return false;
}

}  // namespace

bool ModuleParser::at_variable() const {
  return std::any_of(std::begin(kSpaces), std::end(kSpaces),
                     [&](const SpaceName& candidate) { return cursor_.at_dotted(candidate.text); });
}

bool ModuleParser::parse_variables(const Linkage& linkage, std::vector<Variable>& variables) {
  Variable prefix;
  prefix.is_external = linkage.is_external;
  prefix.is_visible = linkage.is_visible;
  prefix.is_weak = linkage.is_weak;
  prefix.is_common = linkage.is_common;
  for (const SpaceName& candidate : kSpaces) {
    if (cursor_.accept_dotted(candidate.text)) prefix.space = candidate.space;
  }
  if (!parse_variable_prefix(prefix)) return false;
  do {
    Variable variable = prefix;
    variable.ptx_line = cursor_.peek().line;
    if (!parse_variable_name(variable)) return false;
    if (cursor_.accept_punctuation("=") && !parse_initializers(variable)) return false;
    registers_.declare_variable(variable.name);
    variables.push_back(std::move(variable));
  } while (cursor_.accept_punctuation(","));
  return cursor_.expect_punctuation(";", "a declaration");
}

/// `.align 8 .attribute(.managed) .v2 .f32 .ptr .global .align 16`: all that stands before the
/// name.
bool ModuleParser::parse_variable_prefix(Variable& variable) {
  while (true) {
    if (cursor_.accept_dotted("align")) {
      if (!parse_alignment(variable.alignment)) return false;
    } else if (cursor_.accept_dotted("attribute")) {
      if (!parse_attributes(variable)) return false;
    } else if (!accept_vector(cursor_, variable.vector)) {
      break;
    }
  }
  if (!accept_type(cursor_, variable.type)) return cursor_.fail_expected("a type such as .b32");
  return !cursor_.accept_dotted("ptr") || parse_pointer(variable);
}

bool ModuleParser::parse_pointer(Variable& variable) {
  for (const SpaceName& candidate : kSpaces) {
    if (cursor_.accept_dotted(candidate.text)) variable.pointer_space = candidate.text;
  }
  return !cursor_.accept_dotted("align") || parse_alignment(variable.pointer_alignment);
}

bool ModuleParser::parse_alignment(uint32_t& alignment) {
  const Token token = cursor_.peek();
  const auto value = parse_count(cursor_, "an alignment", 1 << 20);
  if (!value) return false;
  if (*value == 0 || (*value & (*value - 1)) != 0) {
    return cursor_.fail(token, "an alignment must be a power of two");
  }
  alignment = static_cast<uint32_t>(*value);
  return true;
}

/// `(.managed, .unified(a, b))` after `.attribute`.
bool ModuleParser::parse_attributes(Variable& variable) {
  if (!cursor_.expect_punctuation("(", "'.attribute'")) return false;
  do {
    if (cursor_.accept_dotted("managed")) {
      variable.is_managed = true;
    } else if (cursor_.accept_dotted("unified")) {
      if (!cursor_.expect_punctuation("(", "'.unified'") || !parse_constant(cursor_) ||
          !cursor_.expect_punctuation(",", "the first half of the identity") ||
          !parse_constant(cursor_) || !cursor_.expect_punctuation(")", "the identity")) {
        return false;
      }
    } else {
      return cursor_.fail_expected("'.managed' or '.unified' in '.attribute'");
    }
  } while (cursor_.accept_punctuation(","));
  return cursor_.expect_punctuation(")", "the attributes");
}

bool ModuleParser::parse_variable_name(Variable& variable) {
  const auto name = cursor_.expect_identifier("a name");
  if (!name) return false;
  variable.name = *name;
  return parse_dimensions(variable);
}

bool ModuleParser::parse_dimensions(Variable& variable) {
  uint64_t elements = 1;
  while (cursor_.accept_punctuation("[")) {
    uint64_t extent = 0;
    if (!cursor_.at_punctuation("]")) {
      const Token token = cursor_.peek();
      const auto value = parse_integer(cursor_, "an array extent");
      if (!value) return false;
      if (*value < 0 || static_cast<uint64_t>(*value) > kMaximalExtent / elements) {
        return cursor_.fail(token, "an array must have between 0 and 2^40 elements");
      }
      extent = static_cast<uint64_t>(*value);
      elements *= std::max<uint64_t>(extent, 1);
    }
    if (!cursor_.expect_punctuation("]", "an array extent")) return false;
    variable.dimensions.push_back(extent);
  }
  return true;
}

bool ModuleParser::parse_initializers(Variable& variable) {
  if (!cursor_.at_punctuation("{")) return parse_initializer(variable);
  return parse_initializer_list(variable, 0);
}

/// `{a, {b, c}}`; an inner list that is too short for its row is filled up with zeros.
bool ModuleParser::parse_initializer_list(Variable& variable, size_t depth) {
  const Token brace = cursor_.take();
  const size_t levels = variable.dimensions.size() + (variable.vector > 1 ? 1 : 0);
  if (depth >= std::max<size_t>(levels, 1)) {
    return cursor_.fail(
        brace, "the initialiser of " + variable.name + " nests deeper than its dimensions");
  }
  uint64_t row = variable.vector;
  for (size_t i = depth; i < variable.dimensions.size(); ++i) row *= variable.dimensions[i];
  const size_t begin = variable.initializers.size();
  if (!cursor_.at_punctuation("}")) {
    do {
      const bool fits = cursor_.at_punctuation("{") ? parse_initializer_list(variable, depth + 1)
                                                    : parse_initializer(variable);
      if (!fits) return false;
    } while (cursor_.accept_punctuation(","));
  }
  if (!cursor_.expect_punctuation("}", "the initialiser of " + variable.name)) return false;
  const size_t given = variable.initializers.size() - begin;
  if (row != 0 && given > row) {
    return cursor_.fail(brace, variable.name + " has more initialisers than elements");
  }
  if (depth == 0) return true;  // What is missing at the end is zero anyway.
  if (begin + row > kMaximalInitializers) {
    return cursor_.fail(brace, "the initialiser of " + variable.name + " is too large");
  }
  variable.initializers.resize(begin + row);
  return true;
}

bool ModuleParser::parse_initializer(Variable& variable) {
  Initializer initializer;
  const bool is_symbol =
      cursor_.peek().kind == TokenKind::Identifier && cursor_.peek().text != "WARP_SZ";
  const bool is_mask = cursor_.peek().kind == TokenKind::Number && cursor_.at_punctuation("(", 1);
  if (is_mask) {
    const Token token = cursor_.peek();
    const auto mask = parse_count(cursor_, "a mask", UINT64_MAX);
    if (!mask) return false;
    if (*mask == 0) return cursor_.fail(token, "the mask of an address must not be 0");
    initializer.mask = *mask;
    cursor_.take();  // '('
    if (!parse_symbol_initializer(initializer)) return false;
    if (!cursor_.expect_punctuation(")", "a masked address")) return false;
  } else if (is_symbol) {
    if (!parse_symbol_initializer(initializer)) return false;
  } else {
    const auto constant = parse_constant(cursor_);
    if (!constant) return false;
    if (const auto* integer = std::get_if<IntegerImmediate>(&*constant))
      initializer.value = *integer;
    if (const auto* real = std::get_if<FloatImmediate>(&*constant)) initializer.value = *real;
  }
  variable.initializers.push_back(std::move(initializer));
  return true;
}

/// `sym`, `sym+4`, `generic(sym)+4`, `generic(sym+4)`.
bool ModuleParser::parse_symbol_initializer(Initializer& initializer) {
  const bool is_generic = cursor_.at_word("generic") && cursor_.at_punctuation("(", 1);
  if (is_generic) {
    cursor_.take();
    cursor_.take();
    initializer.generic = true;
  }
  const auto name = cursor_.expect_identifier("the name of a variable or function");
  if (!name) return false;
  Symbol symbol{*name, 0};
  const auto add_offset = [&] {
    if (!cursor_.at_punctuation("+") && !cursor_.at_punctuation("-")) return true;
    const auto offset = parse_integer(cursor_, "an offset");
    if (offset)
      symbol.offset = static_cast<int64_t>(static_cast<uint64_t>(symbol.offset) +
                                           static_cast<uint64_t>(*offset));
    return offset.has_value();
  };
  if (!add_offset()) return false;
  if (is_generic && (!cursor_.expect_punctuation(")", "the name in 'generic'") || !add_offset()))
    return false;
  initializer.value = std::move(symbol);
  return true;
}

bool ModuleParser::parse_registers(std::vector<Statement>& statements) {
  RegisterDeclaration prefix;
  accept_vector(cursor_, prefix.vector);
  if (!accept_type(cursor_, prefix.type))
    return cursor_.fail_expected("a register's type such as .b32");
  do {
    RegisterDeclaration declaration = prefix;
    const auto name = cursor_.expect_identifier("a register's name");
    if (!name) return false;
    declaration.name = *name;
    if (cursor_.accept_punctuation("<")) {
      const auto count = parse_count(cursor_, "a number of registers", kMaximalRegisters);
      if (!count || !cursor_.expect_punctuation(">", "the number of registers")) return false;
      declaration.count = static_cast<uint32_t>(*count);
      if (declaration.count == 0) continue;  // `%r<0>` declares nothing.
    }
    registers_.declare_register(declaration);
    statements.push_back({std::move(declaration)});
  } while (cursor_.accept_punctuation(","));
  return cursor_.expect_punctuation(";", "the registers");
}

}  // namespace gtl::ptx
