#include "runtime/registry.h"

#include <algorithm>
#include <utility>

namespace gtl::runtime {

Module* Registry::add_module(std::unique_ptr<Module> module) {
  modules_.push_back(std::move(module));
  return modules_.back().get();
}

void Registry::add_kernel(Module* module, const void* host_function, std::string name) {
  Kernel* kernel = kernel_named(module, name);
  kernel->host_function = host_function;
  handles_[host_function] = kernel;
}

void Registry::add_symbol(Symbol symbol, const void* host_variable) {
  symbols_[host_variable] = std::move(symbol);
}

void Registry::remove_module(Module* module, memory::Memory& memory) {
  module->unload(memory);
  std::erase_if(handles_, [&](const auto& item) {
    return static_cast<const Kernel*>(item.second)->module == module;
  });
  std::erase_if(kernels_, [&](const auto& item) { return item.second->module == module; });
  std::erase_if(symbols_, [&](const auto& item) { return item.second.module == module; });
  std::erase_if(modules_, [&](const auto& item) { return item.get() == module; });
}

bool Registry::has(const Module* module) const {
  return std::any_of(modules_.begin(), modules_.end(),
                     [&](const auto& known) { return known.get() == module; });
}

Kernel* Registry::find_kernel(const void* handle) const {
  auto by_function = handles_.find(handle);
  auto found = kernels_.find(by_function == handles_.end() ? handle : by_function->second);
  return found == kernels_.end() ? nullptr : found->second.get();
}

Kernel* Registry::kernel_named(Module* module, const std::string& name) {
  for (const auto& [handle, kernel] : kernels_) {
    if (kernel->module == module && kernel->name == name) return kernel.get();
  }
  auto kernel = std::make_unique<Kernel>();
  kernel->module = module;
  kernel->name = name;
  Kernel* handle = kernel.get();
  kernels_.emplace(handle, std::move(kernel));
  return handle;
}

const Symbol* Registry::find_symbol(const void* host_variable) const {
  auto found = symbols_.find(host_variable);
  if (found != symbols_.end()) return &found->second;
  // The address of a managed variable, as the program takes it, is that of its memory.
  for (const auto& [host, symbol] : symbols_) {
    if (symbol.managed_pointer != nullptr && *symbol.managed_pointer == host_variable) {
      return &symbol;
    }
  }
  return nullptr;
}

std::vector<const Symbol*> Registry::managed_symbols(const Module* module) const {
  std::vector<const Symbol*> result;
  for (const auto& [host, symbol] : symbols_) {
    if (symbol.module == module && symbol.managed_pointer != nullptr) result.push_back(&symbol);
  }
  return result;
}

}  // namespace gtl::runtime
