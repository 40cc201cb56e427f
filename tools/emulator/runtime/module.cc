#include "runtime/module.h"

#include <cstring>
#include <optional>

#include "ptx/parser.h"
#include "runtime/device_properties.h"
#include "runtime/fatbin.h"
#include "runtime/link.h"

namespace gtl::runtime {

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
  if (with_ptx.empty()) with_ptx.push_back(all);  // best_ptx says what is missing.
  std::optional<Error> first_misfit;
  for (const auto& entries : with_ptx) {
    auto text = best_ptx(entries, kArchitecture);
    if (text.ok()) {
      texts_.push_back(std::move(text.value()));
    } else if (!first_misfit.has_value()) {
      first_misfit = text.error();
    }
  }
  if (texts_.empty()) fail(CudaError::NoKernelImageForDevice, first_misfit.value());
}

decode::Program* Module::program(memory::Memory& memory) {
  if (program_ != nullptr || failure_.has_value()) return program_.get();
  std::vector<ptx::Module> parsed;
  for (const std::string& text : texts_) {
    auto module = ptx::parse(text);
    if (!module.ok()) {
      fail(CudaError::InvalidPtx, module.error());
      return nullptr;
    }
    parsed.push_back(std::move(module.value()));
  }
  texts_.clear();
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
  auto program = std::make_unique<decode::Program>(std::move(declared.value()));
  auto loaded = decode::load(*program, memory);
  if (!loaded.ok()) {
    fail(CudaError::MemoryAllocation, loaded.error());
    return nullptr;
  }
  program_ = std::move(program);
  return program_.get();
}

decode::ModuleVariable* Module::variable(const std::string& name) {
  if (program_ == nullptr) return nullptr;
  for (decode::ModuleVariable& variable : program_->variables) {
    if (variable.name == name) return &variable;
  }
  return nullptr;
}

void Module::unload(memory::Memory& memory) {
  if (program_ == nullptr) return;
  for (const decode::ModuleVariable& variable : program_->variables) {
    if (variable.address != 0) memory.release(variable.address);
  }
  program_ = nullptr;
  fail(CudaError::InvalidResourceHandle, {"this module was unloaded", ""});
}

}  // namespace gtl::runtime
