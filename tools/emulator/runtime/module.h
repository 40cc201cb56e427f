// Device code as the program brings it: parsed and linked when it is first needed. Kernels are
// decoded at their first launch.
#pragma once

#include <cstddef>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"
#include "decode/program.h"
#include "memory/memory.h"
#include "runtime/abi.h"
#include "runtime/cubin.h"
#include "runtime/fatbin.h"

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
  /// Each device has variables of its own, and with them its own copy of the program.
  decode::Program* program(memory::Memory& memory, int device, int device_count);
  const std::optional<ModuleError>& failure() const { return failure_; }
  bool is_loaded(int device) const {
    return static_cast<size_t>(device) < programs_.size() &&
           programs_[static_cast<size_t>(device)] != nullptr;
  }

  /// The device's variable of that name, or null: with program() loaded before.
  decode::ModuleVariable* variable(const std::string& name, int device);
  /// Frees the module's variables.
  void unload(memory::Memory& memory);

  /// What the embedded machine code says of a kernel; null when there is none for this device.
  const MachineResources* resources(const std::string& kernel);
  /// The virtual architecture that the PTX was compiled for: 90 for compute_90.
  uint32_t ptx_architecture() const { return ptx_architecture_; }

 private:
  void fail(CudaError code, Error error) { failure_ = ModuleError{code, std::move(error)}; }
  /// Gives managed variables the addresses that they have on the other devices.
  void share_managed(decode::Program& program) const;
  void read_containers(const std::vector<std::span<const std::byte>>& containers);

  std::vector<std::string> texts_;  ///< PTX of each source file; released once every device has it.
  std::vector<std::unique_ptr<decode::Program>> programs_;  ///< By device; null until it needs one.
  std::vector<FatbinEntry> machine_code_;                   ///< Until somebody asks for resources.
  std::map<std::string, MachineResources> resources_;
  uint32_t ptx_architecture_ = 0;
  std::optional<ModuleError> failure_;
};

}  // namespace gtl::runtime
