// Memory of every kind: what calls accept, what pointers are, what pools say. One line a call.
//
//   nvcc -o memory_calls memory_calls.cu && ./memory_calls > memory_calls_h200.txt
//
// On a GPU, that is: the record is what the emulator's memory is held against.
#include <cstdlib>
#include <cstring>

#include "say.h"

__device__ int variable[16];
__managed__ int managed_variable;

void pointer(const char* what, const void* of) {
  cudaPointerAttributes a{};
  std::memset(&a, 0x55, sizeof a);
  const cudaError_t error = cudaPointerGetAttributes(&a, of);
  std::printf("pointer %s: %s, type %d, device %d, on device %s, on host %s\n", what,
              cudaGetErrorName(error), a.type, a.device,
              a.devicePointer == of ? "same"
              : a.devicePointer     ? "other"
                                    : "null",
              a.hostPointer == of ? "same"
              : a.hostPointer     ? "other"
                                  : "null");
}

cudaMemLocation at(cudaMemLocationType type, int id = 0) { return cudaMemLocation{type, id}; }

void host_memory() {
  std::printf("host memory\n");
  int *pinned, *mapped, *device, flags_out = 0;
  unsigned flags = 0;
  say("host alloc, flags 0x100", cudaHostAlloc(&pinned, 64, 0x100));
  say("host alloc", cudaHostAlloc(&pinned, 64, cudaHostAllocDefault));
  say("host alloc, mapped portable",
      cudaHostAlloc(&mapped, 64, cudaHostAllocMapped | cudaHostAllocPortable));
  say("host alloc, write combined", cudaHostAlloc(&mapped, 64, cudaHostAllocWriteCombined));
  say("host alloc, null", cudaHostAlloc(static_cast<int**>(nullptr), 64, 0));
  say("flags", cudaHostGetFlags(&flags, pinned));
  std::printf("  %u\n", flags);
  say("flags, write combined", cudaHostGetFlags(&flags, mapped));
  std::printf("  %u\n", flags);
  say("flags, not pinned", cudaHostGetFlags(&flags, &flags_out));
  say("device pointer", cudaHostGetDevicePointer(&device, pinned, 0));
  std::printf("  the same %d\n", device == pinned);
  say("device pointer, inside", cudaHostGetDevicePointer(&device, pinned + 2, 0));
  std::printf("  the same %d\n", device == pinned + 2);
  say("device pointer, flags 1", cudaHostGetDevicePointer(&device, pinned, 1));
  say("device pointer, not pinned", cudaHostGetDevicePointer(&device, &flags_out, 0));
  say("device pointer, null", cudaHostGetDevicePointer(&device, nullptr, 0));
  char* own = static_cast<char*>(std::aligned_alloc(4096, 65536));
  std::memset(own, 0, 65536);
  say("register, flags 0x100", cudaHostRegister(own, 4096, 0x100));
  say("register, null", cudaHostRegister(nullptr, 4096, 0));
  say("register, 0 bytes", cudaHostRegister(own, 0, 0));
  say("register", cudaHostRegister(own, 4096, cudaHostRegisterDefault));
  say("register again", cudaHostRegister(own, 4096, cudaHostRegisterDefault));
  say("register, overlapping", cudaHostRegister(own + 2048, 4096, cudaHostRegisterDefault));
  say("register, read-only", cudaHostRegister(own + 8192, 4096, cudaHostRegisterReadOnly));
  say("register, portable and mapped",
      cudaHostRegister(own + 16384, 4096, cudaHostRegisterPortable | cudaHostRegisterMapped));
  pointer("registered", own + 100);
  say("flags, registered", cudaHostGetFlags(&flags, own));
  std::printf("  %u\n", flags);
  say("unregister, inside", cudaHostUnregister(own + 1024));
  say("unregister", cudaHostUnregister(own));
  say("unregister again", cudaHostUnregister(own));
  say("unregister, null", cudaHostUnregister(nullptr));
  say("unregister pinned", cudaHostUnregister(pinned));
  say("free host of registered", cudaFreeHost(own + 8192));
  say("register device memory", cudaMalloc(&device, 4096));
  say("  so", cudaHostRegister(device, 4096, 0));
  say("register pinned", cudaHostRegister(pinned, 64, 0));
  say("free pinned with cudaFree", cudaFree(pinned));
  say("free device with cudaFreeHost", cudaFreeHost(device));
  say("free host, inside", cudaFreeHost(pinned + 1));
  say("free host", cudaFreeHost(pinned));
  say("free host twice", cudaFreeHost(pinned));
  say("free", cudaFree(device));
  say("free twice", cudaFree(device));
}

void pointers() {
  std::printf("pointers\n");
  int *device, *pinned, *managed, *pooled, local = 0;
  cudaMalloc(&device, 64);
  cudaMallocHost(&pinned, 64);
  cudaMallocManaged(&managed, 64);
  cudaMallocAsync(&pooled, 64, nullptr);
  void *of_variable, *of_managed;
  cudaGetSymbolAddress(&of_variable, variable);
  cudaGetSymbolAddress(&of_managed, managed_variable);
  pointer("device", device);
  pointer("device, inside", device + 3);
  pointer("device, end", device + 16);
  pointer("pinned", pinned);
  pointer("managed", managed);
  pointer("pooled", pooled);
  pointer("variable", of_variable);
  pointer("managed variable", of_managed);
  pointer("local", &local);
  pointer("null", nullptr);
  cudaFree(device);
  pointer("nowhere", reinterpret_cast<void*>(0x10));
  say("attributes, null", cudaPointerGetAttributes(nullptr, pinned));
  say("free pooled with cudaFree", cudaFree(pooled));
  say("free managed with cudaFreeHost", cudaFreeHost(managed));
  say("managed, flags 0", cudaMallocManaged(&managed, 64, 0));
  say("managed, flags 3", cudaMallocManaged(&managed, 64, 3));
  say("managed, host", cudaMallocManaged(&managed, 64, cudaMemAttachHost));
  say("pitch, width 0", cudaMallocPitch(&device, reinterpret_cast<size_t*>(&of_variable), 0, 4));
  say("pitch, height 0", cudaMallocPitch(&device, reinterpret_cast<size_t*>(&of_variable), 64, 0));
  cudaPitchedPtr pitched;
  say("3D", cudaMalloc3D(&pitched, make_cudaExtent(100, 5, 3)));
  std::printf("  pitch %zu, size %zu %zu\n", pitched.pitch, pitched.xsize, pitched.ysize);
  say("3D, depth 0", cudaMalloc3D(&pitched, make_cudaExtent(100, 5, 0)));
  size_t free_bytes = 0, total = 0;
  say("memory info", cudaMemGetInfo(&free_bytes, &total));
  std::printf("  some is free %d\n", free_bytes > 0 && free_bytes < total);
  say("memory info, null", cudaMemGetInfo(nullptr, nullptr));
}

void copies() {
  std::printf("copies\n");
  char *device, *other, host[256] = {};
  cudaMalloc(&device, 4096);
  cudaMalloc(&other, 4096);
  say("2D, narrow source", cudaMemcpy2D(device, 64, host, 8, 16, 4, cudaMemcpyHostToDevice));
  say("2D, one wide row", cudaMemcpy2D(device, 8, host, 8, 16, 1, cudaMemcpyHostToDevice));
  say("2D, width 0", cudaMemcpy2D(device, 8, host, 8, 0, 1, cudaMemcpyHostToDevice));
  say("2D, null, width 0", cudaMemcpy2D(nullptr, 8, nullptr, 8, 0, 1, cudaMemcpyHostToDevice));
  say("2D, past the end", cudaMemcpy2D(device, 4096, host, 16, 16, 4, cudaMemcpyHostToDevice));
  say("2D, exactly to the end",
      cudaMemcpy2D(device + 1024, 1024, host, 16, 16, 3, cudaMemcpyHostToDevice));
  say("2D, huge pitch",
      cudaMemcpy2D(device, size_t{1} << 32, host, 16, 16, 1, cudaMemcpyHostToDevice));
  cudaMemcpy3DParms copy{};
  say("3D, empty", cudaMemcpy3D(&copy));
  say("3D, null", cudaMemcpy3D(nullptr));
  copy.srcPtr = make_cudaPitchedPtr(device, 16, 16, 4);
  copy.dstPtr = make_cudaPitchedPtr(other, 32, 16, 4);
  copy.extent = make_cudaExtent(16, 4, 2);
  copy.kind = cudaMemcpyDeviceToDevice;
  say("3D", cudaMemcpy3D(&copy));
  copy.kind = cudaMemcpyDefault;
  say("3D, default kind", cudaMemcpy3D(&copy));
  copy.kind = cudaMemcpyHostToDevice;
  say("3D, wrong kind", cudaMemcpy3D(&copy));
  copy.kind = cudaMemcpyDeviceToDevice;
  copy.extent.width = 20;
  say("3D, wider than the pitch", cudaMemcpy3D(&copy));
  copy.extent = make_cudaExtent(16, 8, 1);
  say("3D, taller than ysize", cudaMemcpy3D(&copy));
  copy.extent = make_cudaExtent(16, 4, 2);
  copy.srcPos = make_cudaPos(4, 0, 0);
  say("3D, position and width beyond the pitch", cudaMemcpy3D(&copy));
  copy.srcPos = make_cudaPos(0, 0, 0);
  copy.extent.depth = 0;
  say("3D, depth 0", cudaMemcpy3D(&copy));
  say("peer", cudaMemcpyPeer(device, 0, other, 0, 64));
  say("peer, device 7", cudaMemcpyPeer(device, 7, other, 0, 64));
  say("peer, null", cudaMemcpyPeer(nullptr, 0, other, 0, 64));
  cudaMemcpy3DPeerParms peer{};
  peer.srcPtr = make_cudaPitchedPtr(device, 16, 16, 4);
  peer.dstPtr = make_cudaPitchedPtr(other, 32, 16, 4);
  peer.extent = make_cudaExtent(16, 4, 2);
  say("3D peer", cudaMemcpy3DPeer(&peer));
  peer.srcDevice = 7;
  say("3D peer, device 7", cudaMemcpy3DPeer(&peer));
  say("memset 2D, narrow", cudaMemset2D(device, 8, 1, 16, 2));
  say("memset 2D, past the end", cudaMemset2D(device, 4096, 1, 16, 2));
  say("memset 2D, width 0", cudaMemset2D(device, 8, 1, 0, 2));
  say("memset 3D",
      cudaMemset3D(make_cudaPitchedPtr(device, 16, 16, 4), 1, make_cudaExtent(16, 4, 2)));
  say("memset 3D, taller than ysize",
      cudaMemset3D(make_cudaPitchedPtr(device, 16, 16, 4), 1, make_cudaExtent(16, 8, 1)));
  say("memset past the end", cudaMemset(device, 0, 8192));
  say("memcpy host to host, device pointers", cudaMemcpy(device, other, 64, cudaMemcpyHostToHost));
  say("memcpy, overlapping", cudaMemcpy(device, device + 16, 64, cudaMemcpyDeviceToDevice));
  const void* sources[] = {host, other};
  const void* targets[] = {device, device + 64};
  size_t sizes[] = {16, 32}, first[] = {0};
  cudaMemcpyAttributes how{};
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  say("batch", cudaMemcpyBatchAsync(targets, sources, sizes, 2, &how, first, 1, stream));
  say("batch, legacy stream",
      cudaMemcpyBatchAsync(targets, sources, sizes, 2, &how, first, 1, nullptr));
  say("batch, none", cudaMemcpyBatchAsync(targets, sources, sizes, 0, &how, first, 1, stream));
  how.srcAccessOrder = cudaMemcpySrcAccessOrderInvalid;
  say("batch, no order", cudaMemcpyBatchAsync(targets, sources, sizes, 2, &how, first, 1, stream));
  how.srcAccessOrder = cudaMemcpySrcAccessOrderStream;
  sizes[0] = 0;
  say("batch, 0 bytes", cudaMemcpyBatchAsync(targets, sources, sizes, 2, &how, first, 1, stream));
  sizes[0] = 16;
  targets[0] = nullptr;
  say("batch, null", cudaMemcpyBatchAsync(targets, sources, sizes, 2, &how, first, 1, stream));
}

void advice() {
  std::printf("advice\n");
  int *managed, *device, *pinned, local[64];
  cudaMallocManaged(&managed, 1 << 21);
  cudaMalloc(&device, 4096);
  cudaMallocHost(&pinned, 4096);
  const auto gpu = at(cudaMemLocationTypeDevice), cpu = at(cudaMemLocationTypeHost);
  say("prefetch", cudaMemPrefetchAsync(managed, 4096, gpu, 0));
  say("prefetch to the host", cudaMemPrefetchAsync(managed, 4096, cpu, 0));
  say("prefetch to device 7",
      cudaMemPrefetchAsync(managed, 4096, at(cudaMemLocationTypeDevice, 7), 0));
  say("prefetch to nowhere",
      cudaMemPrefetchAsync(managed, 4096, at(cudaMemLocationTypeInvalid), 0));
  say("prefetch, flags 1", cudaMemPrefetchAsync(managed, 4096, gpu, 1));
  say("prefetch, 0 bytes", cudaMemPrefetchAsync(managed, 0, gpu, 0));
  say("prefetch, past the end", cudaMemPrefetchAsync(managed, 1 << 23, gpu, 0));
  say("prefetch, device memory", cudaMemPrefetchAsync(device, 4096, gpu, 0));
  say("prefetch, pinned memory", cudaMemPrefetchAsync(pinned, 4096, gpu, 0));
  say("prefetch, local memory", cudaMemPrefetchAsync(local, 16, gpu, 0));
  say("prefetch, null", cudaMemPrefetchAsync(nullptr, 16, gpu, 0));
  say("advise read mostly", cudaMemAdvise(managed, 4096, cudaMemAdviseSetReadMostly, gpu));
  say("advise location", cudaMemAdvise(managed, 4096, cudaMemAdviseSetPreferredLocation, cpu));
  say("advise accessed by", cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, gpu));
  say("advise accessed by 7",
      cudaMemAdvise(managed, 4096, cudaMemAdviseSetAccessedBy, at(cudaMemLocationTypeDevice, 7)));
  say("advise 99", cudaMemAdvise(managed, 4096, static_cast<cudaMemoryAdvise>(99), gpu));
  say("advise 0 bytes", cudaMemAdvise(managed, 0, cudaMemAdviseSetReadMostly, gpu));
  say("advise device memory", cudaMemAdvise(device, 4096, cudaMemAdviseSetReadMostly, gpu));
  say("advise local memory", cudaMemAdvise(local, 16, cudaMemAdviseSetReadMostly, gpu));
  auto range = [&](const char* what, cudaMemRangeAttribute attribute, const void* of,
                   size_t bytes = 4) {
    int value[2] = {77, 77};
    say(what, cudaMemRangeGetAttribute(value, bytes, attribute, of, 4096));
    std::printf("  %d %d\n", value[0], value[1]);
  };
  range("range, read mostly", cudaMemRangeAttributeReadMostly, managed);
  range("range, preferred location", cudaMemRangeAttributePreferredLocation, managed);
  range("range, preferred type", cudaMemRangeAttributePreferredLocationType, managed);
  range("range, preferred id", cudaMemRangeAttributePreferredLocationId, managed);
  range("range, accessed by", cudaMemRangeAttributeAccessedBy, managed, 8);
  range("range, last prefetch", cudaMemRangeAttributeLastPrefetchLocation, managed);
  range("range, last prefetch type", cudaMemRangeAttributeLastPrefetchLocationType, managed);
  range("range, the rest", cudaMemRangeAttributeReadMostly, managed + 65536);
  range("range, the rest's location", cudaMemRangeAttributePreferredLocation, managed + 65536);
  range("range, the rest's last prefetch", cudaMemRangeAttributeLastPrefetchLocation,
        managed + 65536);
  range("range, 3 bytes", cudaMemRangeAttributeReadMostly, managed, 3);
  range("range, attribute 99", static_cast<cudaMemRangeAttribute>(99), managed);
  range("range, device memory", cudaMemRangeAttributeReadMostly, device);
  say("unset read mostly", cudaMemAdvise(managed, 4096, cudaMemAdviseUnsetReadMostly, gpu));
  say("unset location", cudaMemAdvise(managed, 4096, cudaMemAdviseUnsetPreferredLocation, gpu));
  say("unset accessed by", cudaMemAdvise(managed, 4096, cudaMemAdviseUnsetAccessedBy, gpu));
  range("range, read mostly", cudaMemRangeAttributeReadMostly, managed);
  range("range, preferred location", cudaMemRangeAttributePreferredLocation, managed);
  range("range, accessed by", cudaMemRangeAttributeAccessedBy, managed, 8);
  say("attach", cudaStreamAttachMemAsync(nullptr, managed, 0, cudaMemAttachGlobal));
  say("attach, device memory", cudaStreamAttachMemAsync(nullptr, device, 0, cudaMemAttachGlobal));
  say("attach, flags 9", cudaStreamAttachMemAsync(nullptr, managed, 0, 9));
}

void pools() {
  std::printf("pools\n");
  cudaMemPool_t pool, by_default, current;
  cudaStream_t stream;
  cudaStreamCreate(&stream);
  say("default pool", cudaDeviceGetDefaultMemPool(&by_default, 0));
  say("default pool, device 7", cudaDeviceGetDefaultMemPool(&pool, 7));
  say("current pool", cudaDeviceGetMemPool(&current, 0));
  std::printf("  the default %d\n", current == by_default);
  auto attribute = [&](const char* what, cudaMemPool_t of, int number) {
    unsigned long long value = 0;
    say(what, cudaMemPoolGetAttribute(of, static_cast<cudaMemPoolAttr>(number), &value));
    std::printf("  %llu\n", value);
  };
  for (int i : {1, 2, 3, 4, 9}) attribute("attribute", by_default, i);
  cudaMemPoolProps how{};
  say("create, no properties", cudaMemPoolCreate(&pool, &how));
  how.allocType = cudaMemAllocationTypePinned;
  how.location = at(cudaMemLocationTypeDevice);
  say("create", cudaMemPoolCreate(&pool, &how));
  say("create, null", cudaMemPoolCreate(nullptr, &how));
  how.location.id = 7;
  say("create, device 7", cudaMemPoolCreate(&current, &how));
  how.location.id = 0;
  how.maxSize = 1 << 25;
  cudaMemPool_t small;
  say("create, 32 MiB at most", cudaMemPoolCreate(&small, &how));
  char *a, *b, *c;
  say("malloc from it, 16 MiB", cudaMallocFromPoolAsync(&a, 1 << 24, small, stream));
  say("malloc from it, 64 MiB", cudaMallocFromPoolAsync(&b, 1 << 26, small, stream));
  say("free", cudaFreeAsync(a, stream));
  say("malloc from a pool", cudaMallocFromPoolAsync(&a, 1000, pool, stream));
  say("malloc, 0 bytes", cudaMallocAsync(&b, 0, stream));
  std::printf("  null %d\n", b == nullptr);
  say("malloc, null result", cudaMallocAsync(static_cast<char**>(nullptr), 4, stream));
  say("malloc, 2^50 bytes", cudaMallocAsync(&b, size_t{1} << 50, stream));
  say("malloc from no pool", cudaMallocFromPoolAsync(&b, 4, nullptr, stream));
  cudaStreamSynchronize(stream);
  attribute("in use", pool, cudaMemPoolAttrUsedMemCurrent);
  attribute("most in use", pool, cudaMemPoolAttrUsedMemHigh);
  attribute("reserved", pool, cudaMemPoolAttrReservedMemCurrent);
  say("malloc more", cudaMallocFromPoolAsync(&c, 1 << 20, pool, stream));
  attribute("in use", pool, cudaMemPoolAttrUsedMemCurrent);
  attribute("reserved", pool, cudaMemPoolAttrReservedMemCurrent);
  say("free it", cudaFreeAsync(c, stream));
  say("free it twice", cudaFreeAsync(c, stream));
  say("free inside", cudaFreeAsync(a + 1, stream));
  say("free null", cudaFreeAsync(nullptr, stream));
  cudaMalloc(&c, 64);
  say("free async of cudaMalloc", cudaFreeAsync(c, stream));
  cudaMallocManaged(&c, 64);
  say("free async of managed", cudaFreeAsync(c, stream));
  cudaMallocHost(&c, 64);
  say("free async of pinned", cudaFreeAsync(c, stream));
  cudaStreamSynchronize(stream);
  attribute("in use", pool, cudaMemPoolAttrUsedMemCurrent);
  attribute("most in use", pool, cudaMemPoolAttrUsedMemHigh);
  attribute("reserved", pool, cudaMemPoolAttrReservedMemCurrent);
  attribute("most reserved", pool, cudaMemPoolAttrReservedMemHigh);
  unsigned long long number = 5;
  int flag = 0;
  say("set most in use to 5", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &number));
  number = 0;
  say("set most in use to 0", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemHigh, &number));
  attribute("most in use", pool, cudaMemPoolAttrUsedMemHigh);
  say("set in use", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrUsedMemCurrent, &number));
  number = ~0ull;
  say("set threshold", cudaMemPoolSetAttribute(pool, cudaMemPoolAttrReleaseThreshold, &number));
  attribute("threshold", pool, cudaMemPoolAttrReleaseThreshold);
  say("set opportunistic",
      cudaMemPoolSetAttribute(pool, cudaMemPoolReuseAllowOpportunistic, &flag));
  say("trim", cudaMemPoolTrimTo(pool, 0));
  attribute("reserved", pool, cudaMemPoolAttrReservedMemCurrent);
  say("set current", cudaDeviceSetMemPool(0, pool));
  cudaDeviceGetMemPool(&current, 0);
  std::printf("  it is %d\n", current == pool);
  say("malloc from the current", cudaMallocAsync(&b, 64, stream));
  cudaStreamSynchronize(stream);
  attribute("in use", pool, cudaMemPoolAttrUsedMemCurrent);
  cudaMemAccessDesc access{at(cudaMemLocationTypeDevice), cudaMemAccessFlagsProtReadWrite};
  say("set access", cudaMemPoolSetAccess(pool, &access, 1));
  access.flags = cudaMemAccessFlagsProtNone;
  say("set no access", cudaMemPoolSetAccess(pool, &access, 1));
  access.location.id = 7;
  say("set access of device 7", cudaMemPoolSetAccess(pool, &access, 1));
  cudaMemAccessFlags flags{};
  auto location = at(cudaMemLocationTypeDevice);
  say("get access", cudaMemPoolGetAccess(&flags, pool, &location));
  std::printf("  %d\n", flags);
  int descriptor = 0;
  say("export", cudaMemPoolExportToShareableHandle(&descriptor, pool,
                                                   cudaMemHandleTypePosixFileDescriptor, 0));
  say("destroy the current pool", cudaMemPoolDestroy(pool));
  cudaDeviceGetMemPool(&current, 0);
  std::printf("  the default is the current one %d\n", current == by_default);
  say("free its memory", cudaFreeAsync(a, stream));
  say("destroy the default pool", cudaMemPoolDestroy(by_default));
  say("destroy null", cudaMemPoolDestroy(nullptr));
  say("free with cudaFree", cudaFree(b));
  cudaStreamSynchronize(stream);
}

int main() {
  host_memory();
  pointers();
  copies();
  advice();
  pools();
  return 0;
}
