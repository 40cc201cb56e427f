// Attributes of kernels, and occupancy.
#include <algorithm>

#include "runtime/api_call.h"
#include "runtime/device_properties.h"
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
        kernel.max_dynamic_shared_bytes = static_cast<uint32_t>(value);
        return CudaError::Success;
      }
      case FunctionAttribute::PreferredSharedMemoryCarveout:
        if (value < -1 || value > 100) return CudaError::InvalidValue;
        kernel.shared_carveout = value;
        return CudaError::Success;
    }
    return refuse(
        "cudaFuncSetAttribute", CudaError::NotSupported,
        "the emulator does not know attribute " + std::to_string(static_cast<int>(attribute)));
  });
}

CudaError occupancy(int* blocks, const void* handle, int block_size, size_t dynamic_shared_bytes) {
  return with_function(handle, [&](Kernel& kernel, const decode::Function& function) {
    if (blocks == nullptr || block_size <= 0) return CudaError::InvalidValue;
    const bool fits = static_cast<uint32_t>(block_size) <= max_threads_per_block(function) &&
                      dynamic_shared_bytes <= dynamic_shared_limit(kernel, function);
    *blocks = !fits ? 0
                    : static_cast<int>(
                          resident_blocks(static_cast<uint32_t>(block_size),
                                          function.static_shared_bytes + dynamic_shared_bytes));
    return CudaError::Success;
  });
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
        attributes->maxThreadsPerBlock = static_cast<int>(max_threads_per_block(function));
        attributes->numRegs = 0;  // The machine code's: PTX does not say.
        attributes->ptxVersion = kArchitecture;
        attributes->binaryVersion = kArchitecture;
        attributes->maxDynamicSharedSizeBytes =
            static_cast<int>(dynamic_shared_limit(kernel, function));
        attributes->preferredShmemCarveout = kernel.shared_carveout;
        return CudaError::Success;
      },
      Needs::Body);
}

CudaError cudaFuncSetAttribute(const void* handle, FunctionAttribute attribute, int value) {
  return set_attribute(handle, attribute, value);
}

CudaError cudaKernelSetAttributeForDevice(const void* kernel, FunctionAttribute attribute,
                                          int value, int) {
  return set_attribute(kernel, attribute, value);
}

CudaError cudaFuncSetCacheConfig(const void* handle, int) {
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
  return with_function(handle, [&](Kernel& kernel, const decode::Function& function) {
    if (bytes == nullptr || blocks <= 0 || block_size <= 0) return CudaError::InvalidValue;
    const uint64_t limit = dynamic_shared_limit(kernel, function);
    uint64_t largest = 0;
    // Shared memory is handed out in pieces of 128 bytes.
    for (uint64_t candidate = 0; candidate <= limit; candidate += 128) {
      const auto resident = resident_blocks(static_cast<uint32_t>(block_size),
                                            function.static_shared_bytes + candidate);
      if (resident < static_cast<uint32_t>(blocks)) break;
      largest = candidate;
    }
    *bytes = std::min(largest, limit);
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
