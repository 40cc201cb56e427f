#include "ptx/register_names.h"

#include <charconv>

namespace gtl::ptx {
namespace {

bool is_plain(std::string_view name) { return !name.starts_with('%'); }

}  // namespace

void RegisterNames::declare_register(const RegisterDeclaration& declaration) {
  if (!is_plain(declaration.name) || scopes_.empty()) return;
  if (declaration.count > 0) {
    scopes_.back().ranges[declaration.name] = declaration.count;
  } else {
    scopes_.back().names[declaration.name] = true;
  }
}

void RegisterNames::declare_variable(const std::string& name) {
  if (!scopes_.empty() && is_plain(name)) scopes_.back().names[name] = false;
}

bool RegisterNames::is_register(std::string_view name) const {
  if (!is_plain(name)) return true;
  const size_t digits = name.find_last_not_of("0123456789") + 1;
  uint32_t number = 0;
  const char* end = name.data() + name.size();
  const bool is_numbered =
      std::from_chars(name.data() + digits, end, number).ptr == end && digits < name.size();
  for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
    if (const auto found = scope->names.find(name); found != scope->names.end())
      return found->second;
    if (!is_numbered) continue;
    const auto range = scope->ranges.find(name.substr(0, digits));
    if (range != scope->ranges.end() && number < range->second) return true;
  }
  return false;
}

}  // namespace gtl::ptx
