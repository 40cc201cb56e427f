// Streams, events, callbacks and the device: what calls accept and answer. One line a call.
//
//   nvcc -o streams_devices streams_devices.cu && ./streams_devices > streams_devices_h200.txt
//
// On a machine with one GPU, that is: the record is what the emulator is held against.
#include <cstring>

#include "say.h"

__global__ void store(int* place, int value) { *place = value; }

void streams() {
  std::printf("streams\n");
  cudaStream_t stream, non_blocking, urgent;
  say("create", cudaStreamCreate(&stream));
  say("create, non-blocking", cudaStreamCreateWithFlags(&non_blocking, cudaStreamNonBlocking));
  say("create, priority -9", cudaStreamCreateWithPriority(&urgent, cudaStreamNonBlocking, -9));
  say("create, null", cudaStreamCreate(nullptr));
  auto about = [](const char* what, cudaStream_t of) {
    unsigned flags = 77;
    int priority = 77, device = 77;
    const cudaError_t a = cudaStreamGetFlags(of, &flags), b = cudaStreamGetPriority(of, &priority),
                      c = cudaStreamGetDevice(of, &device), d = cudaStreamQuery(of);
    std::printf("%s: flags %u %s, priority %d %s, device %d %s, query %s\n", what, flags,
                cudaGetErrorName(a), priority, cudaGetErrorName(b), device, cudaGetErrorName(c),
                cudaGetErrorName(d));
    cudaGetLastError();
  };
  about("plain", stream);
  about("non-blocking", non_blocking);
  about("urgent", urgent);
  about("null", nullptr);
  about("legacy", cudaStreamLegacy);
  about("per thread", cudaStreamPerThread);
  unsigned long long id = 0, again = 0, other = 0;
  say("id", cudaStreamGetId(stream, &id));
  cudaStreamGetId(stream, &again);
  cudaStreamGetId(urgent, &other);
  std::printf("  the same %d, another's %d\n", id == again, id == other);
  say("id of null", cudaStreamGetId(nullptr, &id));
  say("id of legacy", cudaStreamGetId(cudaStreamLegacy, &other));
  std::printf("  the same %d\n", id == other);
  say("id, null", cudaStreamGetId(stream, nullptr));
  say("flags, null", cudaStreamGetFlags(stream, nullptr));
  say("destroy legacy", cudaStreamDestroy(cudaStreamLegacy));
  say("destroy per thread", cudaStreamDestroy(cudaStreamPerThread));
  cudaStreamAttrValue value{};
  say("attribute: policy",
      cudaStreamGetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  std::printf("  %d\n", value.syncPolicy);
  value.syncPolicy = cudaSyncPolicyYield;
  say("set policy",
      cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  value.syncPolicy = static_cast<cudaSynchronizationPolicy>(9);
  say("set policy 9",
      cudaStreamSetAttribute(stream, cudaStreamAttributeSynchronizationPolicy, &value));
  say("copy attributes", cudaStreamCopyAttributes(urgent, stream));
  cudaStreamGetAttribute(urgent, cudaStreamAttributeSynchronizationPolicy, &value);
  std::printf("  %d\n", value.syncPolicy);
  value = {};
  say("attribute: window",
      cudaStreamGetAttribute(stream, cudaStreamAttributeAccessPolicyWindow, &value));
  std::printf("  %zu\n", value.accessPolicyWindow.num_bytes);
  say("attribute: priority", cudaStreamGetAttribute(urgent, cudaStreamAttributePriority, &value));
  std::printf("  %d\n", value.priority);
  say("attribute: cooperative",
      cudaStreamGetAttribute(stream, static_cast<cudaStreamAttrID>(2), &value));
  say("attribute 99", cudaStreamGetAttribute(stream, static_cast<cudaStreamAttrID>(99), &value));
  cudaEvent_t event;
  cudaEventCreate(&event);
  say("wait, never recorded", cudaStreamWaitEvent(stream, event, 0));
  say("wait, flags 9", cudaStreamWaitEvent(stream, event, 9));
  say("wait, external", cudaStreamWaitEvent(stream, event, cudaEventWaitExternal));
  say("wait, null event", cudaStreamWaitEvent(stream, nullptr, 0));
  say("record, flags 9", cudaEventRecordWithFlags(event, stream, 9));
  say("record, external", cudaEventRecordWithFlags(event, stream, cudaEventRecordExternal));
  say("record, null event", cudaEventRecord(nullptr, stream));
  say("record", cudaEventRecord(event, stream));
  cudaStreamSynchronize(stream);
  say("query", cudaEventQuery(event));
  float time = -1;
  say("elapsed with itself", cudaEventElapsedTime(&time, event, event));
  say("elapsed, null result", cudaEventElapsedTime(nullptr, event, event));
  say("elapsed, null event", cudaEventElapsedTime(&time, event, nullptr));
  cudaEvent_t made;
  say("event, blocking", cudaEventCreateWithFlags(&made, cudaEventBlockingSync));
  say("event, for other processes, timed", cudaEventCreateWithFlags(&made, cudaEventInterprocess));
  say("event, for other processes",
      cudaEventCreateWithFlags(&made, cudaEventInterprocess | cudaEventDisableTiming));
  cudaEventDestroy(made);
  say("event, null", cudaEventCreate(nullptr));
  say("query null", cudaEventQuery(nullptr));
  say("synchronize null", cudaEventSynchronize(nullptr));
  say("stream destroy", cudaStreamDestroy(stream));
}

cudaError_t inside[7];
int called = 0;
cudaStream_t callback_stream, seen_stream;
cudaError_t seen_status;
void calls_cuda(void*) {
  void* pointer = nullptr;
  int number = 0;
  inside[0] = cudaMalloc(&pointer, 64);
  inside[1] = cudaStreamQuery(callback_stream);
  inside[2] = cudaDeviceSynchronize();
  inside[3] = cudaGetDevice(&number);
  inside[4] = cudaGetDeviceCount(&number);
  inside[5] = cudaMemsetAsync(pointer, 0, 4, callback_stream);
  inside[6] = cudaDeviceGetAttribute(&number, cudaDevAttrWarpSize, 0);
  ++called;
}
void callback(cudaStream_t stream, cudaError_t status, void* data) {
  seen_stream = stream;
  seen_status = status;
  calls_cuda(data);
}

void callbacks() {
  std::printf("callbacks\n");
  cudaStreamCreate(&callback_stream);
  auto show = [] {
    cudaStreamSynchronize(callback_stream);
    cudaGetLastError();
    std::printf("  called %d:", called);
    for (cudaError_t each : inside) std::printf(" %s", cudaGetErrorName(each));
    std::printf("\n");
  };
  say("host function", cudaLaunchHostFunc(callback_stream, calls_cuda, nullptr));
  show();
  say("host function, null", cudaLaunchHostFunc(callback_stream, nullptr, nullptr));
  say("callback", cudaStreamAddCallback(callback_stream, callback, nullptr, 0));
  show();
  std::printf("  the stream %d, %s\n", seen_stream == callback_stream,
              cudaGetErrorName(seen_status));
  say("callback in the legacy stream", cudaStreamAddCallback(nullptr, callback, nullptr, 0));
  cudaDeviceSynchronize();
  std::printf("  null %d\n", seen_stream == nullptr);
  say("callback, flags 1", cudaStreamAddCallback(callback_stream, callback, nullptr, 1));
  say("callback, null", cudaStreamAddCallback(callback_stream, nullptr, nullptr, 0));
}

void devices() {
  std::printf("devices\n");
  int value = 77;
  unsigned flags = 77;
  char bus[32] = "";
  say("device, null", cudaGetDevice(nullptr));
  say("count, null", cudaGetDeviceCount(nullptr));
  say("flags", cudaGetDeviceFlags(&flags));
  std::printf("  %u\n", flags);
  say("set flags 0x1000", cudaSetDeviceFlags(0x1000));
  say("set flags, blocking", cudaSetDeviceFlags(cudaDeviceScheduleBlockingSync));
  cudaGetDeviceFlags(&flags);
  std::printf("  %u\n", flags);
  say("set flags, yield and spin",
      cudaSetDeviceFlags(cudaDeviceScheduleYield | cudaDeviceScheduleSpin));
  say("init device", cudaInitDevice(0, 0, 0));
  say("init device 7", cudaInitDevice(7, 0, 0));
  cudaDeviceProp properties;
  say("properties of 7", cudaGetDeviceProperties(&properties, 7));
  say("properties, null", cudaGetDeviceProperties(nullptr, 0));
  cudaGetDeviceProperties(&properties, 0);
  std::memset(&properties, 0, sizeof properties);
  properties.major = 5;
  say("choose", cudaChooseDevice(&value, &properties));
  std::printf("  %d\n", value);
  say("choose, null", cudaChooseDevice(&value, nullptr));
  int valid[] = {0, 7};
  say("valid devices, none", cudaSetValidDevices(valid, 0));
  say("valid devices", cudaSetValidDevices(valid, 1));
  say("valid devices, 7", cudaSetValidDevices(valid, 2));
  say("valid devices, null", cudaSetValidDevices(nullptr, 1));
  say("bus id", cudaDeviceGetPCIBusId(bus, 32, 0));
  std::printf("  %d characters\n", static_cast<int>(std::strlen(bus)));
  say("bus id, room for 5", cudaDeviceGetPCIBusId(bus, 5, 0));
  say("bus id, device 7", cudaDeviceGetPCIBusId(bus, 32, 7));
  cudaDeviceGetPCIBusId(bus, 32, 0);
  say("by bus id", cudaDeviceGetByPCIBusId(&value, bus));
  std::printf("  %d\n", value);
  say("by a bus id that is none", cudaDeviceGetByPCIBusId(&value, "zzz"));
  say("by a bus id of nobody", cudaDeviceGetByPCIBusId(&value, "ffff:ff:1f.0"));
  say("by no bus id", cudaDeviceGetByPCIBusId(&value, nullptr));
  say("can access 7", cudaDeviceCanAccessPeer(&value, 0, 7));
  std::printf("  %d\n", value);
  say("enable 7", cudaDeviceEnablePeerAccess(7, 0));
  say("disable 0", cudaDeviceDisablePeerAccess(0));
  say("disable 7", cudaDeviceDisablePeerAccess(7));
  say("enable, flags 1", cudaDeviceEnablePeerAccess(0, 1));
  say("peer attribute", cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 0));
  say("peer attribute, device 7",
      cudaDeviceGetP2PAttribute(&value, cudaDevP2PAttrAccessSupported, 0, 7));
  say("peer attribute 99",
      cudaDeviceGetP2PAttribute(&value, static_cast<cudaDeviceP2PAttr>(99), 0, 0));
  for (int limit = 0; limit < 8; ++limit) {
    size_t bytes = 0;
    std::printf("limit %d\n", limit);
    const auto which = static_cast<cudaLimit>(limit);
    say("  set 16384", cudaDeviceSetLimit(which, 16384));
    say("  get", cudaDeviceGetLimit(&bytes, which));
    std::printf("  %zu\n", bytes);
  }
  say("limit stack 100", cudaDeviceSetLimit(cudaLimitStackSize, 100));
  size_t bytes = 0;
  cudaDeviceGetLimit(&bytes, cudaLimitStackSize);
  std::printf("  %zu\n", bytes);
  say("limit stack 2^40", cudaDeviceSetLimit(cudaLimitStackSize, size_t{1} << 40));
  say("limit, null", cudaDeviceGetLimit(nullptr, cudaLimitStackSize));
  cudaFuncCache cache = cudaFuncCachePreferEqual;
  say("cache", cudaDeviceGetCacheConfig(&cache));
  std::printf("  %d\n", cache);
  say("set cache", cudaDeviceSetCacheConfig(cudaFuncCachePreferShared));
  cudaDeviceGetCacheConfig(&cache);
  std::printf("  %d\n", cache);
  say("set cache 9", cudaDeviceSetCacheConfig(static_cast<cudaFuncCache>(9)));
  cudaSharedMemConfig banks;
  say("banks", cudaDeviceGetSharedMemConfig(&banks));
  std::printf("  %d\n", banks);
  say("set banks", cudaDeviceSetSharedMemConfig(cudaSharedMemBankSizeEightByte));
  cudaDeviceGetSharedMemConfig(&banks);
  std::printf("  %d\n", banks);
  say("persisting L2", cudaCtxResetPersistingL2Cache());
  say("flush writes",
      cudaDeviceFlushGPUDirectRDMAWrites(cudaFlushGPUDirectRDMAWritesTargetCurrentDevice,
                                         cudaFlushGPUDirectRDMAWritesToOwner));
  int version = 0;
  say("runtime version", cudaRuntimeGetVersion(&version));
  std::printf("  %d\n", version);
  say("driver version, null", cudaDriverGetVersion(nullptr));
}

int main() {
  cudaFree(nullptr);
  streams();
  callbacks();
  devices();
  return 0;
}
