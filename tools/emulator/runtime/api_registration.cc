// What nvcc's generated code calls before main() to register its kernels and variables, and to find
// them again.
#include "runtime/api_call.h"

namespace gtl::runtime {
namespace {

Module* module_of(void** handle) { return reinterpret_cast<Module*>(handle); }

}  // namespace

extern "C" {

void** __cudaRegisterFatBinary(void* wrapper) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  return reinterpret_cast<void**>(context.registry.add_module(Module::from_wrapper(wrapper)));
}

void __cudaRegisterFatBinaryEnd(void**) {}

void __cudaUnregisterFatBinary(void** handle) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  if (context.registry.has(module_of(handle))) {
    context.registry.remove_module(module_of(handle), context.memory);
  }
}

void __cudaRegisterFunction(void** handle, const char* host_function, char*, const char* name, int,
                            void*, void*, void*, void*, int*) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  context.registry.add_kernel(module_of(handle), host_function, name);
}

void __cudaRegisterVar(void** handle, char* host_variable, char*, const char* name, int, size_t,
                       int, int) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  context.registry.add_symbol({module_of(handle), name, nullptr}, host_variable);
}

void __cudaRegisterManagedVar(void** handle, void** host_pointer, char*, const char* name, int,
                              size_t, int, int) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  context.registry.add_symbol({module_of(handle), name, host_pointer}, host_pointer);
}

char __cudaInitModule(void** handle) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  Module* module = module_of(handle);
  if (context.load(*module) == nullptr) return 0;
  for (const Symbol* symbol : context.registry.managed_symbols(module)) {
    const decode::ModuleVariable* variable = module->variable(symbol->name, current_device());
    if (variable != nullptr) {
      *symbol->managed_pointer = reinterpret_cast<void*>(static_cast<uintptr_t>(variable->address));
    }
  }
  return 1;
}

CudaError __cudaGetKernel(void** kernel, const void* host_function) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  *kernel = context.registry.find_kernel(host_function);
  return *kernel != nullptr ? CudaError::Success : remember(CudaError::InvalidDeviceFunction);
}
}

}  // namespace gtl::runtime
