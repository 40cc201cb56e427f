#include "runtime/context.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runtime/host_memory.h"

namespace gtl::runtime {
namespace {

/// Runs after the program's own exit handlers, because it was registered when the library was
/// loaded.
void at_exit(int status, void*) {
  Context& context = Context::get();
  context.services.explain_unshown();
  if (status == 0 && context.settings.is_under_emulate && context.has_findings) {
    std::fflush(nullptr);
    std::_Exit(1);
  }
}

[[gnu::constructor]] void watch_program() {
  on_exit(at_exit, nullptr);
  explain_host_faults();
}

}  // namespace

Context& Context::get() {
  // Never destroyed: programs unregister their modules from exit handlers that run after static
  // destructors.
  static Context* context = new Context;
  return *context;
}

decode::Program* Context::load(Module& module) {
  decode::Program* program = module.program(memory);
  if (program != nullptr) return program;
  if (explained_.insert(&module).second) {
    const Error& error = module.failure()->error;
    explain((error.where.empty() ? "" : error.where + ": ") + error.what);
  }
  return nullptr;
}

void Context::reset() {
  services.flush();
  for (const memory::Allocation* allocation : memory.live()) {
    const bool is_variable = allocation->kind == memory::Kind::ModuleVariable ||
                             allocation->kind == memory::Kind::ModuleConstant || *allocation->label;
    if (!is_variable) memory.release(allocation->address);
  }
  for (const Stream* stream : streams) delete stream;
  for (const Event* event : events) delete event;
  shadow = {};
  streams.clear();
  events.clear();
  // On an H200, too, a reset does not bring back a device on which a kernel has failed.
  if (fault_ != CudaError::Success) fault_ = CudaError::DevicesUnavailable;
}

}  // namespace gtl::runtime
