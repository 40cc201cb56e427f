// What the program registered before main(): modules, and the host addresses that stand for their
// kernels and variables.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "runtime/module.h"

namespace gtl::runtime {

/// What the program set for a kernel on one device.
struct KernelSettings {
  /// Nothing: as much as fits into the 48 KiB beside the static part.
  std::optional<uint32_t> max_dynamic_shared_bytes;
  int shared_carveout = -1;
  // Beside what the kernel was compiled for.
  bool allows_non_portable_cluster = false;
  AbiDim3 required_cluster{0, 0, 0};
  int cluster_scheduling_policy = 0;
};

/// A kernel as the host knows it. Its address serves as cudaKernel_t and cudaFunction_t.
struct Kernel {
  Module* module = nullptr;
  std::string name;                     ///< Mangled.
  const void* host_function = nullptr;  ///< What the program calls it; null for a library's.
  mutable std::map<int, KernelSettings> settings_by_device;

  KernelSettings& settings(int device) const { return settings_by_device[device]; }
};

struct Symbol {
  Module* module = nullptr;
  std::string name;
  void** managed_pointer =
      nullptr;  ///< Where the program looks for the address of a managed variable.
};

class Registry {
 public:
  Module* add_module(std::unique_ptr<Module> module);
  void add_kernel(Module* module, const void* host_function, std::string name);
  void add_symbol(Symbol symbol, const void* host_variable);
  /// Forgets the module, its kernels and its symbols, and frees its variables.
  void remove_module(Module* module, memory::Memory& memory);

  bool has(const Module* module) const;
  /// The kernel behind a host function or a cudaKernel_t; null when it is neither.
  Kernel* find_kernel(const void* handle) const;
  /// The kernel of that name in a module, made on first demand: for libraries, which register none.
  Kernel* kernel_named(Module* module, const std::string& name);
  const Symbol* find_symbol(const void* host_variable) const;
  std::vector<const Symbol*> managed_symbols(const Module* module) const;

 private:
  std::vector<std::unique_ptr<Module>> modules_;
  std::map<const void*, std::unique_ptr<Kernel>> kernels_;  ///< By handle.
  std::map<const void*, const void*> handles_;              ///< Host function to handle.
  std::map<const void*, Symbol> symbols_;                   ///< By the host's shadow variable.
};

}  // namespace gtl::runtime
