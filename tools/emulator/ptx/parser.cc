#include "ptx/parser.h"

#include "ptx/constants.h"
#include "ptx/module_parser.h"

namespace gtl::ptx {

Result<Module> parse(std::string_view text) { return ModuleParser(text).run(); }

Result<Module> ModuleParser::run() {
  if (!cursor_.at_dotted("version")) {
    cursor_.fail_expected("'.version' as the first directive of a PTX module");
    return *cursor_.error();
  }
  while (!cursor_.at_end()) {
    if (!parse_module_statement()) return *cursor_.error();
  }
  if (module_.target.empty()) {
    cursor_.fail(cursor_.peek(), "the module has no '.target': is the PTX text cut off?");
    return *cursor_.error();
  }
  debug_.finish(module_);
  return std::move(module_);
}

bool ModuleParser::parse_module_statement() {
  if (cursor_.accept_dotted("version")) return parse_version();
  if (cursor_.accept_dotted("target")) return parse_target();
  if (cursor_.accept_dotted("address_size")) {
    const auto size = parse_count(cursor_, "an address size", 64);
    if (!size) return false;
    module_.address_size = static_cast<uint32_t>(*size);
    return true;
  }
  if (cursor_.accept_dotted("file")) return debug_.parse_file(cursor_);
  if (cursor_.accept_dotted("section")) return debug_.parse_section(cursor_);
  if (cursor_.accept_dotted("loc")) return debug_.parse_location(cursor_);
  if (cursor_.accept_dotted("pragma")) return parse_pragma();
  if (cursor_.accept_dotted("alias")) return parse_alias();
  if (cursor_.accept_punctuation(";")) return true;
  const Linkage linkage = parse_linkage();
  if (cursor_.at_dotted("func") || cursor_.at_dotted("entry")) return parse_function(linkage);
  if (at_variable()) return parse_variables(linkage, module_.variables);
  return cursor_.fail_expected("a function, a variable or a directive");
}

bool ModuleParser::parse_version() {
  // "9.0" arrives as one number token; its two halves are integers of their own.
  const Token token = cursor_.peek();
  const size_t point = token.text.find('.');
  if (token.kind == TokenKind::Number && point != std::string_view::npos) {
    const auto major = parse_number(token.text.substr(0, point));
    const auto minor = parse_number(token.text.substr(point + 1));
    const auto* a = major ? std::get_if<IntegerImmediate>(&*major) : nullptr;
    const auto* b = minor ? std::get_if<IntegerImmediate>(&*minor) : nullptr;
    if (a && b) {
      cursor_.take();
      module_.version_major = static_cast<uint32_t>(a->value);
      module_.version_minor = static_cast<uint32_t>(b->value);
      return true;
    }
  }
  return cursor_.fail_expected("a version such as 9.0 after '.version'");
}

bool ModuleParser::parse_target() {
  do {
    const auto name = cursor_.expect_identifier("a target such as sm_90 after '.target'");
    if (!name) return false;
    if (module_.target.empty()) module_.target = *name;  // The rest: texmode_…, debug.
  } while (cursor_.accept_punctuation(","));
  return true;
}

bool ModuleParser::parse_alias() {
  const auto name = cursor_.expect_identifier("the alias's name");
  if (!name || !cursor_.expect_punctuation(",", "the alias's name")) return false;
  const auto aliasee = cursor_.expect_identifier("the name of the function it stands for");
  if (!aliasee || !cursor_.expect_punctuation(";", "'.alias'")) return false;
  module_.aliases.emplace_back(*name, *aliasee);
  return true;
}

Linkage ModuleParser::parse_linkage() {
  Linkage linkage;
  while (true) {
    if (cursor_.accept_dotted("extern")) {
      linkage.is_external = true;
    } else if (cursor_.accept_dotted("visible")) {
      linkage.is_visible = true;
    } else if (cursor_.accept_dotted("weak")) {
      linkage.is_weak = true;
    } else if (cursor_.accept_dotted("common")) {
      linkage.is_common = true;
    } else {
      return linkage;
    }
  }
}

}  // namespace gtl::ptx
