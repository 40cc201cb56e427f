// What the real runtime answers to calls that are wrong, and which errors stay: one line a call.
//
//   nvcc -o error_codes error_codes.cu
//   for part in calls illegal misaligned trap; do ./error_codes $part; done > error_codes_h200.txt
//
// On a GPU, that is. The record (NVIDIA H200, driver 580.159.04, CUDA 13.0) is what the emulator's
// error codes are held against.
#include <cstring>

#include "say.h"

__global__ void store(int* place) { *place = 31; }
__global__ void store_misaligned(char* place) { *reinterpret_cast<int*>(place + 1) = 1; }
__global__ void trap() { __trap(); }
__device__ int variable;
__constant__ int constant[4];

template <class Launch>
void launch(const char* what, Launch start) {
  start();
  say(what, cudaPeekAtLastError());
}

/// After a kernel has failed: which calls still work, and does cudaDeviceReset help?
void after_fault(const char* fault) {
  std::printf("after %s\n", fault);
  int* place = nullptr;
  say("  synchronize", cudaDeviceSynchronize());
  say("  synchronize again", cudaDeviceSynchronize());
  say("  malloc", cudaMalloc(&place, 4));
  say("  free null", cudaFree(nullptr));
  int count = 0;
  say("  get device count", cudaGetDeviceCount(&count));
  cudaDeviceProp properties;
  say("  get properties", cudaGetDeviceProperties(&properties, 0));
  say("  device reset", cudaDeviceReset());
  say("  malloc after reset", cudaMalloc(&place, 4));
  launch("  launch after reset", [&] { store<<<1, 1>>>(place); });
  say("  synchronize after reset", cudaDeviceSynchronize());
}

int main(int argc, char** argv) {
  const char* part = argc > 1 ? argv[1] : "calls";
  int* place;
  cudaMalloc(&place, 1024);
  if (std::strcmp(part, "illegal") == 0) {
    store<<<1, 1>>>(nullptr);
    after_fault("an illegal address");
    return 0;
  }
  if (std::strcmp(part, "misaligned") == 0) {
    store_misaligned<<<1, 1>>>(reinterpret_cast<char*>(place));
    after_fault("a misaligned address");
    return 0;
  }
  if (std::strcmp(part, "trap") == 0) {
    trap<<<1, 1>>>();
    after_fault("a trap");
    return 0;
  }

  launch("launch, 2048 threads", [&] { store<<<1, 2048>>>(place); });
  launch("launch, empty grid", [&] { store<<<0, 1>>>(place); });
  launch("launch, empty block", [&] { store<<<1, 0>>>(place); });
  launch("launch, 300000 bytes of shared memory", [&] { store<<<1, 1, 300000>>>(place); });
  launch("launch, per-thread stream", [&] { store<<<1, 1, 0, cudaStreamPerThread>>>(place); });

  int* other = nullptr;
  say("malloc, 0 bytes", cudaMalloc(&other, 0));
  std::printf("  gives %s\n", other == nullptr ? "null" : "an address");
  say("malloc, 2^50 bytes", cudaMalloc(&other, size_t{1} << 50));
  say("malloc, null result", cudaMalloc(static_cast<int**>(nullptr), 4));
  say("free null", cudaFree(nullptr));
  say("free an inner address", cudaFree(place + 1));
  int host = 0;
  say("free a host address", cudaFree(&host));
  say("free host, null", cudaFreeHost(nullptr));
  say("free host, not pinned", cudaFreeHost(&host));
  say("host alloc, 0 bytes", cudaMallocHost(&other, 0));
  say("managed, 0 bytes", cudaMallocManaged(&other, 0));

  say("memcpy, null source", cudaMemcpy(place, nullptr, 4, cudaMemcpyHostToDevice));
  say("memcpy, null, 0 bytes", cudaMemcpy(nullptr, nullptr, 0, cudaMemcpyHostToDevice));
  say("memcpy, kind 9", cudaMemcpy(place, &host, 4, static_cast<cudaMemcpyKind>(9)));
  say("memcpy, past the end", cudaMemcpy(&host, place, size_t{1} << 30, cudaMemcpyDeviceToHost));
  say("memcpy, both swapped", cudaMemcpy(&host, place, 4, cudaMemcpyHostToDevice));
  say("memset, null", cudaMemset(nullptr, 0, 4));
  say("memset, 0 bytes", cudaMemset(nullptr, 0, 0));
  say("memset, host address", cudaMemset(&host, 0, 4));
  say("memcpy2D, width beyond pitch",
      cudaMemcpy2D(place, 4, place + 64, 4, 8, 2, cudaMemcpyDeviceToDevice));
  say("to symbol, too long", cudaMemcpyToSymbol(constant, &host, 64));
  say("to symbol, not one", cudaMemcpyToSymbol(host, &host, 4));
  void* address = nullptr;
  say("symbol address, not one", cudaGetSymbolAddress(&address, host));
  say("symbol address", cudaGetSymbolAddress(&address, variable));

  cudaEvent_t start, stop, untimed;
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming);
  float milliseconds = 0;
  say("elapsed, never recorded", cudaEventElapsedTime(&milliseconds, start, stop));
  cudaEventRecord(start);
  cudaEventRecord(untimed);
  cudaDeviceSynchronize();
  say("elapsed, without timing", cudaEventElapsedTime(&milliseconds, start, untimed));
  say("query, never recorded", cudaEventQuery(stop));
  say("synchronize, never recorded", cudaEventSynchronize(stop));
  say("event, unknown flag", cudaEventCreateWithFlags(&stop, 0x100));
  say("destroy, null event", cudaEventDestroy(nullptr));
  cudaStream_t stream;
  say("stream, unknown flag", cudaStreamCreateWithFlags(&stream, 0x100));
  say("destroy, null stream", cudaStreamDestroy(nullptr));

  int value = 0;
  say("set device 7", cudaSetDevice(7));
  say("set device -1", cudaSetDevice(-1));
  say("attribute 9999", cudaDeviceGetAttribute(&value, static_cast<cudaDeviceAttr>(9999), 0));
  say("attribute, device 7", cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, 7));
  cudaFuncAttributes attributes;
  say("func attributes, not a kernel",
      cudaFuncGetAttributes(&attributes, reinterpret_cast<void*>(&host)));
  say("func attributes, null",
      cudaFuncGetAttributes(&attributes, static_cast<const void*>(nullptr)));
  say("dynamic shared, 300000",
      cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 300000));
  say("dynamic shared, -1",
      cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));
  say("occupancy, 2048 threads",
      cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, store, 2048, 0));
  std::printf("  gives %d\n", value);
  say("occupancy, 0 threads", cudaOccupancyMaxActiveBlocksPerMultiprocessor(&value, store, 0, 0));
  cudaPointerAttributes pointer;
  say("pointer attributes, host", cudaPointerGetAttributes(&pointer, &host));
  std::printf("  type %d\n", pointer.type);
  say("pointer attributes, null", cudaPointerGetAttributes(&pointer, nullptr));
  say("peer, same device", cudaDeviceCanAccessPeer(&value, 0, 0));
  say("enable peer 0", cudaDeviceEnablePeerAccess(0, 0));

  cudaLibrary_t library;
  cudaKernel_t kernel;
  say("library, no PTX",
      cudaLibraryLoadData(&library, "this is no PTX", nullptr, nullptr, 0, nullptr, nullptr, 0));
  say("  its kernel", cudaLibraryGetKernel(&kernel, library, "store"));
  unsigned count = 0;
  say("  its count", cudaLibraryGetKernelCount(&count, library));
  say("library from a missing file",
      cudaLibraryLoadFromFile(&library, "/missing", nullptr, nullptr, 0, nullptr, nullptr, 0));
  std::printf("unknown error: %s, %s\n", cudaGetErrorName(static_cast<cudaError_t>(12345)),
              cudaGetErrorString(static_cast<cudaError_t>(12345)));
  return 0;
}
