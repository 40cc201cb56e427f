// The driver's functions by name, as libraries fetch them. One line a call.
//
//   nvcc -o driver_entry_points driver_entry_points.cu
//   ./driver_entry_points > driver_entry_points_h200.txt
//
// On a GPU, that is: the record is what the emulator is held against.
#include "say.h"

int main() {
  cudaFree(nullptr);
  void* address = nullptr;
  cudaDriverEntryPointQueryResult found;
  const char* names[] = {"cuGetErrorString",
                         "cuGetErrorName",
                         "cuInit",
                         "cuDriverGetVersion",
                         "cuCtxGetCurrent",
                         "cuCtxGetDevice",
                         "cuDeviceGet",
                         "cuDeviceGetCount",
                         "cuDeviceGetName",
                         "cuDeviceGetAttribute",
                         "cuPointerGetAttribute",
                         "cuLaunchKernel",
                         "cuLaunchKernelEx",
                         "cuMemsetD8Async",
                         "cuMemsetD32Async",
                         "cuModuleLoadData",
                         "cuModuleGetFunction",
                         "cuModuleUnload",
                         "cuTensorMapEncodeTiled",
                         "cuFuncGetAttribute",
                         "cuStreamSynchronize",
                         "cuMemAlloc",
                         "cuMemFree",
                         "cuMemcpyAsync",
                         "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                         "cuNoSuchFunction"};
  for (const char* name : names) {
    address = nullptr;
    const cudaError_t error =
        cudaGetDriverEntryPointByVersion(name, &address, 12000, cudaEnableDefault, &found);
    std::printf("%s: %s, %d, an address %d\n", name, cudaGetErrorName(error), found,
                address != nullptr);
    cudaGetLastError();
  }
  say("flags 9", cudaGetDriverEntryPointByVersion("cuInit", &address, 12000, 9, &found));
  say("version 1", cudaGetDriverEntryPointByVersion("cuLaunchKernelEx", &address, 1000,
                                                    cudaEnableDefault, &found));
  std::printf("  %d\n", found);
  say("without a query result",
      cudaGetDriverEntryPointByVersion("cuInit", &address, 12000, cudaEnableDefault, nullptr));
  say("unknown, without a query result",
      cudaGetDriverEntryPointByVersion("cuNoSuchFunction", &address, 12000, cudaEnableDefault,
                                       nullptr));
  return 0;
}
