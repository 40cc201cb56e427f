#include "runtime/kernel_resources.h"

#include <algorithm>

#include "runtime/device.h"
#include "runtime/device_properties.h"
#include "runtime/launch.h"

namespace gtl::runtime {

counters::KernelResources resources_of(const Kernel& kernel, const decode::Function& function) {
  counters::KernelResources resources;
  const MachineResources* machine = kernel.module->resources(kernel.name);
  resources.registers = machine != nullptr ? machine->registers : 0;
  resources.static_shared_bytes = function.static_shared_bytes;
  resources.max_dynamic_shared_bytes =
      static_cast<uint32_t>(dynamic_shared_limit(kernel, function));
  resources.carveout = kernel.settings(current_device()).shared_carveout;
  return resources;
}

uint32_t max_threads_per_block(const Kernel& kernel, const decode::Function& function) {
  const uint32_t by_registers = counters::threads_by_registers(
      *counters::limits_of(kArchitecture), resources_of(kernel, function).registers);
  return std::min(max_threads_per_block(function), by_registers);
}

uint32_t resident_blocks(const Kernel& kernel, const decode::Function& function, uint32_t threads,
                         uint64_t dynamic_shared_bytes) {
  return counters::occupancy(*counters::limits_of(kArchitecture), resources_of(kernel, function),
                             threads, dynamic_shared_bytes)
      .blocks;
}

}  // namespace gtl::runtime
