#include "runtime/context.h"

#include <cstdio>
#include <cstdlib>
#include <vector>

#include "runtime/host_memory.h"
#include "runtime/leak_report.h"

namespace gtl::runtime {
namespace {

/// What is left to say at the end. Whether a status of 0 would hide something.
bool report_end() {
  Context& context = Context::get();
  context.services.explain_unshown();
  if (context.settings.checks.has(checks::Check::Leakcheck)) context.findings.show(leaks(context));
  context.findings.show_rest();
  const bool is_faulty = context.findings.any_error() || context.has_lost_counters;
  return is_faulty && context.settings.is_under_emulate;
}

/// Runs after the program's own exit handlers, because it was registered when the library was
/// loaded.
void at_exit(int status, void*) {
  if (report_end() && status == 0) {
    std::fflush(nullptr);
    std::_Exit(1);
  }
}

/// quick_exit() tells its handlers no status, and writes out no files.
void at_quick_exit() {
  if (report_end()) std::_Exit(1);
}

[[gnu::constructor]] void watch_program() {
  on_exit(at_exit, nullptr);
  std::at_quick_exit(at_quick_exit);
  explain_host_faults();
}

}  // namespace

Context& Context::get() {
  // Never destroyed: programs unregister their modules from exit handlers that run after static
  // destructors.
  static Context* context = new Context;
  return *context;
}

int& current_device() {
  static thread_local int device = 0;
  return device;
}

Context::Context() : settings(read_settings()) {
  for (int i = 0; i < static_cast<int>(settings.devices); ++i) {
    Device& device = devices.emplace_back();
    device.index = i;
    device.default_pool.device = i;
    device.default_pool.is_default = true;
    device.legacy.device = i;
    device.legacy.id = 1;
  }
}

decode::Program* Context::load(Module& module) {
  const bool was_loaded = module.is_loaded(current_device());
  decode::Program* program =
      module.program(memory, current_device(), static_cast<int>(devices.size()));
  if (program != nullptr && !was_loaded && devices.size() > 1) {
    for (const decode::ModuleVariable& variable : program->variables) {
      if (!variable.is_managed) allocations[variable.address].device = current_device();
    }
  }
  if (program != nullptr) return program;
  if (explained_.insert(&module).second) {
    const Error& error = module.failure()->error;
    explain((error.where.empty() ? "" : error.where + ": ") + error.what);
  }
  return nullptr;
}

void Context::reset() {
  services.flush();
  const int index = current_device();
  for (const memory::Allocation* allocation : memory.live()) {
    const bool is_variable = allocation->kind == memory::Kind::ModuleVariable ||
                             allocation->kind == memory::Kind::ModuleConstant || *allocation->label;
    const auto info = allocations.find(allocation->address);
    const int owner = info == allocations.end() ? 0 : info->second.device;
    if (is_variable || owner != index) continue;
    allocations.erase(allocation->address);
    shadow.forget(allocation->address);
    memory.release(allocation->address);
  }
  for (const auto& capture : captures) {
    for (Stream* stream : capture->streams) {
      stream->capture = nullptr;
      stream->dependencies.clear();
    }
    capture->is_over = true;
  }
  captures.clear();
  std::erase_if(streams, [&](const Stream* stream) {
    const bool is_own = stream->device == index;
    if (is_own) delete stream;
    return is_own;
  });
  std::erase_if(events, [&](const Event* event) {
    const bool is_own = event->device == index;
    if (is_own) delete event;
    return is_own;
  });
  graphs.graphs.clear();
  graphs.execs.clear();
  device().peers.clear();
  device().default_pool.used = device().default_pool.reserved = 0;
  arrays = {};
  images.clear();
  // On an H200, too, a reset does not bring back a device on which a kernel has failed.
  if (fault_ != CudaError::Success) fault_ = CudaError::DevicesUnavailable;
}

}  // namespace gtl::runtime
