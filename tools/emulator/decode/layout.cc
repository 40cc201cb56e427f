#include "decode/layout.h"

#include <algorithm>
#include <set>

namespace gtl::decode {

uint32_t bytes_of(ptx::Type type) {
  switch (type) {
    case ptx::Type::B8:
    case ptx::Type::U8:
    case ptx::Type::S8:
      return 1;
    case ptx::Type::B16:
    case ptx::Type::U16:
    case ptx::Type::S16:
    case ptx::Type::F16:
    case ptx::Type::BF16:
      return 2;
    case ptx::Type::B32:
    case ptx::Type::U32:
    case ptx::Type::S32:
    case ptx::Type::F32:
    case ptx::Type::F16x2:
    case ptx::Type::BF16x2:
      return 4;
    case ptx::Type::B128:
      return 16;
    case ptx::Type::Pred:
      return 0;
    default:
      return 8;  // 64-bit types and the handles of textures, samplers and surfaces
  }
}

uint64_t size_of(const ptx::Variable& variable) {
  uint64_t size = uint64_t{bytes_of(variable.type)} * variable.vector;
  for (uint64_t extent : variable.dimensions) size *= extent;
  // `a[] = {…}`: as many elements as initializers.
  if (!variable.dimensions.empty() && variable.dimensions[0] == 0 &&
      !variable.initializers.empty()) {
    size = uint64_t{bytes_of(variable.type)} * variable.initializers.size();
  }
  return size;
}

uint64_t alignment_of(const ptx::Variable& variable) {
  if (variable.alignment != 0) return variable.alignment;
  return std::max<uint64_t>(1, uint64_t{bytes_of(variable.type)} * variable.vector);
}

namespace {

/// What is larger than any limit stays so.
uint32_t saturated(uint64_t bytes) { return uint32_t(std::min<uint64_t>(bytes, UINT32_MAX)); }

}  // namespace

std::vector<Parameter> lay_out_parameters(const ptx::Function& function, uint32_t& total_bytes) {
  std::vector<Parameter> parameters;
  uint64_t end = 0;
  for (const ptx::Variable& variable : function.parameters) {
    Parameter parameter;
    parameter.name = variable.name;
    parameter.alignment = uint32_t(alignment_of(variable));
    parameter.size = saturated(size_of(variable));
    end = align_up(end, parameter.alignment);
    parameter.offset = saturated(end);
    end += size_of(variable);
    parameters.push_back(std::move(parameter));
  }
  total_bytes = saturated(end);
  return parameters;
}

namespace {

/// What one function body mentions.
struct Mentions {
  std::vector<const ptx::Variable*> shared;  ///< Declared inside.
  std::set<std::string> symbols;
  bool calls_by_address = false;
};

void collect(const ptx::Operand& operand, Mentions& mentions) {
  if (auto* symbol = std::get_if<ptx::Symbol>(&operand.value)) {
    mentions.symbols.insert(symbol->name);
  } else if (auto* address = std::get_if<ptx::Address>(&operand.value)) {
    if (auto* base = std::get_if<ptx::Symbol>(&address->base)) mentions.symbols.insert(base->name);
  }
}

void collect(const ptx::Block& block, Mentions& mentions) {
  for (const ptx::Statement& statement : block.statements) {
    if (auto* instruction = std::get_if<ptx::Instruction>(&statement.value)) {
      for (const ptx::Operand& operand : instruction->operands) {
        collect(operand, mentions);
        if (instruction->opcode == "call" && std::holds_alternative<ptx::Register>(operand.value)) {
          mentions.calls_by_address = true;
        }
      }
    } else if (auto* variable = std::get_if<ptx::Variable>(&statement.value)) {
      if (variable->space == ptx::Space::Shared) mentions.shared.push_back(variable);
    } else if (auto* inner = std::get_if<ptx::Block>(&statement.value)) {
      collect(*inner, mentions);
    }
  }
}

void place(const ptx::Variable& variable, SharedLayout& layout) {
  if (layout.offsets.contains(variable.name)) return;
  const uint64_t offset = align_up(layout.bytes, alignment_of(variable));
  layout.offsets[variable.name] = saturated(offset);
  layout.bytes = saturated(offset + size_of(variable));
}

}  // namespace

std::vector<SharedLayout> lay_out_shared(const ptx::Module& module) {
  std::map<std::string, size_t> function_index;
  std::vector<Mentions> mentions(module.functions.size());
  for (size_t i = 0; i < module.functions.size(); ++i) {
    if (!module.functions[i].has_body && function_index.contains(module.functions[i].name))
      continue;
    function_index[module.functions[i].name] = i;
    collect(module.functions[i].body, mentions[i]);
  }
  auto place_used = [&](size_t function, SharedLayout& layout) {
    for (const ptx::Variable& variable : module.variables) {
      const bool is_static = variable.space == ptx::Space::Shared && !variable.is_external;
      if (is_static && mentions[function].symbols.contains(variable.name)) place(variable, layout);
    }
    for (const ptx::Variable* variable : mentions[function].shared) place(*variable, layout);
  };

  SharedLayout common;  // of the device functions
  for (size_t i = 0; i < module.functions.size(); ++i) {
    if (!module.functions[i].is_entry) place_used(i, common);
  }
  auto calls_device_function = [&](size_t function) {
    return mentions[function].calls_by_address ||
           std::any_of(mentions[function].symbols.begin(), mentions[function].symbols.end(),
                       [&](const std::string& name) {
                         auto found = function_index.find(name);
                         return found != function_index.end() &&
                                module.functions[found->second].has_body;
                       });
  };
  std::vector<SharedLayout> layouts(module.functions.size());
  for (size_t i = 0; i < module.functions.size(); ++i) {
    const bool is_entry = module.functions[i].is_entry;
    if (!is_entry || calls_device_function(i)) layouts[i] = common;
    if (is_entry) place_used(i, layouts[i]);
  }
  return layouts;
}

}  // namespace gtl::decode
