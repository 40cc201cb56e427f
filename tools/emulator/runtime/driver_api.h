// The part of the CUDA driver's interface that libraries fetch with cudaGetDriverEntryPoint: each a
// small form of what the runtime does. Types as in cuda.h, as the integers and pointers that they
// are; results are CUresult.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/abi.h"

namespace gtl::runtime {

struct DriverLaunchConfiguration {  // CUlaunchConfig
  AbiDim3 grid, block;
  unsigned int shared_bytes;
  void* stream;
  LaunchAttribute* attributes;
  unsigned int attribute_count;
};

// driver_errors.cc
extern "C" int gtl_cuGetErrorName(int error, const char** name);
extern "C" int gtl_cuGetErrorString(int error, const char** text);

// driver_api.cc
extern "C" int gtl_cuInit(unsigned int flags);
extern "C" int gtl_cuDriverGetVersion(int* version);
extern "C" int gtl_cuDeviceGet(int* device, int ordinal);
extern "C" int gtl_cuDeviceGetCount(int* count);
extern "C" int gtl_cuDeviceGetName(char* name, int length, int device);
extern "C" int gtl_cuDeviceGetAttribute(int* value, int attribute, int device);
extern "C" int gtl_cuDeviceTotalMem(size_t* bytes, int device);
extern "C" int gtl_cuCtxGetCurrent(void** context);
extern "C" int gtl_cuCtxGetDevice(int* device);
extern "C" int gtl_cuCtxSynchronize();
extern "C" int gtl_cuPointerGetAttribute(void* value, int attribute, uint64_t pointer);
extern "C" int gtl_cuModuleLoadData(void** module, const void* image);
extern "C" int gtl_cuModuleUnload(void* module);
extern "C" int gtl_cuModuleGetFunction(void** function, void* module, const char* name);
extern "C" int gtl_cuModuleGetGlobal(uint64_t* address, size_t* bytes, void* module,
                                     const char* name);
extern "C" int gtl_cuFuncGetAttribute(int* value, int attribute, void* function);
extern "C" int gtl_cuFuncSetAttribute(void* function, int attribute, int value);
extern "C" int gtl_cuOccupancyMaxActiveBlocksPerMultiprocessor(int* blocks, void* function,
                                                               int block_size,
                                                               size_t dynamic_shared_bytes);
extern "C" int gtl_cuLaunchKernel(void* function, unsigned int grid_x, unsigned int grid_y,
                                  unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                  unsigned int block_z, unsigned int shared_bytes, void* stream,
                                  void** arguments, void** extra);
extern "C" int gtl_cuLaunchKernelEx(const DriverLaunchConfiguration* configuration, void* function,
                                    void** arguments, void** extra);
extern "C" int gtl_cuMemAlloc(uint64_t* pointer, size_t bytes);
extern "C" int gtl_cuMemFree(uint64_t pointer);
extern "C" int gtl_cuMemcpyAsync(uint64_t destination, uint64_t source, size_t bytes, void* stream);
extern "C" int gtl_cuMemsetD8Async(uint64_t destination, unsigned char value, size_t count,
                                   void* stream);
extern "C" int gtl_cuMemsetD32Async(uint64_t destination, unsigned int value, size_t count,
                                    void* stream);
extern "C" int gtl_cuStreamSynchronize(void* stream);

}  // namespace gtl::runtime
