#include "runtime/module.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <optional>

#include "ptx/parser.h"
#include "runtime/device_properties.h"
#include "runtime/fatbin.h"
#include "runtime/link.h"

namespace gtl::runtime {

namespace {

/// 90 of `.target sm_90a`; 0 without one.
uint32_t target_of(const std::string& ptx) {
  constexpr char kDirective[] = ".target sm_";
  const size_t at = ptx.find(kDirective);
  if (at == std::string::npos) return 0;
  return static_cast<uint32_t>(std::strtoul(ptx.c_str() + at + sizeof kDirective - 1, nullptr, 10));
}

}  // namespace

std::unique_ptr<Module> Module::from_wrapper(const void* wrapper) {
  auto module = std::make_unique<Module>();
  auto containers = containers_of_wrapper(wrapper);
  if (containers.ok()) {
    module->read_containers(containers.value());
  } else {
    module->fail(CudaError::InvalidKernelImage, containers.error());
  }
  return module;
}

std::unique_ptr<Module> Module::from_image(const void* image) {
  uint32_t magic = 0;
  std::memcpy(&magic, image, sizeof magic);
  if (magic == kWrapperMagic) return from_wrapper(image);
  auto module = std::make_unique<Module>();
  const auto* bytes = static_cast<const std::byte*>(image);
  if (magic == kContainerMagic) {
    auto size = container_bytes({bytes, kContainerHeaderBytes});
    if (size.ok()) {
      module->read_containers({std::span(bytes, size.value())});
      module->resources("");  // Now: the image may be gone later.
    } else {
      module->fail(CudaError::InvalidKernelImage, size.error());
    }
  } else if (std::memcmp(image, "\177ELF", 4) == 0) {
    module->fail(
        CudaError::NoKernelImageForDevice,
        {"the image is machine code (a cubin), and the emulator runs PTX; pass PTX text or a fat "
         "binary that contains PTX",
         ""});
  } else if (std::strstr(static_cast<const char*>(image), ".version") == nullptr) {
    module->fail(CudaError::InvalidKernelImage,
                 {"the image is neither PTX text (it has no .version) nor a fat binary", ""});
  } else {
    module->texts_.emplace_back(static_cast<const char*>(image));
    module->ptx_architecture_ = target_of(module->texts_.back());
    if (module->ptx_architecture_ > kArchitecture) {
      module->fail(CudaError::InvalidPtx,
                   {"the PTX is for sm_" + std::to_string(module->ptx_architecture_) +
                        ", and the emulated device is sm_" + std::to_string(kArchitecture),
                    ""});
    }
  }
  return module;
}

void Module::read_containers(const std::vector<std::span<const std::byte>>& containers) {
  // With -rdc=true the first container holds the linked machine code, and each further one the PTX
  // of one source file: PTX is wanted from every container that has some. The toolkit's own library
  // of device functions (libcudadevrt) rides along with PTX for the newest GPU only: what does not
  // fit is left out while another container fits, and linking names whatever is then missing.
  std::vector<FatbinEntry> all;
  std::vector<std::vector<FatbinEntry>> with_ptx;
  for (const auto& container : containers) {
    auto entries = read_container(container);
    if (!entries.ok()) return fail(CudaError::InvalidKernelImage, entries.error());
    bool has_ptx = false;
    for (const FatbinEntry& entry : entries.value()) {
      has_ptx = has_ptx || entry.kind == EntryKind::Ptx;
      all.push_back(entry);
    }
    if (has_ptx) with_ptx.push_back(std::move(entries.value()));
  }
  for (const FatbinEntry& entry : all) {
    // Machine code runs on its own architecture (sm_90), so that is the one to ask.
    if (entry.kind == EntryKind::Elf && entry.architecture == kArchitecture) {
      machine_code_.push_back(entry);
    }
  }
  if (with_ptx.empty()) with_ptx.push_back(all);  // best_ptx says what is missing.
  std::optional<Error> first_misfit;
  for (const auto& entries : with_ptx) {
    auto text = best_ptx(entries, kArchitecture);
    if (text.ok()) {
      texts_.push_back(std::move(text.value()));
      ptx_architecture_ = std::max(ptx_architecture_, target_of(texts_.back()));
    } else if (!first_misfit.has_value()) {
      first_misfit = text.error();
    }
  }
  if (texts_.empty()) fail(CudaError::NoKernelImageForDevice, first_misfit.value());
}

decode::Program* Module::program(memory::Memory& memory, int device, int device_count) {
  programs_.resize(static_cast<size_t>(device_count));
  std::unique_ptr<decode::Program>& program = programs_[static_cast<size_t>(device)];
  if (program != nullptr || failure_.has_value()) return program.get();
  std::vector<ptx::Module> parsed;
  for (const std::string& text : texts_) {
    auto module = ptx::parse(text);
    if (!module.ok()) {
      fail(CudaError::InvalidPtx, module.error());
      return nullptr;
    }
    parsed.push_back(std::move(module.value()));
  }
  auto linked = link(std::move(parsed));
  if (!linked.ok()) {
    fail(CudaError::InvalidPtx, linked.error());
    return nullptr;
  }
  auto declared = decode::declare(std::move(linked.value()));
  if (!declared.ok()) {
    fail(CudaError::InvalidPtx, declared.error());
    return nullptr;
  }
  auto made = std::make_unique<decode::Program>(std::move(declared.value()));
  share_managed(*made);
  auto loaded = decode::load(*made, memory);
  if (!loaded.ok()) {
    fail(CudaError::MemoryAllocation, loaded.error());
    return nullptr;
  }
  program = std::move(made);
  const bool has_every_device = std::all_of(programs_.begin(), programs_.end(),
                                            [](const auto& each) { return each != nullptr; });
  if (has_every_device) texts_.clear();
  return program.get();
}

void Module::share_managed(decode::Program& program) const {
  for (const auto& other : programs_) {
    if (other == nullptr) continue;
    for (size_t i = 0; i < program.variables.size(); ++i) {
      decode::ModuleVariable& variable = program.variables[i];
      if (variable.is_managed) variable.address = other->variables[i].address;
    }
    return;
  }
}

decode::ModuleVariable* Module::variable(const std::string& name, int device) {
  if (static_cast<size_t>(device) >= programs_.size()) return nullptr;
  decode::Program* program = programs_[static_cast<size_t>(device)].get();
  if (program == nullptr) return nullptr;
  for (decode::ModuleVariable& variable : program->variables) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

void Module::unload(memory::Memory& memory) {
  for (auto& program : programs_) {
    if (program == nullptr) continue;
    // Of a managed variable that several devices share, the second release does nothing.
    for (const decode::ModuleVariable& variable : program->variables) {
      if (variable.address != 0) memory.release(variable.address);
    }
    program = nullptr;
  }
  fail(CudaError::InvalidResourceHandle, {"this module was unloaded", ""});
}

const MachineResources* Module::resources(const std::string& kernel) {
  for (const FatbinEntry& entry : machine_code_) {
    auto bytes = entry_bytes(entry);
    if (bytes.ok()) resources_.merge(read_cubin(std::as_bytes(std::span(bytes.value()))));
  }
  machine_code_.clear();
  const auto found = resources_.find(kernel);
  return found == resources_.end() ? nullptr : &found->second;
}

}  // namespace gtl::runtime
