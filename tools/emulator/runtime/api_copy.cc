// Copies and fills. The synchronous ones also wait for the device; of a copy, both forms have ended
// on return.
#include "runtime/api_call.h"
#include "runtime/copy.h"
#include "runtime/streams.h"

namespace gtl::runtime {
namespace {

/// As api_call, after checking the stream.
template <class Body>
CudaError in_stream(void* stream, Body body) {
  return api_call([&](Context& context) {
    return is_stream(context, stream) ? body(context) : CudaError::InvalidResourceHandle;
  });
}

CudaError copy_to_symbol(Context& context, const char* call, const void* symbol, const void* source,
                         size_t size, size_t offset, CopyKind kind) {
  void* address = nullptr;
  size_t variable_size = 0;
  const CudaError error = find_variable(context, call, symbol, &address, &variable_size);
  if (error != CudaError::Success) return error;
  return copy_bytes(context, call, static_cast<std::byte*>(address) + offset, source, size, kind);
}

CudaError copy_from_symbol(Context& context, const char* call, void* destination,
                           const void* symbol, size_t size, size_t offset, CopyKind kind) {
  void* address = nullptr;
  size_t variable_size = 0;
  const CudaError error = find_variable(context, call, symbol, &address, &variable_size);
  if (error != CudaError::Success) return error;
  return copy_bytes(context, call, destination, static_cast<std::byte*>(address) + offset, size,
                    kind);
}

CudaError copy_3d(Context& context, const char* call, const Copy3D* copy) {
  if (copy == nullptr) return CudaError::InvalidValue;
  if (copy->srcArray != nullptr || copy->dstArray != nullptr) {
    return refuse(call, CudaError::NotSupported,
                  "the emulator has no CUDA arrays; copy between pointers");
  }
  auto box = [](const PitchedPointer& pointer, const Position& position) {
    const size_t offset = (position.z * pointer.ysize + position.y) * pointer.pitch + position.x;
    return Box{static_cast<const std::byte*>(pointer.ptr) + offset, pointer.pitch, pointer.ysize};
  };
  return copy_box(context, call, box(copy->dstPtr, copy->dstPos), box(copy->srcPtr, copy->srcPos),
                  copy->extent, copy->kind);
}

}  // namespace

extern "C" {

CudaError cudaMemcpy(void* destination, const void* source, size_t size, CopyKind kind) {
  return synchronizing_call([&](Context& context) {
    return copy_bytes(context, "cudaMemcpy", destination, source, size, kind);
  });
}
CudaError cudaMemcpy_ptds(void*, const void*, size_t, CopyKind)
    __attribute__((alias("cudaMemcpy")));

CudaError cudaMemcpyAsync(void* destination, const void* source, size_t size, CopyKind kind,
                          void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy_bytes(context, "cudaMemcpyAsync", destination, source, size, kind);
  });
}
CudaError cudaMemcpyAsync_ptsz(void*, const void*, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyAsync")));

CudaError cudaMemcpyPeer(void* destination, int, const void* source, int, size_t size) {
  return synchronizing_call([&](Context& context) {
    return copy_bytes(context, "cudaMemcpyPeer", destination, source, size,
                      CopyKind::DeviceToDevice);
  });
}

CudaError cudaMemcpyPeerAsync(void* destination, int, const void* source, int, size_t size,
                              void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy_bytes(context, "cudaMemcpyPeerAsync", destination, source, size,
                      CopyKind::DeviceToDevice);
  });
}

CudaError cudaMemcpy2D(void* destination, size_t destination_pitch, const void* source,
                       size_t source_pitch, size_t width, size_t height, CopyKind kind) {
  return synchronizing_call([&](Context& context) {
    return copy_box(context, "cudaMemcpy2D", {destination, destination_pitch, height},
                    {source, source_pitch, height}, {width, height, 1}, kind);
  });
}
CudaError cudaMemcpy2D_ptds(void*, size_t, const void*, size_t, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpy2D")));

CudaError cudaMemcpy2DAsync(void* destination, size_t destination_pitch, const void* source,
                            size_t source_pitch, size_t width, size_t height, CopyKind kind,
                            void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy_box(context, "cudaMemcpy2DAsync", {destination, destination_pitch, height},
                    {source, source_pitch, height}, {width, height, 1}, kind);
  });
}
CudaError cudaMemcpy2DAsync_ptsz(void*, size_t, const void*, size_t, size_t, size_t, CopyKind,
                                 void*) __attribute__((alias("cudaMemcpy2DAsync")));

CudaError cudaMemcpy3D(const Copy3D* copy) {
  return synchronizing_call(
      [&](Context& context) { return copy_3d(context, "cudaMemcpy3D", copy); });
}
CudaError cudaMemcpy3D_ptds(const Copy3D*) __attribute__((alias("cudaMemcpy3D")));

CudaError cudaMemcpy3DAsync(const Copy3D* copy, void* stream) {
  return in_stream(stream,
                   [&](Context& context) { return copy_3d(context, "cudaMemcpy3DAsync", copy); });
}
CudaError cudaMemcpy3DAsync_ptsz(const Copy3D*, void*) __attribute__((alias("cudaMemcpy3DAsync")));

CudaError cudaMemcpyToSymbol(const void* symbol, const void* source, size_t size, size_t offset,
                             CopyKind kind) {
  return synchronizing_call([&](Context& context) {
    return copy_to_symbol(context, "cudaMemcpyToSymbol", symbol, source, size, offset, kind);
  });
}
CudaError cudaMemcpyToSymbol_ptds(const void*, const void*, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpyToSymbol")));

CudaError cudaMemcpyToSymbolAsync(const void* symbol, const void* source, size_t size,
                                  size_t offset, CopyKind kind, void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy_to_symbol(context, "cudaMemcpyToSymbolAsync", symbol, source, size, offset, kind);
  });
}
CudaError cudaMemcpyToSymbolAsync_ptsz(const void*, const void*, size_t, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyToSymbolAsync")));

CudaError cudaMemcpyFromSymbol(void* destination, const void* symbol, size_t size, size_t offset,
                               CopyKind kind) {
  return synchronizing_call([&](Context& context) {
    return copy_from_symbol(context, "cudaMemcpyFromSymbol", destination, symbol, size, offset,
                            kind);
  });
}
CudaError cudaMemcpyFromSymbol_ptds(void*, const void*, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpyFromSymbol")));

CudaError cudaMemcpyFromSymbolAsync(void* destination, const void* symbol, size_t size,
                                    size_t offset, CopyKind kind, void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy_from_symbol(context, "cudaMemcpyFromSymbolAsync", destination, symbol, size, offset,
                            kind);
  });
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

CudaError cudaMemset(void* destination, int value, size_t size) {
  return api_call([&](Context& context) {
    return fill_box(context, "cudaMemset", {destination, size, 1}, value, {size, 1, 1});
  });
}
CudaError cudaMemset_ptds(void*, int, size_t) __attribute__((alias("cudaMemset")));

CudaError cudaMemsetAsync(void* destination, int value, size_t size, void* stream) {
  return in_stream(stream, [&](Context& context) {
    return fill_box(context, "cudaMemsetAsync", {destination, size, 1}, value, {size, 1, 1});
  });
}
CudaError cudaMemsetAsync_ptsz(void*, int, size_t, void*) __attribute__((alias("cudaMemsetAsync")));

CudaError cudaMemset2D(void* destination, size_t pitch, int value, size_t width, size_t height) {
  return api_call([&](Context& context) {
    return fill_box(context, "cudaMemset2D", {destination, pitch, height}, value,
                    {width, height, 1});
  });
}
CudaError cudaMemset2D_ptds(void*, size_t, int, size_t, size_t)
    __attribute__((alias("cudaMemset2D")));

CudaError cudaMemset2DAsync(void* destination, size_t pitch, int value, size_t width, size_t height,
                            void* stream) {
  return in_stream(stream, [&](Context& context) {
    return fill_box(context, "cudaMemset2DAsync", {destination, pitch, height}, value,
                    {width, height, 1});
  });
}
CudaError cudaMemset2DAsync_ptsz(void*, size_t, int, size_t, size_t, void*)
    __attribute__((alias("cudaMemset2DAsync")));

CudaError cudaMemset3D(PitchedPointer pointer, int value, Extent extent) {
  return api_call([&](Context& context) {
    return fill_box(context, "cudaMemset3D", {pointer.ptr, pointer.pitch, pointer.ysize}, value,
                    extent);
  });
}
CudaError cudaMemset3D_ptds(PitchedPointer, int, Extent) __attribute__((alias("cudaMemset3D")));

CudaError cudaMemset3DAsync(PitchedPointer pointer, int value, Extent extent, void* stream) {
  return in_stream(stream, [&](Context& context) {
    return fill_box(context, "cudaMemset3DAsync", {pointer.ptr, pointer.pitch, pointer.ysize},
                    value, extent);
  });
}
CudaError cudaMemset3DAsync_ptsz(PitchedPointer, int, Extent, void*)
    __attribute__((alias("cudaMemset3DAsync")));
}

}  // namespace gtl::runtime
