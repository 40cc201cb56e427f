// From the syntax tree of a module to a program, in this order: names of variables and functions,
// shared memory, parameters of all functions. The bodies come later: bodies.cc.
#include <algorithm>
#include <cstring>

#include "decode/bodies.h"

namespace gtl::decode {

namespace {

SystemFunction system_function(const std::string& name) {
  if (name == "vprintf") return SystemFunction::Print;
  if (name == "__assertfail") return SystemFunction::AssertFail;
  if (name == "malloc") return SystemFunction::Malloc;
  if (name == "free") return SystemFunction::Free;
  return SystemFunction::None;
}

uint64_t bits_of(const ptx::Initializer& initializer, uint32_t bytes) {
  if (auto* integer = std::get_if<ptx::IntegerImmediate>(&initializer.value))
    return uint64_t(integer->value);
  const auto& real = std::get<ptx::FloatImmediate>(initializer.value);
  if (bytes == 4 && real.is_double) {
    double value;
    std::memcpy(&value, &real.bits, sizeof value);
    const float narrow = float(value);
    uint32_t bits;
    std::memcpy(&bits, &narrow, sizeof bits);
    return bits;
  }
  return real.bits;
}

ModuleVariable module_variable(const ptx::Variable& source) {
  ModuleVariable variable;
  variable.name = source.name;
  variable.space = source.space == ptx::Space::Const ? memory::Space::Const : memory::Space::Global;
  variable.size = size_of(source);
  variable.alignment = alignment_of(source);
  variable.is_managed = source.is_managed;
  variable.is_external = source.is_external;
  if (source.initializers.empty()) return variable;
  const uint32_t bytes = bytes_of(source.type);
  variable.initial.resize(variable.size);
  for (size_t i = 0; i < source.initializers.size() && (i + 1) * bytes <= variable.size; ++i) {
    const ptx::Initializer& initializer = source.initializers[i];
    if (auto* symbol = std::get_if<ptx::Symbol>(&initializer.value)) {
      variable.relocations.push_back(
          {i * bytes, symbol->name, symbol->offset, initializer.generic, bytes, initializer.mask});
    } else {
      const uint64_t bits = bits_of(initializer, bytes);
      std::memcpy(variable.initial.data() + i * bytes, &bits, bytes);
    }
  }
  return variable;
}

/// Variables of the module, and those that a function declares in .global or .const.
void add_variables(const ptx::Block& block, Program& program, ModuleNames& names);

void add_variable(const ptx::Variable& source, Program& program, ModuleNames& names) {
  if (source.space != ptx::Space::Global && source.space != ptx::Space::Const) return;
  auto found = names.variables.find(source.name);
  if (found != names.variables.end()) {
    ModuleVariable& known = program.variables[size_t(found->second)];
    if (known.is_external) known = module_variable(source);
    return;
  }
  names.variables[source.name] = int32_t(program.variables.size());
  program.variables.push_back(module_variable(source));
}

void add_variables(const ptx::Block& block, Program& program, ModuleNames& names) {
  for (const ptx::Statement& statement : block.statements) {
    if (auto* variable = std::get_if<ptx::Variable>(&statement.value)) {
      add_variable(*variable, program, names);
    } else if (auto* inner = std::get_if<ptx::Block>(&statement.value)) {
      add_variables(*inner, program, names);
    }
  }
}

void apply_directives(const ptx::Function& source, Function& function) {
  for (const auto& [name, values] : source.directives) {
    for (size_t i = 0; i < 3 && (name == "maxntid" || name == "reqntid"); ++i) {
      const uint32_t extent = i < values.size() ? uint32_t(values[i]) : 1;
      (name == "maxntid" ? function.max_threads : function.required_threads)[i] = extent;
    }
    for (size_t i = 0; i < 3 && name == "reqnctapercluster"; ++i) {
      function.required_cluster[i] = i < values.size() ? uint32_t(values[i]) : 1;
    }
    if (name == "explicitcluster") function.has_explicit_cluster = true;
    if (values.empty()) continue;
    if (name == "maxclusterrank") function.max_cluster_rank = uint32_t(values[0]);
    if (name == "minnctapersm") function.min_blocks_per_sm = uint32_t(values[0]);
    if (name == "maxnreg") function.max_registers = uint32_t(values[0]);
  }
}

/// What a kernel cannot have on any device that the emulator stands for, or empty.
std::string size_problem(const Function& function) {
  constexpr uint32_t kMostParameterBytes = 32764, kMostSharedBytes = 227 << 10;
  if (function.parameter_bytes > kMostParameterBytes) {
    return "the parameters of '" + function.name + "' take more than " +
           std::to_string(kMostParameterBytes) + " bytes; pass a pointer to what is larger";
  }
  if (function.is_kernel && function.static_shared_bytes > kMostSharedBytes) {
    return "the shared variables of '" + function.name + "' take more than the " +
           std::to_string(kMostSharedBytes) + " bytes that a block can have; use smaller tiles";
  }
  return "";
}

}  // namespace

Result<Program> declare(ptx::Module parsed) {
  Program program;
  program.bodies = std::make_shared<Bodies>();
  Bodies& bodies = *program.bodies;
  bodies.module = std::move(parsed);
  const ptx::Module& module = bodies.module;
  program.target = module.target;
  program.files = module.files;
  program.lines = module.lines;
  ModuleNames& names = bodies.names;
  names.module = &module;
  for (const ptx::Variable& variable : module.variables) add_variable(variable, program, names);

  // A function may be declared before it is defined: the definition counts.
  std::vector<size_t>& sources = bodies.sources;
  for (size_t i = 0; i < module.functions.size(); ++i) {
    const ptx::Function& source = module.functions[i];
    add_variables(source.body, program, names);
    auto [entry, is_new] = names.functions.try_emplace(source.name, int32_t(sources.size()));
    if (is_new) {
      sources.push_back(i);
    } else if (source.has_body) {
      sources[size_t(entry->second)] = i;
    }
  }
  for (const auto& [alias, target] : module.aliases) {
    auto found = names.functions.find(target);
    if (found != names.functions.end()) names.functions[alias] = found->second;
  }

  bodies.shared = lay_out_shared(module);
  uint64_t dynamic_alignment = 16;
  for (const ptx::Variable& variable : module.variables) {
    if (variable.space != ptx::Space::Shared || !variable.is_external) continue;
    dynamic_alignment = std::max(dynamic_alignment, alignment_of(variable));
  }
  program.functions.resize(sources.size());
  for (size_t i = 0; i < sources.size(); ++i) {
    const ptx::Function& source = module.functions[sources[i]];
    Function& function = program.functions[i];
    function.name = source.name;
    function.is_kernel = source.is_entry;
    function.has_body = source.has_body;
    if (!source.has_body) function.system = system_function(source.name);
    function.static_shared_bytes = bodies.shared[sources[i]].bytes;
    function.dynamic_shared_alignment = uint32_t(dynamic_alignment);
    apply_directives(source, function);
    FunctionDecoder(names, program, function, bodies.shared[sources[i]]).declare_parameters(source);
    if (const std::string problem = size_problem(function); !problem.empty())
      return Error{problem, "PTX"};
  }
  return program;
}

int Program::find_function(const std::string& mangled) const {
  for (size_t i = 0; i < functions.size(); ++i) {
    if (functions[i].name == mangled) return int(i);
  }
  return -1;
}

int Program::find_kernel(const std::string& mangled) const {
  const int index = find_function(mangled);
  return index >= 0 && functions[size_t(index)].is_kernel ? index : -1;
}

}  // namespace gtl::decode
