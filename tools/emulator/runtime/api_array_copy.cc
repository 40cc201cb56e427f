// Copies to and from CUDA arrays in the forms that count bytes. They reach the first slice.
#include "runtime/api_stream_call.h"
#include "runtime/arrays.h"
#include "runtime/copy.h"

namespace gtl::runtime {
namespace {

/// A place in an array; rows follow each other without gaps.
struct Spot {
  const void* array;
  size_t x_bytes, y;
};

enum class Direction : uint8_t { ToArray, FromArray, Between };

bool is_possible(CopyKind kind, Direction direction) {
  if (kind == CopyKind::Default || kind == CopyKind::DeviceToDevice) return true;
  return (direction == Direction::ToArray && kind == CopyKind::HostToDevice) ||
         (direction == Direction::FromArray && kind == CopyKind::DeviceToHost);
}

/// The box that begins at the spot; `height` 0: `width` bytes that run on from row to row.
CudaError find_box(Context& context, const char* call, const Spot& spot, size_t width,
                   size_t height, Box& box) {
  const Array* array = context.arrays.find(spot.array);
  if (array == nullptr) {
    return refuse(call, CudaError::InvalidResourceHandle, "this is no CUDA array, or it was freed");
  }
  const memory::ImageLevel& image = array->image();
  const uint64_t start = spot.y * image.row_pitch + spot.x_bytes;
  const bool fits =
      height == 0 ? spot.x_bytes < image.row_pitch && spot.y < image.height &&
                        width <= image.slice_pitch - start
                  : spot.x_bytes + width <= image.row_pitch && spot.y + height <= image.height;
  if (!fits && width != 0) {
    return refuse(call, CudaError::InvalidValue,
                  "the copy reaches past the array of " + std::to_string(image.row_pitch) +
                      " bytes x " + std::to_string(image.height) +
                      " rows (widths and x offsets count bytes)");
  }
  box = {image.data + start, height == 0 ? width : image.row_pitch, std::max<size_t>(height, 1),
         true};
  return CudaError::Success;
}

struct Memory {
  const void* start;
  size_t pitch;  ///< 0: bytes without rows.
};

CudaError check(const char* call, CopyKind kind, Direction direction) {
  if (is_possible(kind, direction)) return CudaError::Success;
  return refuse(call, CudaError::InvalidMemcpyDirection,
                "an array is device memory; check the kind of copy");
}

CudaError copy(Context& context, const char* call, Direction direction, const Spot& spot,
               const Memory& memory, size_t width, size_t height, CopyKind kind) {
  Box array;
  CudaError error = find_box(context, call, spot, width, height, array);
  if (error == CudaError::Success) error = check(call, kind, direction);
  if (error != CudaError::Success) return error;
  if (height != 0 && memory.pitch < width)
    return refuse(call, CudaError::InvalidPitchValue, "a row is wider than the pitch");
  const size_t rows = std::max<size_t>(height, 1);
  const Box other = {memory.start, height == 0 ? width : memory.pitch, rows};
  return direction == Direction::ToArray
             ? copy_box(context, call, array, other, {width, rows, 1}, kind)
             : copy_box(context, call, other, array, {width, rows, 1}, kind);
}

CudaError copy_between(Context& context, const char* call, const Spot& to, const Spot& from,
                       size_t width, size_t height, CopyKind kind) {
  Box destination, source;
  CudaError error = find_box(context, call, to, width, height, destination);
  if (error == CudaError::Success) error = find_box(context, call, from, width, height, source);
  if (error == CudaError::Success) error = check(call, kind, Direction::Between);
  if (error != CudaError::Success) return error;
  return copy_box(context, call, destination, source, {width, std::max<size_t>(height, 1), 1},
                  kind);
}

/// Now: no graph copies arrays.
template <class Body>
CudaError in_stream(void* stream, Body body) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error = refuse_in_capture(known);
    return error != CudaError::Success ? error : body(context);
  });
}

}  // namespace

extern "C" {

CudaError cudaMemcpy2DToArray(void* array, size_t x, size_t y, const void* source, size_t pitch,
                              size_t width, size_t height, CopyKind kind) {
  if (height == 0) return remember(CudaError::Success);
  return legacy_call([&](Context& context) {
    return copy(context, "cudaMemcpy2DToArray", Direction::ToArray, {array, x, y}, {source, pitch},
                width, height, kind);
  });
}
CudaError cudaMemcpy2DToArray_ptds(void*, size_t, size_t, const void*, size_t, size_t, size_t,
                                   CopyKind) __attribute__((alias("cudaMemcpy2DToArray")));

CudaError cudaMemcpy2DToArrayAsync(void* array, size_t x, size_t y, const void* source,
                                   size_t pitch, size_t width, size_t height, CopyKind kind,
                                   void* stream) {
  if (height == 0) return remember(CudaError::Success);
  return in_stream(stream, [&](Context& context) {
    return copy(context, "cudaMemcpy2DToArrayAsync", Direction::ToArray, {array, x, y},
                {source, pitch}, width, height, kind);
  });
}
CudaError cudaMemcpy2DToArrayAsync_ptsz(void*, size_t, size_t, const void*, size_t, size_t, size_t,
                                        CopyKind, void*)
    __attribute__((alias("cudaMemcpy2DToArrayAsync")));

CudaError cudaMemcpy2DFromArray(void* destination, size_t pitch, const void* array, size_t x,
                                size_t y, size_t width, size_t height, CopyKind kind) {
  if (height == 0) return remember(CudaError::Success);
  return legacy_call([&](Context& context) {
    return copy(context, "cudaMemcpy2DFromArray", Direction::FromArray, {array, x, y},
                {destination, pitch}, width, height, kind);
  });
}
CudaError cudaMemcpy2DFromArray_ptds(void*, size_t, const void*, size_t, size_t, size_t, size_t,
                                     CopyKind) __attribute__((alias("cudaMemcpy2DFromArray")));

CudaError cudaMemcpy2DFromArrayAsync(void* destination, size_t pitch, const void* array, size_t x,
                                     size_t y, size_t width, size_t height, CopyKind kind,
                                     void* stream) {
  if (height == 0) return remember(CudaError::Success);
  return in_stream(stream, [&](Context& context) {
    return copy(context, "cudaMemcpy2DFromArrayAsync", Direction::FromArray, {array, x, y},
                {destination, pitch}, width, height, kind);
  });
}
CudaError cudaMemcpy2DFromArrayAsync_ptsz(void*, size_t, const void*, size_t, size_t, size_t,
                                          size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpy2DFromArrayAsync")));

CudaError cudaMemcpy2DArrayToArray(void* to, size_t to_x, size_t to_y, const void* from,
                                   size_t from_x, size_t from_y, size_t width, size_t height,
                                   CopyKind kind) {
  if (height == 0) return remember(CudaError::Success);
  return legacy_call([&](Context& context) {
    return copy_between(context, "cudaMemcpy2DArrayToArray", {to, to_x, to_y},
                        {from, from_x, from_y}, width, height, kind);
  });
}
CudaError cudaMemcpy2DArrayToArray_ptds(void*, size_t, size_t, const void*, size_t, size_t, size_t,
                                        size_t, CopyKind)
    __attribute__((alias("cudaMemcpy2DArrayToArray")));

CudaError cudaMemcpyToArray(void* array, size_t x, size_t y, const void* source, size_t size,
                            CopyKind kind) {
  return legacy_call([&](Context& context) {
    return copy(context, "cudaMemcpyToArray", Direction::ToArray, {array, x, y}, {source, 0}, size,
                0, kind);
  });
}
CudaError cudaMemcpyToArray_ptds(void*, size_t, size_t, const void*, size_t, CopyKind)
    __attribute__((alias("cudaMemcpyToArray")));

CudaError cudaMemcpyToArrayAsync(void* array, size_t x, size_t y, const void* source, size_t size,
                                 CopyKind kind, void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy(context, "cudaMemcpyToArrayAsync", Direction::ToArray, {array, x, y}, {source, 0},
                size, 0, kind);
  });
}
CudaError cudaMemcpyToArrayAsync_ptsz(void*, size_t, size_t, const void*, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyToArrayAsync")));

CudaError cudaMemcpyFromArray(void* destination, const void* array, size_t x, size_t y, size_t size,
                              CopyKind kind) {
  return legacy_call([&](Context& context) {
    return copy(context, "cudaMemcpyFromArray", Direction::FromArray, {array, x, y},
                {destination, 0}, size, 0, kind);
  });
}
CudaError cudaMemcpyFromArray_ptds(void*, const void*, size_t, size_t, size_t, CopyKind)
    __attribute__((alias("cudaMemcpyFromArray")));

CudaError cudaMemcpyFromArrayAsync(void* destination, const void* array, size_t x, size_t y,
                                   size_t size, CopyKind kind, void* stream) {
  return in_stream(stream, [&](Context& context) {
    return copy(context, "cudaMemcpyFromArrayAsync", Direction::FromArray, {array, x, y},
                {destination, 0}, size, 0, kind);
  });
}
CudaError cudaMemcpyFromArrayAsync_ptsz(void*, const void*, size_t, size_t, size_t, CopyKind, void*)
    __attribute__((alias("cudaMemcpyFromArrayAsync")));

CudaError cudaMemcpyArrayToArray(void* to, size_t to_x, size_t to_y, const void* from,
                                 size_t from_x, size_t from_y, size_t size, CopyKind kind) {
  return legacy_call([&](Context& context) {
    return copy_between(context, "cudaMemcpyArrayToArray", {to, to_x, to_y}, {from, from_x, from_y},
                        size, 0, kind);
  });
}
CudaError cudaMemcpyArrayToArray_ptds(void*, size_t, size_t, const void*, size_t, size_t, size_t,
                                      CopyKind) __attribute__((alias("cudaMemcpyArrayToArray")));
}

}  // namespace gtl::runtime
