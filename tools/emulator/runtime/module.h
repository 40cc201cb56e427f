// Device code as the program brings it: parsed and linked when it is first needed. Kernels are
// decoded at their first launch.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "decode/program.h"
#include "memory/memory.h"
#include "runtime/abi.h"

namespace gtl::runtime {

/// Why a module cannot be used: what the host's call returns, and what its reader is told.
struct ModuleError {
  CudaError code = CudaError::InvalidKernelImage;
  Error error;
};

class Module {
 public:
  /// The module of a registered program: `wrapper` is what __cudaRegisterFatBinary receives.
  static std::unique_ptr<Module> from_wrapper(const void* wrapper);
  /// The module of a library image: a wrapper, a container, or PTX text. The image is copied.
  static std::unique_ptr<Module> from_image(const void* image);

  /// Parses, links and loads at the first call; a failure is remembered and returned again. Null on
  /// failure.
  decode::Program* program(memory::Memory& memory);
  const std::optional<ModuleError>& failure() const { return failure_; }
  /// Whether program() has succeeded.
  bool is_loaded() const { return program_ != nullptr; }

  /// The variable of that name, or null: with program() loaded before.
  decode::ModuleVariable* variable(const std::string& name);
  /// Frees the module's variables.
  void unload(memory::Memory& memory);

 private:
  void fail(CudaError code, Error error) { failure_ = ModuleError{code, std::move(error)}; }
  void read_containers(const std::vector<std::span<const std::byte>>& containers);

  std::vector<std::string> texts_;  ///< PTX of each source file; released once decoded.
  std::unique_ptr<decode::Program> program_;
  std::optional<ModuleError> failure_;
};

}  // namespace gtl::runtime
