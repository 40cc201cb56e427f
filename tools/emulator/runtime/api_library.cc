// Libraries: modules that the program loads itself, and their kernels and variables by name.
#include <cstdio>
#include <memory>
#include <string>
#include <vector>

#include "runtime/api_call.h"

namespace gtl::runtime {
namespace {

CudaError load(void** library, const void* image) {
  return api_call([&](Context& context) {
    if (library == nullptr || image == nullptr) return CudaError::InvalidValue;
    Module* module = context.registry.add_module(Module::from_image(image));
    context.load(*module);  // Says now what is wrong with it; the error comes from the first use.
    *library = module;
    return CudaError::Success;
  });
}

/// Runs `body` with the module behind a library handle.
template <class Body>
CudaError with_library(void* library, Body body) {
  return api_call([&](Context& context) {
    auto* module = static_cast<Module*>(library);
    if (!context.registry.has(module)) return CudaError::InvalidResourceHandle;
    const decode::Program* program = context.load(*module);
    if (program == nullptr) return module->failure()->code;
    return body(context, *module, *program);
  });
}

CudaError variable(void** address, size_t* size, void* library, const char* name, bool managed) {
  return with_library(library, [&](Context&, Module& module, const decode::Program& program) {
    const bool is_asked = name != nullptr && (address != nullptr || size != nullptr);
    if (!is_asked || program.find_function(name) >= 0) return CudaError::InvalidValue;
    const decode::ModuleVariable* found = module.variable(name, current_device());
    if (found == nullptr || found->is_managed != managed) return CudaError::SymbolNotFound;
    if (address != nullptr)
      *address = reinterpret_cast<void*>(static_cast<uintptr_t>(found->address));
    if (size != nullptr) *size = found->size;
    return CudaError::Success;
  });
}

std::vector<std::string> kernel_names(const decode::Program& program) {
  std::vector<std::string> names;
  for (const decode::Function& function : program.functions) {
    if (function.is_kernel) names.push_back(function.name);
  }
  return names;
}

}  // namespace

extern "C" {

// The option arrays speak to the JIT compiler and the loader, of which the emulator has none.
CudaError cudaLibraryLoadData(void** library, const void* image, void*, void**, unsigned int, void*,
                              void**, unsigned int) {
  return load(library, image);
}

CudaError cudaLibraryLoadFromFile(void** library, const char* path, void*, void**, unsigned int,
                                  void*, void**, unsigned int) {
  if (path == nullptr) return remember(CudaError::InvalidValue);
  std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "rb"), std::fclose);
  if (file == nullptr) {
    return remember(refuse("cudaLibraryLoadFromFile", CudaError::FileNotFound,
                           std::string(path) + " cannot be opened"));
  }
  std::string bytes;
  char part[4096];
  while (const size_t count = std::fread(part, 1, sizeof part, file.get()))
    bytes.append(part, count);
  return load(library, bytes.c_str());
}

CudaError cudaLibraryUnload(void* library) {
  return with_library(library, [](Context& context, Module& module, const decode::Program&) {
    context.registry.remove_module(&module, context.memory);
    return CudaError::Success;
  });
}

CudaError cudaLibraryGetKernel(void** kernel, void* library, const char* name) {
  return with_library(library, [&](Context& context, Module& module,
                                   const decode::Program& program) {
    if (kernel == nullptr || name == nullptr) return CudaError::InvalidValue;
    if (program.find_kernel(name) < 0) {
      return refuse("cudaLibraryGetKernel", CudaError::SymbolNotFound,
                    "the library has no kernel '" + std::string(name) +
                        "'; C++ kernels go by their mangled name, extern \"C\" ones by their own");
    }
    *kernel = context.registry.kernel_named(&module, name);
    return CudaError::Success;
  });
}

CudaError cudaLibraryGetKernelCount(unsigned int* count, void* library) {
  return api_call([&](Context& context) {
    auto* module = static_cast<Module*>(library);
    if (!context.registry.has(module)) return CudaError::InvalidResourceHandle;
    if (count == nullptr) return CudaError::InvalidValue;
    const decode::Program* program = context.load(*module);  // A damaged library has no kernel.
    *count = program == nullptr ? 0 : static_cast<unsigned int>(kernel_names(*program).size());
    return CudaError::Success;
  });
}

CudaError cudaLibraryEnumerateKernels(void** kernels, unsigned int capacity, void* library) {
  return with_library(library,
                      [&](Context& context, Module& module, const decode::Program& program) {
                        if (kernels == nullptr) return CudaError::InvalidValue;
                        unsigned int next = 0;
                        for (const std::string& name : kernel_names(program)) {
                          if (next < capacity)
                            kernels[next++] = context.registry.kernel_named(&module, name);
                        }
                        return CudaError::Success;
                      });
}

CudaError cudaLibraryGetGlobal(void** address, size_t* size, void* library, const char* name) {
  return variable(address, size, library, name, false);
}

CudaError cudaLibraryGetManaged(void** address, size_t* size, void* library, const char* name) {
  return variable(address, size, library, name, true);
}

/// Unified functions are for machines on which host and device share their code.
CudaError cudaLibraryGetUnifiedFunction(void**, void* library, const char*) {
  return with_library(
      library, [](Context&, Module&, const decode::Program&) { return CudaError::InvalidValue; });
}

CudaError cudaGetKernel(void** kernel, const void* host_function) {
  return api_call([&](Context& context) {
    if (kernel == nullptr) return CudaError::InvalidValue;
    *kernel = context.registry.find_kernel(host_function);
    return *kernel != nullptr ? CudaError::Success : CudaError::InvalidDeviceFunction;
  });
}

CudaError cudaGetFuncBySymbol(void** function, const void* host_function) {
  return cudaGetKernel(function, host_function);
}
}

}  // namespace gtl::runtime
