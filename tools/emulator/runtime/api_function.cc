// Attributes of kernels, and occupancy.
#include "runtime/api_call.h"
#include "runtime/cluster_shape.h"
#include "runtime/device_properties.h"
#include "runtime/kernel_resources.h"
#include "runtime/launch.h"

namespace gtl::runtime {
namespace {

/// Whether a call asks for something that only the kernel's body tells.
enum class Needs : bool { Declaration, Body };

/// Runs `body` with the kernel and its function.
template <class Body>
CudaError with_function(const void* handle, Body body, Needs needs = Needs::Declaration) {
  return api_call([&](Context& context) {
    Kernel* kernel = context.registry.find_kernel(handle);
    if (kernel == nullptr) {
      return handle == nullptr ? CudaError::InvalidDeviceFunction
                               : CudaError::InvalidResourceHandle;
    }
    decode::Program* program = context.load(*kernel->module);
    if (program == nullptr) return kernel->module->failure()->code;
    const int index = program->find_kernel(kernel->name);
    if (index < 0) return CudaError::InvalidDeviceFunction;
    // What is wrong with the body is told when it is launched.
    if (needs == Needs::Body) decode::decode_reachable(*program, static_cast<uint32_t>(index));
    return body(*kernel, program->functions[static_cast<size_t>(index)]);
  });
}

CudaError set_attribute(const void* handle, FunctionAttribute attribute, int value) {
  return with_function(handle, [&](Kernel& kernel, const decode::Function& function) {
    switch (attribute) {
      case FunctionAttribute::MaxDynamicSharedMemorySize: {
        const int64_t limit = int64_t{kSharedPerBlockOptin} - function.static_shared_bytes;
        if (value < 0 || value > limit) {
          return refuse("cudaFuncSetAttribute", CudaError::InvalidValue,
                        std::to_string(value) +
                            " bytes of dynamic shared memory were asked for, and this kernel "
                            "can have at most " +
                            std::to_string(limit));
        }
        kernel.settings(current_device()).max_dynamic_shared_bytes = static_cast<uint32_t>(value);
        return CudaError::Success;
      }
      case FunctionAttribute::PreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return CudaError::InvalidValue;
        kernel.settings(current_device()).shared_carveout = value;
        return CudaError::Success;
      case FunctionAttribute::ClusterDimMustBeSet:
      case FunctionAttribute::RequiredClusterWidth:
      case FunctionAttribute::RequiredClusterHeight:
      case FunctionAttribute::RequiredClusterDepth:
      case FunctionAttribute::NonPortableClusterSizeAllowed:
      case FunctionAttribute::ClusterSchedulingPolicyPreference:
        return set_cluster_attribute(kernel, function, attribute, value);
    }
    return CudaError::InvalidValue;
  });
}

/// Says once that occupancy was computed without registers.
void explain_registers(const Kernel& kernel) {
  static bool is_said = false;
  if (is_said || kernel.module->resources(kernel.name) != nullptr) return;
  is_said = true;
  explain("occupancy: the program has no machine code for sm_" + std::to_string(kArchitecture) +
          ", so how many registers its kernels use is not known, and they do not limit occupancy "
          "here; compile with -arch=sm_" +
          std::to_string(kArchitecture));
}

CudaError occupancy(int* blocks, const void* handle, int block_size, size_t dynamic_shared_bytes) {
  return with_function(
      handle,
      [&](Kernel& kernel, const decode::Function& function) {
        if (blocks == nullptr || block_size <= 0) return CudaError::InvalidValue;
        explain_registers(kernel);
        *blocks = static_cast<int>(resident_blocks(
            kernel, function, static_cast<uint32_t>(block_size), dynamic_shared_bytes));
        return CudaError::Success;
      },
      Needs::Body);
}

}  // namespace

extern "C" {

CudaError cudaFuncGetAttributes(FunctionAttributes* attributes, const void* handle) {
  return with_function(
      handle,
      [&](Kernel& kernel, const decode::Function& function) {
        if (attributes == nullptr) return CudaError::InvalidValue;
        *attributes = {};
        attributes->sharedSizeBytes = function.static_shared_bytes;
        attributes->localSizeBytes = function.local_bytes;
        attributes->maxThreadsPerBlock = static_cast<int>(max_threads_per_block(kernel, function));
        if (const MachineResources* machine = kernel.module->resources(kernel.name)) {
          attributes->numRegs = static_cast<int>(machine->registers);
          attributes->localSizeBytes = machine->local_bytes;
          attributes->constSizeBytes = machine->constant_bytes;
        }
        attributes->ptxVersion = static_cast<int>(kernel.module->ptx_architecture());
        attributes->binaryVersion = kArchitecture;
        attributes->maxDynamicSharedSizeBytes =
            static_cast<int>(dynamic_shared_limit(kernel, function));
        attributes->preferredShmemCarveout = kernel.settings(current_device()).shared_carveout;
        describe_cluster(kernel, function, *attributes);
        return CudaError::Success;
      },
      Needs::Body);
}

CudaError cudaFuncSetAttribute(const void* handle, FunctionAttribute attribute, int value) {
  return set_attribute(handle, attribute, value);
}

CudaError cudaKernelSetAttributeForDevice(const void* kernel, FunctionAttribute attribute,
                                          int value, int device) {
  const auto count = static_cast<int>(Context::get().devices.size());
  if (device < 0 || device >= count) return remember(CudaError::InvalidDevice);
  const DeviceScope scope(device);
  return set_attribute(kernel, attribute, value);
}

CudaError cudaFuncSetCacheConfig(const void* handle, int preference) {
  constexpr int kLast = 3;
  return with_function(handle, [&](Kernel&, const decode::Function&) {
    return preference >= 0 && preference <= kLast ? CudaError::Success : CudaError::InvalidValue;
  });
}

// Shared memory has banks of 4 bytes, whatever is asked for.
CudaError cudaFuncSetSharedMemConfig(const void* handle, int) {
  return with_function(handle, [](Kernel&, const decode::Function&) { return CudaError::Success; });
}

CudaError cudaFuncGetName(const char** name, const void* handle) {
  return with_function(handle, [&](Kernel& kernel, const decode::Function&) {
    if (name == nullptr) return CudaError::InvalidValue;
    *name = kernel.name.c_str();
    return CudaError::Success;
  });
}

CudaError cudaFuncGetParamInfo(const void* handle, size_t index, size_t* offset, size_t* size) {
  return with_function(handle, [&](Kernel&, const decode::Function& function) {
    if (offset == nullptr || index >= function.parameters.size()) return CudaError::InvalidValue;
    *offset = function.parameters[index].offset;
    if (size != nullptr) *size = function.parameters[index].size;
    return CudaError::Success;
  });
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, const void* handle,
                                                        int block_size,
                                                        size_t dynamic_shared_bytes) {
  return occupancy(blocks, handle, block_size, dynamic_shared_bytes);
}

CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int* blocks, const void* handle,
                                                                 int block_size,
                                                                 size_t dynamic_shared_bytes,
                                                                 unsigned int) {
  return occupancy(blocks, handle, block_size, dynamic_shared_bytes);
}

CudaError cudaOccupancyAvailableDynamicSMemPerBlock(size_t* bytes, const void* handle, int blocks,
                                                    int block_size) {
  return with_function(
      handle,
      [&](Kernel& kernel, const decode::Function& function) {
        if (bytes == nullptr || blocks <= 0 || block_size <= 0) return CudaError::InvalidValue;
        explain_registers(kernel);
        const int64_t room = counters::available_dynamic_shared(
            *counters::limits_of(kArchitecture), resources_of(kernel, function),
            static_cast<uint32_t>(blocks), static_cast<uint32_t>(block_size));
        if (room < 0) return CudaError::InvalidValue;
        *bytes = static_cast<size_t>(room);
        return CudaError::Success;
      },
      Needs::Body);
}
}

}  // namespace gtl::runtime
