// Kernels and modules as the runtime shows them. One line a call.
//
//   nvcc -arch=sm_90 -o functions functions.cu && ./functions > functions_h200.txt
//
// On a GPU, that is: the record is what the emulator is held against.
#include <cstring>
#include <string>
#include <vector>

#include "say.h"

struct Wide {
  char a;
  double b;
  short c[3];
};
__constant__ float constants[100];
__device__ int counter;
__global__ void plain(int* place) { *place = 1; }
__global__ void wide(Wide wide, char a, int* place, short b) { *place = wide.c[1] + a + b; }
__global__ void __launch_bounds__(128, 4) bounded(int* place) { *place = 1; }
__global__ void shared(float* place) {
  __shared__ float tile[1000];
  tile[threadIdx.x] = place[threadIdx.x];
  __syncthreads();
  place[threadIdx.x] = tile[31 - threadIdx.x] * constants[threadIdx.x % 100];
}
__global__ void local(int* place, int index) {
  int values[200];
  for (int i = 0; i < 200; ++i) values[i] = place[i];
  place[0] = values[index];
}
__global__ void heavy(double* place) {
  double value[40];
  for (int i = 0; i < 40; ++i) value[i] = place[i * 32 + threadIdx.x];
  for (int j = 0; j < 10; ++j)
    for (int i = 0; i < 40; ++i) value[i] = value[i] * value[(i + 7) % 40] + place[j];
  for (int i = 0; i < 40; ++i) place[i * 32 + threadIdx.x] = value[i];
}
extern "C" __global__ void by_c_name(int* place) { *place = counter; }

template <class Kernel>
void attributes(const char* what, Kernel kernel) {
  cudaFuncAttributes a{};
  std::memset(&a, 0x55, sizeof a);
  const cudaError_t error = cudaFuncGetAttributes(&a, kernel);
  std::printf(
      "%s: %s, shared %zu, const %zu, local %zu, threads %d, registers %d, ptx %d, binary %d, ca "
      "%d, dynamic %d, "
      "carveout %d, cluster %d %d %d %d, policy %d, non-portable %d\n",
      what, cudaGetErrorName(error), a.sharedSizeBytes, a.constSizeBytes, a.localSizeBytes,
      a.maxThreadsPerBlock, a.numRegs, a.ptxVersion, a.binaryVersion, a.cacheModeCA,
      a.maxDynamicSharedSizeBytes, a.preferredShmemCarveout, a.clusterDimMustBeSet,
      a.requiredClusterWidth, a.requiredClusterHeight, a.requiredClusterDepth,
      a.clusterSchedulingPolicyPreference, a.nonPortableClusterSizeAllowed);
}

const char* kPtx = R"(
.version 7.8
.target sm_90
.address_size 64
.visible .global .align 4 .u32 seen;
.visible .const .align 4 .b8 table[64];
.visible .entry first(.param .u64 place) { ret; }
.visible .entry second(.param .u64 place, .param .u32 value) { ret; }
)";

void libraries() {
  std::printf("libraries\n");
  cudaLibrary_t library;
  cudaKernel_t kernel, same;
  say("load", cudaLibraryLoadData(&library, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  say("load, null image",
      cudaLibraryLoadData(&library, nullptr, nullptr, nullptr, 0, nullptr, nullptr, 0));
  cudaLibrary_t none;
  say("load, null library",
      cudaLibraryLoadData(nullptr, kPtx, nullptr, nullptr, 0, nullptr, nullptr, 0));
  unsigned count = 0;
  say("count", cudaLibraryGetKernelCount(&count, library));
  std::printf("  %u\n", count);
  say("kernel", cudaLibraryGetKernel(&kernel, library, "second"));
  say("kernel again", cudaLibraryGetKernel(&same, library, "second"));
  std::printf("  the same %d\n", kernel == same);
  say("kernel, absent", cudaLibraryGetKernel(&same, library, "third"));
  say("kernel, null name", cudaLibraryGetKernel(&same, library, nullptr));
  cudaKernel_t all[4] = {};
  say("enumerate 4", cudaLibraryEnumerateKernels(all, 4, library));
  std::printf("  %d %d %d\n", all[0] != nullptr, all[1] != nullptr, all[2] != nullptr);
  say("enumerate 1", cudaLibraryEnumerateKernels(all, 1, library));
  say("enumerate 0", cudaLibraryEnumerateKernels(all, 0, library));
  say("enumerate, null", cudaLibraryEnumerateKernels(nullptr, 1, library));
  void* address = nullptr;
  size_t size = 0;
  say("global", cudaLibraryGetGlobal(&address, &size, library, "seen"));
  std::printf("  %zu\n", size);
  say("global, constant", cudaLibraryGetGlobal(&address, &size, library, "table"));
  std::printf("  %zu\n", size);
  say("global, absent", cudaLibraryGetGlobal(&address, &size, library, "unseen"));
  say("global, a kernel", cudaLibraryGetGlobal(&address, &size, library, "first"));
  say("global, without results", cudaLibraryGetGlobal(nullptr, nullptr, library, "seen"));
  say("managed, no managed one", cudaLibraryGetManaged(&address, &size, library, "seen"));
  say("unified function", cudaLibraryGetUnifiedFunction(&address, library, "first"));
  const char* name = nullptr;
  say("name", cudaFuncGetName(&name, kernel));
  std::printf("  %s\n", name);
  say("attribute for device 0",
      cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000,
                                      0));
  say("attribute for device 7",
      cudaKernelSetAttributeForDevice(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000,
                                      7));
  cudaFunction_t function;
  say("function of a symbol", cudaGetFuncBySymbol(&function, reinterpret_cast<const void*>(plain)));
  say("function of no symbol", cudaGetFuncBySymbol(&function, &library));
  say("kernel of a symbol", cudaGetKernel(&same, reinterpret_cast<const void*>(plain)));
  say("kernel of no symbol", cudaGetKernel(&same, reinterpret_cast<const void*>(&library)));
  int *place, value = 3;
  cudaMalloc(&place, 4);
  void* arguments[] = {&place, &value};
  say("launch", cudaLaunchKernel(reinterpret_cast<const void*>(kernel), dim3(1), dim3(32),
                                 arguments, 0, nullptr));
  say("synchronize", cudaDeviceSynchronize());
  say("unload", cudaLibraryUnload(library));
  say("unload, null", cudaLibraryUnload(nullptr));
  say("syntax error",
      cudaLibraryLoadData(
          &none, ".version 7.8\n.target sm_90\n.address_size 64\n.visible .entry f() { ret\n",
          nullptr, nullptr, 0, nullptr, nullptr, 0));
  say("  its kernel", cudaLibraryGetKernel(&same, none, "f"));
  say("newer than the device",
      cudaLibraryLoadData(
          &none, ".version 8.8\n.target sm_120\n.address_size 64\n.visible .entry f() { ret; }\n",
          nullptr, nullptr, 0, nullptr, nullptr, 0));
  say("  its kernel", cudaLibraryGetKernel(&same, none, "f"));
}

void parameters() {
  std::printf("parameters\n");
  for (size_t i = 0; i < 5; ++i) {
    size_t offset = 77, size = 77;
    const cudaError_t error =
        cudaFuncGetParamInfo(reinterpret_cast<const void*>(wide), i, &offset, &size);
    std::printf("parameter %zu: %s, offset %zu, size %zu\n", i, cudaGetErrorName(error), offset,
                size);
    cudaGetLastError();
  }
  size_t offset = 0;
  say("without a size",
      cudaFuncGetParamInfo(reinterpret_cast<const void*>(wide), 0, &offset, nullptr));
  say("without an offset",
      cudaFuncGetParamInfo(reinterpret_cast<const void*>(wide), 0, nullptr, &offset));
  const char* name = nullptr;
  say("name", cudaFuncGetName(&name, reinterpret_cast<const void*>(wide)));
  std::printf("  %s\n", name);
  say("name, null", cudaFuncGetName(nullptr, reinterpret_cast<const void*>(wide)));
  say("cache", cudaFuncSetCacheConfig(plain, cudaFuncCachePreferShared));
  say("cache 9", cudaFuncSetCacheConfig(plain, static_cast<cudaFuncCache>(9)));
  say("carveout 50",
      cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
  say("carveout 101",
      cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, 101));
  say("carveout -2",
      cudaFuncSetAttribute(plain, cudaFuncAttributePreferredSharedMemoryCarveout, -2));
  say("attribute 99", cudaFuncSetAttribute(plain, static_cast<cudaFuncAttribute>(99), 1));
  say("attribute 0", cudaFuncSetAttribute(plain, static_cast<cudaFuncAttribute>(0), 1));
  say("dynamic shared 0",
      cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
  attributes("shared, 0 dynamic", shared);
  say("dynamic shared 65536",
      cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 65536));
  say("dynamic shared, all",
      cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448 - 4000));
  say("dynamic shared, too much",
      cudaFuncSetAttribute(shared, cudaFuncAttributeMaxDynamicSharedMemorySize, 232448 - 3999));
  attributes("plain after all this", plain);
  attributes("shared after all this", shared);
}

int main() {
  std::setvbuf(stdout, nullptr, _IONBF, 0);  // Whatever happens, what was said stays.
  cudaFree(nullptr);
  attributes("plain", plain);
  attributes("wide", wide);
  attributes("bounded", bounded);
  attributes("shared", shared);
  attributes("local", local);
  attributes("heavy", heavy);
  attributes("by_c_name", by_c_name);
  parameters();
  libraries();
  return 0;
}
