#include "runtime/driver_api.h"

#include <algorithm>
#include <cstring>
#include <string>

#include "runtime/address.h"
#include "runtime/allocation.h"
#include "runtime/api_stream_call.h"
#include "runtime/copy.h"
#include "runtime/device_properties.h"
#include "runtime/node_parameters.h"

namespace gtl::runtime {

// The runtime's own functions that these stand on.
extern "C" {
CudaError cudaDeviceGetAttribute(int*, int, int);
CudaError cudaDeviceSynchronize();
CudaError cudaStreamSynchronize(void*);
CudaError cudaLibraryLoadData(void**, const void*, void*, void**, unsigned int, void*, void**,
                              unsigned int);
CudaError cudaLibraryUnload(void*);
CudaError cudaLibraryGetKernel(void**, void*, const char*);
CudaError cudaLibraryGetGlobal(void**, size_t*, void*, const char*);
CudaError cudaFuncGetAttributes(FunctionAttributes*, const void*);
CudaError cudaFuncSetAttribute(const void*, FunctionAttribute, int);
CudaError cudaOccupancyMaxActiveBlocksPerMultiprocessor(int*, const void*, int, size_t);
CudaError cudaLaunchKernelExC(const LaunchConfiguration*, const void*, void**);
CudaError cudaMalloc(void**, size_t);
CudaError cudaFree(void*);
CudaError cudaMemcpyAsync(void*, const void*, size_t, CopyKind, void*);
}

namespace {

constexpr int kSuccess = 0, kInvalidValue = 1, kInvalidDevice = 101, kInvalidHandle = 400;

/// What the call returned, as a CUresult. The driver leaves the runtime's last error alone.
template <class Call>
int result_of(Call call) {
  const CudaError before = last_error();
  const CudaError error = call();
  last_error() = before;
  switch (error) {
    case CudaError::InvalidConfiguration:
    case CudaError::InvalidPitchValue:
    case CudaError::InvalidMemcpyDirection:
      return kInvalidValue;
    case CudaError::InvalidDeviceFunction:
    case CudaError::InvalidSymbol:
      return kInvalidHandle;
    default:
      return static_cast<int>(error);  // The numbers are the same.
  }
}

bool has_device(int device) {
  return device >= 0 && static_cast<size_t>(device) < Context::get().devices.size();
}

/// CUpointer_attribute
enum class PointerAttribute : int {
  Context = 1,
  MemoryType = 2,
  DevicePointer = 3,
  HostPointer = 4,
  BufferId = 7,
  IsManaged = 8,
  DeviceOrdinal = 9,
  RangeStart = 11,
  RangeSize = 12,
  Mapped = 13,
};

template <class T>
int tell(void* place, T value) {
  std::memcpy(place, &value, sizeof value);
  return kSuccess;
}

}  // namespace

extern "C" {

int gtl_cuInit(unsigned int flags) { return flags == 0 ? kSuccess : kInvalidValue; }

int gtl_cuDriverGetVersion(int* version) {
  if (version == nullptr) return kInvalidValue;
  *version = kRuntimeVersion;
  return kSuccess;
}

int gtl_cuDeviceGet(int* device, int ordinal) {
  if (device == nullptr) return kInvalidValue;
  if (!has_device(ordinal)) return kInvalidDevice;
  *device = ordinal;
  return kSuccess;
}

int gtl_cuDeviceGetCount(int* count) {
  if (count == nullptr) return kInvalidValue;
  *count = static_cast<int>(Context::get().devices.size());
  return kSuccess;
}

int gtl_cuDeviceGetName(char* name, int length, int device) {
  if (name == nullptr || length <= 0) return kInvalidValue;
  if (!has_device(device)) return kInvalidDevice;
  const std::string text = device_properties().name;
  const size_t room = static_cast<size_t>(length) - 1, count = std::min(room, text.size());
  std::memcpy(name, text.data(), count);
  name[count] = '\0';
  return kSuccess;
}

int gtl_cuDeviceGetAttribute(int* value, int attribute, int device) {
  return result_of([&] { return cudaDeviceGetAttribute(value, attribute, device); });
}

int gtl_cuDeviceTotalMem(size_t* bytes, int device) {
  if (bytes == nullptr) return kInvalidValue;
  if (!has_device(device)) return kInvalidDevice;
  *bytes = device_properties().totalGlobalMem;
  return kSuccess;
}

/// A device's own context stands for it.
int gtl_cuCtxGetCurrent(void** context) {
  if (context == nullptr) return kInvalidValue;
  *context = &Context::get().device();
  return kSuccess;
}

int gtl_cuCtxGetDevice(int* device) {
  if (device == nullptr) return kInvalidValue;
  *device = current_device();
  return kSuccess;
}

int gtl_cuCtxSynchronize() { return result_of(cudaDeviceSynchronize); }

int gtl_cuPointerGetAttribute(void* value, int attribute, uint64_t pointer) {
  Context& context = Context::get();
  std::lock_guard lock(context.mutex);
  const memory::Allocation* allocation = context.memory.find(pointer);
  if (value == nullptr || allocation == nullptr) return kInvalidValue;
  constexpr unsigned int kHost = 1, kDevice = 2;  // CUmemorytype
  const bool is_pinned = allocation->kind == memory::Kind::PinnedHost;
  const bool is_managed = allocation->kind == memory::Kind::Managed;
  const int device = device_of(context, *allocation);
  switch (static_cast<PointerAttribute>(attribute)) {
    case PointerAttribute::Context:
      return tell(value, &context.devices[static_cast<size_t>(device)]);
    case PointerAttribute::MemoryType:
      return tell(value, is_pinned ? kHost : kDevice);
    case PointerAttribute::DevicePointer:
      return tell(value, pointer);
    case PointerAttribute::HostPointer:
      return is_pinned || is_managed ? tell(value, pointer_to(pointer)) : kInvalidValue;
    case PointerAttribute::BufferId:
      return tell(value, static_cast<unsigned long long>(allocation->id));
    case PointerAttribute::IsManaged:
      return tell(value, static_cast<unsigned int>(is_managed));
    case PointerAttribute::DeviceOrdinal:
      return tell(value, device);
    case PointerAttribute::RangeStart:
      return tell(value, allocation->address);
    case PointerAttribute::RangeSize:
      return tell(value, static_cast<size_t>(allocation->size));
    case PointerAttribute::Mapped:
      return tell(value, 1u);
  }
  return kInvalidValue;
}

int gtl_cuModuleLoadData(void** module, const void* image) {
  return result_of(
      [&] { return cudaLibraryLoadData(module, image, nullptr, nullptr, 0, nullptr, nullptr, 0); });
}

int gtl_cuModuleUnload(void* module) {
  return result_of([&] { return cudaLibraryUnload(module); });
}

int gtl_cuModuleGetFunction(void** function, void* module, const char* name) {
  return result_of([&] { return cudaLibraryGetKernel(function, module, name); });
}

int gtl_cuModuleGetGlobal(uint64_t* address, size_t* bytes, void* module, const char* name) {
  void* found = nullptr;
  const int result = result_of([&] {
    return cudaLibraryGetGlobal(address == nullptr ? nullptr : &found, bytes, module, name);
  });
  if (result == kSuccess && address != nullptr) *address = address_of(found);
  return result;
}

int gtl_cuFuncGetAttribute(int* value, int attribute, void* function) {
  FunctionAttributes attributes;
  const int result = result_of([&] { return cudaFuncGetAttributes(&attributes, function); });
  if (result != kSuccess) return result;
  const int values[] = {attributes.maxThreadsPerBlock,
                        static_cast<int>(attributes.sharedSizeBytes),
                        static_cast<int>(attributes.constSizeBytes),
                        static_cast<int>(attributes.localSizeBytes),
                        attributes.numRegs,
                        attributes.ptxVersion,
                        attributes.binaryVersion,
                        attributes.cacheModeCA,
                        attributes.maxDynamicSharedSizeBytes,
                        attributes.preferredShmemCarveout,
                        attributes.clusterDimMustBeSet,
                        attributes.requiredClusterWidth,
                        attributes.requiredClusterHeight,
                        attributes.requiredClusterDepth,
                        attributes.nonPortableClusterSizeAllowed,
                        attributes.clusterSchedulingPolicyPreference};
  constexpr int kCount = sizeof values / sizeof *values;
  if (value == nullptr || attribute < 0 || attribute >= kCount) return kInvalidValue;
  *value = values[attribute];
  return kSuccess;
}

int gtl_cuFuncSetAttribute(void* function, int attribute, int value) {
  return result_of([&] {
    return cudaFuncSetAttribute(function, static_cast<FunctionAttribute>(attribute), value);
  });
}

int gtl_cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function, int block_size,
                                                    size_t dynamic_shared_bytes) {
  return result_of([&] {
    return cudaOccupancyMaxActiveBlocksPerMultiprocessor(blocks, function, block_size,
                                                         dynamic_shared_bytes);
  });
}

int gtl_cuLaunchKernelEx(const DriverLaunchConfiguration* configuration, void* function,
                         void** arguments, void** extra) {
  if (configuration == nullptr) return kInvalidValue;
  const LaunchConfiguration launch{configuration->grid,         configuration->block,
                                   configuration->shared_bytes, configuration->stream,
                                   configuration->attributes,   configuration->attribute_count};
  if (arguments != nullptr || extra == nullptr) {
    return result_of([&] { return cudaLaunchKernelExC(&launch, function, arguments); });
  }
  // The arguments come packed in one buffer.
  return result_of([&] {
    Work work = EmptyWork{};
    const KernelNodeParams parameters{
        function, launch.gridDim, launch.blockDim, configuration->shared_bytes, nullptr, extra};
    const CudaError error = api_call(
        [&](Context& context) { return make_work(context, "cuLaunchKernel", &parameters, work); });
    if (error != CudaError::Success) return error;
    return cudaLaunchKernelExC(&launch, function, std::get<KernelWork>(work).arguments.pointers());
  });
}

int gtl_cuLaunchKernel(void* function, unsigned int grid_x, unsigned int grid_y,
                       unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                       unsigned int block_z, unsigned int shared_bytes, void* stream,
                       void** arguments, void** extra) {
  const DriverLaunchConfiguration configuration{
      {grid_x, grid_y, grid_z}, {block_x, block_y, block_z}, shared_bytes, stream, nullptr, 0};
  return gtl_cuLaunchKernelEx(&configuration, function, arguments, extra);
}

int gtl_cuMemAlloc(uint64_t* pointer, size_t bytes) {
  if (pointer == nullptr || bytes == 0) return kInvalidValue;
  void* made = nullptr;
  const int result = result_of([&] { return cudaMalloc(&made, bytes); });
  if (result == kSuccess) *pointer = address_of(made);
  return result;
}

int gtl_cuMemFree(uint64_t pointer) {
  return result_of([&] { return cudaFree(pointer_to(pointer)); });
}

int gtl_cuMemcpyAsync(uint64_t destination, uint64_t source, size_t bytes, void* stream) {
  return result_of([&] {
    return cudaMemcpyAsync(pointer_to(destination), pointer_to(source), bytes, CopyKind::Default,
                           stream);
  });
}

int gtl_cuMemsetD8Async(uint64_t destination, unsigned char value, size_t count, void* stream) {
  FillWork work;
  work.fill = {pointer_to(destination), count, value, 1, count, 1};
  return result_of([&] { return submit_call("cuMemsetD8Async", stream, work); });
}

int gtl_cuMemsetD32Async(uint64_t destination, unsigned int value, size_t count, void* stream) {
  FillWork work;
  work.fill = {pointer_to(destination), count * sizeof value, value, sizeof value, count, 1};
  return result_of([&] { return submit_call("cuMemsetD32Async", stream, work); });
}

int gtl_cuStreamSynchronize(void* stream) {
  return result_of([&] { return cudaStreamSynchronize(stream); });
}
}

}  // namespace gtl::runtime
