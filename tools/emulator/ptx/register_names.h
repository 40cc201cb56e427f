// Which names are registers. Names with '%' always are; inline assembly also declares plain ones
// (`.reg .pred p;`), and only their scope tells them from variables and labels.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ptx/ast.h"

namespace gtl::ptx {

class RegisterNames {
 public:
  void enter_scope() { scopes_.emplace_back(); }
  void leave_scope() { scopes_.pop_back(); }
  void declare_register(const RegisterDeclaration& declaration);
  /// A variable hides a register of the same name further out.
  void declare_variable(const std::string& name);
  bool is_register(std::string_view name) const;

 private:
  /// Name → true for a register; `r<4>` is kept as prefix and count.
  struct Scope {
    std::map<std::string, bool, std::less<>> names;
    std::map<std::string, uint32_t, std::less<>> ranges;
  };
  std::vector<Scope> scopes_;
};

}  // namespace gtl::ptx
