// Two devices: peer access, copies between them, and whose stream is whose. One line a call.
//
//   nvcc -o peers peers.cu
//   for part in calls fault; do ./peers $part; done > peers_h200.txt
//
// On a machine with two GPUs, that is: the record is what `emulate --devices 2` is held against.
#include <cstring>

#include "say.h"

__global__ void store(int* place, int value) { *place = value; }
__global__ void copy(int* to, const int* from) { *to = *from; }
__device__ int variable = 5;

int main(int argc, char** argv) {
  int *first, *second, value = 0, count = 0;
  if (cudaGetDeviceCount(&count) != cudaSuccess || count < 2)
    return std::printf("two devices are needed\n"), 1;
  cudaSetDevice(0);
  cudaMalloc(&first, 4096);
  cudaSetDevice(1);
  cudaMalloc(&second, 4096);
  cudaSetDevice(0);
  if (argc > 1 && std::strcmp(argv[1], "fault") == 0) {
    copy<<<1, 1>>>(first, second);
    say("a kernel reads the other's memory", cudaDeviceSynchronize());
    say("malloc", cudaMalloc(&first, 4));
    cudaSetDevice(1);
    say("malloc on the other", cudaMalloc(&second, 4));
    store<<<1, 1>>>(second, 1);
    say("a kernel on the other", cudaDeviceSynchronize());
    say("copy from the other", cudaMemcpy(&value, second, 4, cudaMemcpyDeviceToHost));
    return 0;
  }
  std::printf("%d devices\n", count >= 2 ? 2 : count);
  say("device", cudaGetDevice(&value));
  std::printf("  %d\n", value);
  say("can access", cudaDeviceCanAccessPeer(&value, 0, 1));
  std::printf("  %d\n", value);
  say("can access itself", cudaDeviceCanAccessPeer(&value, 1, 1));
  std::printf("  %d\n", value);
  say("disable, not enabled", cudaDeviceDisablePeerAccess(1));
  say("enable, flags 1", cudaDeviceEnablePeerAccess(1, 1));
  say("enable itself", cudaDeviceEnablePeerAccess(0, 0));
  for (int attribute : {2, 3, 4}) {
    say("attribute",
        cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(attribute), 0, 1));
    std::printf("  %d\n", value);
  }
  say("attribute with itself",
      cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 1, 1));
  cudaPointerAttributes about{};
  say("the other's pointer", cudaPointerGetAttributes(&about, second));
  std::printf("  type %d, device %d, on device %d\n", about.type, about.device,
              about.devicePointer == second);
  say("memcpy to the other, default", cudaMemcpy(second, first, 64, cudaMemcpyDefault));
  say("memcpy to the other, device to device",
      cudaMemcpy(second, first, 64, cudaMemcpyDeviceToDevice));
  say("memcpy peer", cudaMemcpyPeer(second, 1, first, 0, 64));
  say("memcpy peer, devices swapped", cudaMemcpyPeer(second, 0, first, 1, 64));
  say("memset of the other's", cudaMemset(second, 0, 64));
  say("copy from the other's", cudaMemcpy(&value, second, 4, cudaMemcpyDeviceToHost));
  say("enable", cudaDeviceEnablePeerAccess(1, 0));
  say("enable again", cudaDeviceEnablePeerAccess(1, 0));
  cudaMemset(first, 0, 64);
  store<<<1, 1>>>(second, 41);
  say("a kernel writes the other's memory", cudaDeviceSynchronize());
  cudaMemcpy(&value, second, 4, cudaMemcpyDeviceToHost);
  std::printf("  %d\n", value);
  say("disable", cudaDeviceDisablePeerAccess(1));
  say("disable again", cudaDeviceDisablePeerAccess(1));
  cudaStream_t own, theirs;
  cudaEvent_t event, their_event;
  cudaStreamCreate(&own);
  cudaEventCreate(&event);
  cudaSetDevice(1);
  cudaStreamCreate(&theirs);
  cudaEventCreate(&their_event);
  cudaStreamGetDevice(theirs, &value);
  std::printf("stream's device %d\n", value);
  cudaSetDevice(0);
  cudaStreamGetDevice(theirs, &value);
  std::printf("stream's device %d\n", value);
  cudaStreamGetDevice(nullptr, &value);
  std::printf("default stream's device %d\n", value);
  store<<<1, 1, 0, theirs>>>(second, 1);
  say("launch in the other's stream", cudaGetLastError());
  say("memcpy async in the other's stream",
      cudaMemcpyAsync(second, first, 4, cudaMemcpyDefault, theirs));
  say("memset async in the other's stream", cudaMemsetAsync(second, 0, 4, theirs));
  say("record own event in the other's stream", cudaEventRecord(event, theirs));
  say("record the other's event in own stream", cudaEventRecord(their_event, own));
  say("record the other's event in the other's stream", cudaEventRecord(their_event, theirs));
  say("own stream waits for the other's event", cudaStreamWaitEvent(own, their_event, 0));
  say("query the other's stream", cudaStreamQuery(theirs));
  say("synchronize the other's stream", cudaStreamSynchronize(theirs));
  say("synchronize the other's event", cudaEventSynchronize(their_event));
  cudaEventRecord(event, own);
  cudaDeviceSynchronize();
  float time = 0;
  say("elapsed between devices", cudaEventElapsedTime(&time, event, their_event));
  void *here, *there;
  cudaGetSymbolAddress(&here, variable);
  cudaSetDevice(1);
  cudaGetSymbolAddress(&there, variable);
  std::printf("a variable each: %d\n", here != there);
  int nine = 9;
  cudaMemcpyToSymbol(variable, &nine, 4);
  cudaSetDevice(0);
  cudaMemcpyFromSymbol(&value, variable, 4);
  std::printf("  %d\n", value);
  cudaFuncSetAttribute(store, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000);
  cudaFuncAttributes attributes;
  cudaFuncGetAttributes(&attributes, store);
  std::printf("dynamic shared memory %d", attributes.maxDynamicSharedSizeBytes);
  cudaSetDevice(1);
  cudaFuncGetAttributes(&attributes, store);
  std::printf(" %d\n", attributes.maxDynamicSharedSizeBytes);
  size_t limit = 0;
  cudaDeviceSetLimit(cudaLimitStackSize, 4096);
  cudaSetDevice(0);
  cudaDeviceGetLimit(&limit, cudaLimitStackSize);
  std::printf("stack %zu\n", limit);
  say("free the other's memory", cudaFree(second));
  int *pooled, *pinned, *managed;
  say("malloc async in the other's stream", cudaMallocAsync(&pooled, 64, theirs));
  cudaPointerGetAttributes(&about, pooled);
  std::printf("  device %d\n", about.device);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaSetDevice(1);
  cudaPointerGetAttributes(&about, pinned);
  std::printf("pinned: device %d\n", about.device);
  cudaPointerGetAttributes(&about, managed);
  std::printf("managed: device %d\n", about.device);
  store<<<1, 1>>>(pinned, 6);
  store<<<1, 1>>>(managed, 7);
  say("pinned and managed from the other", cudaDeviceSynchronize());
  std::printf("  %d %d\n", *pinned, *managed);
  cudaMemPool_t pool, other_pool;
  cudaDeviceGetDefaultMemPool(&pool, 0);
  cudaDeviceGetDefaultMemPool(&other_pool, 1);
  std::printf("a pool each: %d\n", pool != other_pool);
  cudaMemAccessDesc access{};
  access.location = {cudaMemLocationTypeDevice, 1};
  access.flags = cudaMemAccessFlagsProtReadWrite;
  say("pool access for the other", cudaMemPoolSetAccess(pool, &access, 1));
  int devices[] = {1, 0};
  say("valid devices", cudaSetValidDevices(devices, 2));
  say("set device 2", cudaSetDevice(count));
  say("reset", cudaDeviceReset());
  cudaSetDevice(0);
  store<<<1, 1>>>(first, 1);
  say("device 0 after a reset of 1", cudaDeviceSynchronize());
  return 0;
}
