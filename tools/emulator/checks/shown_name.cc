#include "checks/shown_name.h"

#include <cctype>
#include <string_view>

#include "base/demangle.h"

namespace gtl::checks {
namespace {

constexpr size_t kLong = 120;

/// The parts of a mangled name (Itanium C++ ABI, 5.1) that say whose it is, for names that the
/// demangler rejects: nvcc numbers the substitutions of some templates differently.
class Outline {
 public:
  explicit Outline(std::string_view mangled) : rest_(mangled) {}

  /// "a::B<...>::f"; empty when the name is of no known form.
  std::string read() {
    if (!take("_ZN")) return "";
    while (take("K") || take("V") || take("R") || take("O")) {
    }
    std::string name;
    while (!rest_.empty() && rest_[0] != 'E') {
      if (std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
        const std::string_view identifier = take_identifier();
        if (identifier.empty()) return "";
        name += (name.empty() ? "" : "::") + std::string(identifier);
      } else if (!name.empty() && take("I")) {
        if (!skip_to_end()) return "";
        name += "<...>";
      } else {
        return name.empty() ? "" : name + "::...";  // Constructors, operators.
      }
    }
    return name;
  }

 private:
  bool take(std::string_view text) {
    if (!rest_.starts_with(text)) return false;
    rest_.remove_prefix(text.size());
    return true;
  }
  std::string_view take_identifier() {
    size_t length = 0;
    while (!rest_.empty() && std::isdigit(static_cast<unsigned char>(rest_[0])) != 0) {
      length = length * 10 + static_cast<size_t>(rest_[0] - '0');
      if (length > rest_.size()) return {};
      rest_.remove_prefix(1);
    }
    if (length > rest_.size()) return {};
    const std::string_view identifier = rest_.substr(0, length);
    rest_.remove_prefix(length);
    return identifier;
  }
  /// Behind the E that closes what has just been opened.
  bool skip_to_end() {
    for (size_t depth = 1; depth != 0;) {
      if (rest_.empty()) return false;
      const char c = rest_[0];
      if (std::isdigit(static_cast<unsigned char>(c)) != 0) {
        if (take_identifier().empty()) return false;
        continue;
      }
      rest_.remove_prefix(1);
      if (c == 'E') {
        --depth;
      } else if (c == 'L') {
        if (!skip_literal()) return false;
      } else if (c == 'S' || c == 'T') {  // S_, S1A_, T_, T0_; St, Sa
        if (!rest_.empty() && std::islower(static_cast<unsigned char>(rest_[0])) != 0) {
          rest_.remove_prefix(1);
          continue;
        }
        const size_t end = rest_.find('_');
        if (end == std::string_view::npos) return false;
        rest_.remove_prefix(end + 1);
      } else if (c == 'U' && !rest_.empty() && rest_[0] == 'l') {  // UlT_E_: a lambda expression
        rest_.remove_prefix(1);
        ++depth;
      } else if (std::string_view("NIJXFZ").find(c) != std::string_view::npos) {
        ++depth;
      } else if (c == 'D' && !rest_.empty()) {  // Dn, Dp; DTxE
        if (rest_[0] == 'T' || rest_[0] == 't') ++depth;
        rest_.remove_prefix(1);
      }
    }
    return true;
  }
  /// Li4E, LNS_4KindE0E: a type, a value, E.
  bool skip_literal() {
    if (take("N")) {
      if (!skip_to_end()) return false;
    } else if (take("S")) {
      const size_t end = rest_.find('_');
      if (end == std::string_view::npos) return false;
      rest_.remove_prefix(end + 1);
    } else if (!rest_.empty()) {
      rest_.remove_prefix(1);
    }
    const size_t end = rest_.find('E');
    if (end == std::string_view::npos) return false;
    rest_.remove_prefix(end + 1);
    return true;
  }

  std::string_view rest_;
};

/// How many characters of an operator's name start here; 0: none does.
size_t operator_at(std::string_view name, size_t at) {
  constexpr std::string_view kWord = "operator", kSymbols = "<>=-!+*/%^&|~";
  if (!name.substr(at).starts_with(kWord)) return 0;
  if (at != 0 &&
      (std::isalnum(static_cast<unsigned char>(name[at - 1])) != 0 || name[at - 1] == '_'))
    return 0;
  size_t end = at + kWord.size();
  if (name.substr(end).starts_with("()")) return kWord.size() + 2;
  while (end < name.size() && kSymbols.find(name[end]) != std::string_view::npos) ++end;
  return end - at;
}

std::string without_template_arguments(std::string_view name) {
  std::string result;
  size_t depth = 0;
  for (size_t at = 0; at < name.size(); ++at) {
    if (const size_t length = operator_at(name, at)) {
      if (depth == 0) result += name.substr(at, length);
      at += length - 1;
      continue;
    }
    const char c = name[at];
    const bool is_arrow = c == '>' && at != 0 && name[at - 1] == '-';
    if (c == '<' && depth++ == 0) result += "<...>";
    if (c == '>' && !is_arrow) {
      if (depth == 0) return std::string(name);
      --depth;
      continue;
    }
    if (depth == 0) result += c;
  }
  return depth == 0 ? result : std::string(name);
}

std::string without_parameters(const std::string& name) {
  const size_t end = name.rfind(')');
  if (end == std::string::npos) return name;
  size_t depth = 0;
  for (size_t at = end + 1; at-- != 0;) {
    if (name[at] == ')') ++depth;
    if (name[at] == '(' && --depth == 0) return name.substr(0, at) + "(...)" + name.substr(end + 1);
  }
  return name;
}

}  // namespace

std::string shown_name(const std::string& mangled) {
  std::string name = demangle(mangled);
  if (name.starts_with("_Z")) {
    const std::string outline = Outline(name).read();
    if (!outline.empty()) name = outline;
  }
  if (name.size() > kLong) name = without_template_arguments(name);
  if (name.size() > kLong) name = without_parameters(name);
  return name;
}

}  // namespace gtl::checks
