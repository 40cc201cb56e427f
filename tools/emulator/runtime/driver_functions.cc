#include "runtime/driver_functions.h"

#include "runtime/driver_api.h"

namespace gtl::runtime {
namespace {

template <class Function>
void* address_of(Function function) {
  return reinterpret_cast<void*>(function);
}

const DriverFunction kFunctions[] = {
    {"cuGetErrorName", 6000, address_of(gtl_cuGetErrorName)},
    {"cuGetErrorString", 6000, address_of(gtl_cuGetErrorString)},
    {"cuInit", 2000, address_of(gtl_cuInit)},
    {"cuDriverGetVersion", 2020, address_of(gtl_cuDriverGetVersion)},
    {"cuDeviceGet", 2000, address_of(gtl_cuDeviceGet)},
    {"cuDeviceGetCount", 2000, address_of(gtl_cuDeviceGetCount)},
    {"cuDeviceGetName", 2000, address_of(gtl_cuDeviceGetName)},
    {"cuDeviceGetAttribute", 2000, address_of(gtl_cuDeviceGetAttribute)},
    {"cuDeviceTotalMem", 3020, address_of(gtl_cuDeviceTotalMem)},
    {"cuCtxGetCurrent", 4000, address_of(gtl_cuCtxGetCurrent)},
    {"cuCtxGetDevice", 2000, address_of(gtl_cuCtxGetDevice)},
    {"cuCtxSynchronize", 2000, address_of(gtl_cuCtxSynchronize)},
    {"cuPointerGetAttribute", 4000, address_of(gtl_cuPointerGetAttribute)},
    {"cuModuleLoadData", 2000, address_of(gtl_cuModuleLoadData)},
    {"cuModuleUnload", 2000, address_of(gtl_cuModuleUnload)},
    {"cuModuleGetFunction", 2000, address_of(gtl_cuModuleGetFunction)},
    {"cuModuleGetGlobal", 3020, address_of(gtl_cuModuleGetGlobal)},
    {"cuFuncGetAttribute", 2020, address_of(gtl_cuFuncGetAttribute)},
    {"cuFuncSetAttribute", 9000, address_of(gtl_cuFuncSetAttribute)},
    {"cuOccupancyMaxActiveBlocksPerMultiprocessor", 6050,
     address_of(gtl_cuOccupancyMaxActiveBlocksPerMultiprocessor)},
    {"cuLaunchKernel", 4000, address_of(gtl_cuLaunchKernel)},
    {"cuLaunchKernelEx", 11060, address_of(gtl_cuLaunchKernelEx)},
    {"cuMemAlloc", 3020, address_of(gtl_cuMemAlloc)},
    {"cuMemFree", 3020, address_of(gtl_cuMemFree)},
    {"cuMemcpyAsync", 4000, address_of(gtl_cuMemcpyAsync)},
    {"cuMemsetD8Async", 3020, address_of(gtl_cuMemsetD8Async)},
    {"cuMemsetD32Async", 3020, address_of(gtl_cuMemsetD32Async)},
    {"cuStreamSynchronize", 2000, address_of(gtl_cuStreamSynchronize)},
    {"cuTensorMapEncodeTiled", 12000, address_of(gtl_cuTensorMapEncodeTiled)},
    {"cuTensorMapReplaceAddress", 12000, address_of(gtl_cuTensorMapReplaceAddress)},
};

}  // namespace

const DriverFunction* find_driver_function(std::string_view name, int version, bool& is_known) {
  is_known = false;
  for (const DriverFunction& function : kFunctions) {
    if (name != function.name) continue;
    is_known = true;
    if (function.since <= version) return &function;
  }
  return nullptr;
}

}  // namespace gtl::runtime
