// cudaMemset in all its forms.
#include "runtime/api_stream_call.h"
#include "runtime/copy.h"

namespace gtl::runtime {
namespace {

FillWork rows(void* destination, size_t pitch, int value, size_t width, size_t height) {
  FillWork work;
  work.fill = {destination, pitch, static_cast<unsigned char>(value), 1, width, height};
  return work;
}

FillWork box(const PitchedPointer& pointer, int value, const Extent& extent) {
  FillWork work = rows(pointer.ptr, pointer.pitch, value, extent.width, extent.height);
  work.slice_rows = pointer.ysize;
  work.depth = extent.depth;
  return work;
}

/// The synchronous forms do not wait for the host to see the memory, but they use the legacy
/// stream.
CudaError fill_now(const char* call, FillWork work) {
  return api_call([&](Context& context) {
    const CudaError error = check_legacy_call(context);
    if (error != CudaError::Success) return error;
    return fill(context, call, work.fill, work.slice_rows, work.depth);
  });
}

}  // namespace

extern "C" {

CudaError cudaMemset(void* destination, int value, size_t size) {
  return fill_now("cudaMemset", rows(destination, size, value, size, 1));
}
CudaError cudaMemset_ptds(void*, int, size_t) __attribute__((alias("cudaMemset")));

CudaError cudaMemsetAsync(void* destination, int value, size_t size, void* stream) {
  return submit_call("cudaMemsetAsync", stream, rows(destination, size, value, size, 1));
}
CudaError cudaMemsetAsync_ptsz(void*, int, size_t, void*) __attribute__((alias("cudaMemsetAsync")));

CudaError cudaMemset2D(void* destination, size_t pitch, int value, size_t width, size_t height) {
  return fill_now("cudaMemset2D", rows(destination, pitch, value, width, height));
}
CudaError cudaMemset2D_ptds(void*, size_t, int, size_t, size_t)
    __attribute__((alias("cudaMemset2D")));

CudaError cudaMemset2DAsync(void* destination, size_t pitch, int value, size_t width, size_t height,
                            void* stream) {
  return submit_call("cudaMemset2DAsync", stream, rows(destination, pitch, value, width, height));
}
CudaError cudaMemset2DAsync_ptsz(void*, size_t, int, size_t, size_t, void*)
    __attribute__((alias("cudaMemset2DAsync")));

CudaError cudaMemset3D(PitchedPointer pointer, int value, Extent extent) {
  return fill_now("cudaMemset3D", box(pointer, value, extent));
}
CudaError cudaMemset3D_ptds(PitchedPointer, int, Extent) __attribute__((alias("cudaMemset3D")));

CudaError cudaMemset3DAsync(PitchedPointer pointer, int value, Extent extent, void* stream) {
  return submit_call("cudaMemset3DAsync", stream, box(pointer, value, extent));
}
CudaError cudaMemset3DAsync_ptsz(PitchedPointer, int, Extent, void*)
    __attribute__((alias("cudaMemset3DAsync")));
}

}  // namespace gtl::runtime
