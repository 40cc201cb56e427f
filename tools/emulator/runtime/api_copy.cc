// Copies. The synchronous ones also wait for the device; of a copy, both forms have ended on
// return.
#include "runtime/api_stream_call.h"
#include "runtime/copy.h"

namespace gtl::runtime {
namespace {

CopyWork linear(void* destination, const void* source, size_t size, CopyKind kind) {
  return {linear_copy(destination, source, size, kind), true};
}

CopyWork rows(void* destination, size_t destination_pitch, const void* source, size_t source_pitch,
              size_t width, size_t height, CopyKind kind) {
  CopyWork work;
  work.copy.dstPtr = {destination, destination_pitch, width, height};
  work.copy.srcPtr = {const_cast<void*>(source), source_pitch, width, height};
  work.copy.extent = {width, height, 1};
  work.copy.kind = kind;
  return work;
}

/// A copy between devices, as the copy that it is.
struct Copy3DPeer {  // cudaMemcpy3DPeerParms
  void* srcArray;
  Position srcPos;
  PitchedPointer srcPtr;
  int srcDevice;
  void* dstArray;
  Position dstPos;
  PitchedPointer dstPtr;
  int dstDevice;
  Extent extent;
};

CudaError check_devices(const Context& context, int first, int second) {
  const auto count = static_cast<int>(context.devices.size());
  const bool exist = first >= 0 && first < count && second >= 0 && second < count;
  return exist ? CudaError::Success : CudaError::InvalidDevice;
}

Copy3D without_devices(const Copy3DPeer& copy) {
  return {copy.srcArray, copy.srcPos, copy.srcPtr, copy.dstArray,
          copy.dstPos,   copy.dstPtr, copy.extent, CopyKind::Default};
}

template <class Body>
CudaError with_symbol(const char* call, const void* symbol, size_t offset, void* stream,
                      Body make_work) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    void* address = nullptr;
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    return error != CudaError::Success ? error : submit(context, call, known, make_work(address));
  });
}

}  // namespace

extern "C" {

CudaError cudaMemcpy(void* destination, const void* source, size_t size, CopyKind kind) {
  return legacy_call([&](Context& context) {
    return copy_bytes(context, "cudaMemcpy", destination, source, size, kind);
  });
}
CudaError cudaMemcpy_ptds(void*, const void*, size_t, CopyKind)
    __attribute__((alias("cudaMemcpy")));

CudaError cudaMemcpyAsync(void* destination, const void* source, size_t size, CopyKind kind,
                          void* stream) {
  return submit_call("cudaMemcpyAsync", stream, linear(destination, source, size, kind));
}
CudaError cudaMemcpyAsync_ptsz(void*, const void*, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyAsync")));

CudaError cudaMemcpyPeer(void* destination, int destination_device, const void* source,
                         int source_device, size_t size) {
  return legacy_call([&](Context& context) {
    const CudaError error = check_devices(context, destination_device, source_device);
    if (error != CudaError::Success) return error;
    return copy_bytes(context, "cudaMemcpyPeer", destination, source, size,
                      CopyKind::DeviceToDevice);
  });
}

CudaError cudaMemcpyPeerAsync(void* destination, int destination_device, const void* source,
                              int source_device, size_t size, void* stream) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error = check_devices(context, destination_device, source_device);
    if (error != CudaError::Success) return error;
    return submit(context, "cudaMemcpyPeerAsync", known,
                  linear(destination, source, size, CopyKind::DeviceToDevice));
  });
}

CudaError cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                       size_t source_pitch, size_t width, size_t height, CopyKind kind) {
  return legacy_call([&](Context& context) {
    return copy_box(context, "cudaMemcpy2D", {destination, destination_pitch, height},
                    {source, source_pitch, height}, {width, height, 1}, kind);
  });
}
CudaError cudaMemcpy2D_ptds(void*, size_t, const void*, size_t, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpy2D")));

CudaError cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                            size_t source_pitch, size_t width, size_t height, CopyKind kind,
                            void* stream) {
  return submit_call(
      "cudaMemcpy2DAsync", stream,
      rows(destination, destination_pitch, source, source_pitch, width, height, kind));
}
CudaError cudaMemcpy2DAsync_ptsz(void*, size_t, const void*, size_t, size_t, size_t, CopyKind,
                                 void*) __attribute__((alias("cudaMemcpy2DAsync")));

CudaError cudaMemcpy3D(const Copy3D* copy) {
  if (copy == nullptr) return remember(CudaError::InvalidValue);
  return legacy_call([&](Context& context) { return copy_3d(context, "cudaMemcpy3D", *copy); });
}
CudaError cudaMemcpy3D_ptds(const Copy3D*) __attribute__((alias("cudaMemcpy3D")));

CudaError cudaMemcpy3DAsync(const Copy3D* copy, void* stream) {
  if (copy == nullptr) return remember(CudaError::InvalidValue);
  return submit_call("cudaMemcpy3DAsync", stream, CopyWork{*copy});
}
CudaError cudaMemcpy3DAsync_ptsz(const Copy3D*, void*) __attribute__((alias("cudaMemcpy3DAsync")));

CudaError cudaMemcpy3DPeer(const Copy3DPeer* copy) {
  if (copy == nullptr) return remember(CudaError::InvalidValue);
  return legacy_call([&](Context& context) {
    const CudaError error = check_devices(context, copy->dstDevice, copy->srcDevice);
    if (error != CudaError::Success) return error;
    return copy_3d(context, "cudaMemcpy3DPeer", without_devices(*copy));
  });
}
CudaError cudaMemcpy3DPeer_ptds(const Copy3DPeer*) __attribute__((alias("cudaMemcpy3DPeer")));

CudaError cudaMemcpy3DPeerAsync(const Copy3DPeer* copy, void* stream) {
  if (copy == nullptr) return remember(CudaError::InvalidValue);
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error = check_devices(context, copy->dstDevice, copy->srcDevice);
    if (error != CudaError::Success) return error;
    return submit(context, "cudaMemcpy3DPeerAsync", known, CopyWork{without_devices(*copy)});
  });
}
CudaError cudaMemcpy3DPeerAsync_ptsz(const Copy3DPeer*, void*)
    __attribute__((alias("cudaMemcpy3DPeerAsync")));

CudaError cudaMemcpyToSymbol(const void* symbol, const void* source, size_t size, size_t offset,
                             CopyKind kind) {
  return legacy_call([&](Context& context) {
    void* address = nullptr;
    const char* call = "cudaMemcpyToSymbol";
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return copy_bytes(context, call, address, source, size, kind);
  });
}
CudaError cudaMemcpyToSymbol_ptds(const void*, const void*, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpyToSymbol")));

CudaError cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t size,
                                  size_t offset, CopyKind kind, void* stream) {
  return with_symbol("cudaMemcpyToSymbolAsync", symbol, offset, stream,
                     [&](void* address) { return linear(address, source, size, kind); });
}
CudaError cudaMemcpyToSymbolAsync_ptsz(const void*, const void*, size_t, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyToSymbolAsync")));

CudaError cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t size, size_t offset,
                               CopyKind kind) {
  return legacy_call([&](Context& context) {
    void* address = nullptr;
    const char* call = "cudaMemcpyFromSymbol";
    const CudaError error = find_in_variable(context, call, symbol, offset, address);
    if (error != CudaError::Success) return error;
    return copy_bytes(context, call, destination, address, size, kind);
  });
}
CudaError cudaMemcpyFromSymbol_ptds(void*, const void*, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpyFromSymbol")));

CudaError cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t size,
                                    size_t offset, CopyKind kind, void* stream) {
  return with_symbol("cudaMemcpyFromSymbolAsync", symbol, offset, stream,
                     [&](void* address) { return linear(destination, address, size, kind); });
}
CudaError cudaMemcpyFromSymbolAsync_ptsz(void*, const void*, size_t, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyFromSymbolAsync")));

CudaError cudaGetSymbolAddress(void** address, const void* symbol) {
  return api_call([&](Context& context) {
    size_t size = 0;
    if (address == nullptr) return CudaError::InvalidValue;
    return find_variable(context, "cudaGetSymbolAddress", symbol, address, &size);
  });
}

CudaError cudaGetSymbolSize(size_t* size, const void* symbol) {
  return api_call([&](Context& context) {
    void* address = nullptr;
    if (size == nullptr) return CudaError::InvalidValue;
    return find_variable(context, "cudaGetSymbolSize", symbol, &address, size);
  });
}
}

}  // namespace gtl::runtime
