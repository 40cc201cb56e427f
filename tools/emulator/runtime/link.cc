#include "runtime/link.h"

#include <iterator>
#include <map>
#include <set>
#include <string>
#include <utility>

namespace gtl::runtime {
namespace {

using Names = std::map<std::string, std::string>;

/// Moves one module into the numbering of the joined one: line numbers, file numbers, private
/// names.
class Relocation {
 public:
  Relocation(const ptx::Module& joined, Names renamed)
      : first_line_(static_cast<int32_t>(joined.lines.size())),
        files_before_(static_cast<uint32_t>(joined.files.size() - 1)),
        renamed_(std::move(renamed)) {}

  void apply(ptx::Module& module) const {
    for (ptx::Line& line : module.lines) {
      if (line.file != 0) line.file += files_before_;
      if (line.inlined_at >= 0) line.inlined_at += first_line_;
    }
    for (ptx::Variable& variable : module.variables) apply(variable);
    for (ptx::Function& function : module.functions) {
      rename(function.name);
      apply(function.body);
    }
    for (auto& [alias, target] : module.aliases) {
      rename(alias);
      rename(target);
    }
  }

 private:
  void rename(std::string& name) const {
    auto found = renamed_.find(name);
    if (found != renamed_.end()) name = found->second;
  }

  void apply(ptx::Variable& variable) const {
    rename(variable.name);
    for (ptx::Initializer& initializer : variable.initializers) {
      if (auto* symbol = std::get_if<ptx::Symbol>(&initializer.value)) rename(symbol->name);
    }
  }

  void apply(ptx::Block& block) const {
    for (ptx::Statement& statement : block.statements) {
      if (auto* instruction = std::get_if<ptx::Instruction>(&statement.value)) {
        if (instruction->line >= 0) instruction->line += first_line_;
        for (ptx::Operand& operand : instruction->operands) apply(operand);
      } else if (auto* variable = std::get_if<ptx::Variable>(&statement.value)) {
        apply(*variable);
      } else if (auto* list = std::get_if<ptx::TargetList>(&statement.value)) {
        for (std::string& target : list->targets) rename(target);
      } else if (auto* inner = std::get_if<ptx::Block>(&statement.value)) {
        apply(*inner);
      }
    }
  }

  void apply(ptx::Operand& operand) const {
    if (auto* symbol = std::get_if<ptx::Symbol>(&operand.value)) {
      rename(symbol->name);
    } else if (auto* address = std::get_if<ptx::Address>(&operand.value)) {
      if (auto* base = std::get_if<ptx::Symbol>(&address->base)) rename(base->name);
      for (ptx::Operand& coordinate : address->coordinates) apply(coordinate);
    } else if (auto* vector = std::get_if<ptx::Vector>(&operand.value)) {
      for (ptx::Operand& element : vector->elements) apply(element);
    } else if (auto* call = std::get_if<ptx::CallList>(&operand.value)) {
      for (ptx::Operand& element : call->elements) apply(element);
    }
  }

  int32_t first_line_;
  uint32_t files_before_;
  Names renamed_;
};

bool is_definition(const ptx::Variable& variable) { return !variable.is_external; }
bool is_definition(const ptx::Function& function) { return function.has_body; }
bool is_overridable(const ptx::Variable& variable) {
  return variable.is_weak || variable.is_common;
}
bool is_overridable(const ptx::Function& function) { return function.is_weak; }
bool is_private(const ptx::Variable& v) {
  return !v.is_visible && !v.is_weak && !v.is_external && !v.is_common;
}
bool is_private(const ptx::Function& f) {
  return f.has_body && !f.is_visible && !f.is_weak && !f.is_external;
}

/// Adds `incoming` to `joined` by the rules in link.h; the name defined twice, or empty.
template <class T>
std::string merge(std::vector<T>& joined, std::vector<T>& incoming) {
  std::map<std::string, size_t> places;
  for (size_t i = 0; i < joined.size(); ++i) places.emplace(joined[i].name, i);
  for (T& item : incoming) {
    auto [place, is_new] = places.emplace(item.name, joined.size());
    if (is_new) {
      joined.push_back(std::move(item));
      continue;
    }
    T& present = joined[place->second];
    if (!is_definition(item)) continue;
    if (!is_definition(present) || (is_overridable(present) && !is_overridable(item))) {
      present = std::move(item);
    } else if (!is_overridable(item)) {
      return item.name;
    }
  }
  return "";
}

/// In how many modules each name of a variable or function occurs.
std::map<std::string, size_t> count_names(const std::vector<ptx::Module>& modules) {
  std::map<std::string, size_t> counts;
  for (const ptx::Module& module : modules) {
    std::set<std::string> names;
    for (const ptx::Variable& variable : module.variables) names.insert(variable.name);
    for (const ptx::Function& function : module.functions) names.insert(function.name);
    for (const std::string& name : names) ++counts[name];
  }
  return counts;
}

/// New names for the private ones of `module` that other modules use too.
Names private_renames(const ptx::Module& module, const std::map<std::string, size_t>& counts,
                      size_t number) {
  Names renamed;
  auto consider = [&](const auto& item) {
    if (is_private(item) && counts.at(item.name) > 1) {
      renamed[item.name] = item.name + "$file" + std::to_string(number);
    }
  };
  for (const ptx::Variable& variable : module.variables) consider(variable);
  for (const ptx::Function& function : module.functions) consider(function);
  return renamed;
}

}  // namespace

Result<ptx::Module> link(std::vector<ptx::Module> modules) {
  if (modules.empty()) return Error{"there is no device code to link", ""};
  if (modules.size() == 1) return std::move(modules.front());
  const auto counts = count_names(modules);
  ptx::Module joined;
  joined.version_major = modules.front().version_major;
  joined.version_minor = modules.front().version_minor;
  joined.target = modules.front().target;
  joined.address_size = modules.front().address_size;
  joined.files.emplace_back();  // Entry 0 stands for "unknown".
  for (size_t i = 0; i < modules.size(); ++i) {
    ptx::Module& next = modules[i];
    Relocation(joined, private_renames(next, counts, i)).apply(next);
    std::move(next.lines.begin(), next.lines.end(), std::back_inserter(joined.lines));
    if (next.files.size() > 1) {
      std::move(next.files.begin() + 1, next.files.end(), std::back_inserter(joined.files));
    }
    std::string twice = merge(joined.variables, next.variables);
    if (twice.empty()) twice = merge(joined.functions, next.functions);
    if (!twice.empty()) {
      return Error{
          "'" + twice +
              "' is defined in two source files; make one of them static, or declare it extern",
          ""};
    }
    std::move(next.aliases.begin(), next.aliases.end(), std::back_inserter(joined.aliases));
  }
  return joined;
}

}  // namespace gtl::runtime
