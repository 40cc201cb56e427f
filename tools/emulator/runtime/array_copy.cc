#include "runtime/array_copy.h"

#include <algorithm>

#include "runtime/api_call.h"
#include "runtime/arrays.h"

namespace gtl::runtime {
namespace {

struct End {
  Box box;
  CudaError error = CudaError::Success;
};

End array_end(const char* call, const Array& array, const Position& position, const Extent& texels,
              const char* role) {
  const memory::ImageLevel& image = array.image();
  const bool is_inside = position.x + texels.width <= image.width &&
                         position.y + texels.height <= image.height &&
                         position.z + texels.depth <= image.depth;
  if (!is_inside) {
    auto text = [](size_t x, size_t y, size_t z) {
      return std::to_string(x) + " x " + std::to_string(y) + " x " + std::to_string(z);
    };
    return {{},
            refuse(call, CudaError::InvalidValue,
                   text(texels.width, texels.height, texels.depth) + " texels from (" +
                       std::to_string(position.x) + ", " + std::to_string(position.y) + ", " +
                       std::to_string(position.z) + ") on do not lie inside " + role +
                       " array of " + text(image.width, image.height, image.depth))};
  }
  const uint32_t bytes = array.storage->format.bytes();
  Box box;
  box.start = image.texel(static_cast<uint32_t>(position.x), static_cast<uint32_t>(position.y),
                          static_cast<uint32_t>(position.z), bytes);
  box.pitch = image.row_pitch;
  box.slice_rows = image.height;
  box.is_array = true;
  return {box};
}

Box pitched_end(const PitchedPointer& pointer, const Position& position) {
  const size_t offset = (position.z * pointer.ysize + position.y) * pointer.pitch + position.x;
  return {static_cast<const std::byte*>(pointer.ptr) + offset, pointer.pitch, pointer.ysize};
}

/// The direction that the memory at the other end must agree with: an array is on the device.
bool is_possible(CopyKind kind, bool from_array, bool to_array) {
  if (kind == CopyKind::Default || kind == CopyKind::DeviceToDevice) return true;
  return from_array ? !to_array && kind == CopyKind::DeviceToHost : kind == CopyKind::HostToDevice;
}

}  // namespace

CudaError copy_with_arrays(Context& context, const char* call, const Copy3D& copy) {
  if ((copy.srcArray != nullptr) == (copy.srcPtr.ptr != nullptr) ||
      (copy.dstArray != nullptr) == (copy.dstPtr.ptr != nullptr)) {
    return refuse(call, CudaError::InvalidValue,
                  "a copy has one source and one destination: an array or a pointer each");
  }
  const Array* from = context.arrays.find(copy.srcArray);
  const Array* to = context.arrays.find(copy.dstArray);
  if ((copy.srcArray != nullptr && from == nullptr) ||
      (copy.dstArray != nullptr && to == nullptr)) {
    return refuse(call, CudaError::InvalidResourceHandle, "this is no CUDA array, or it was freed");
  }
  if (!is_possible(copy.kind, from != nullptr, to != nullptr)) {
    return refuse(call, CudaError::InvalidMemcpyDirection,
                  "an array is device memory; check the kind of copy");
  }
  const uint32_t bytes = (from != nullptr ? from : to)->storage->format.bytes();
  if (from != nullptr && to != nullptr && to->storage->format.bytes() != bytes) {
    return refuse(call, CudaError::InvalidValue, "the arrays' texels differ in size");
  }
  if (copy.extent.width == 0 || copy.extent.height == 0 || copy.extent.depth == 0)
    return CudaError::Success;
  const Extent in_bytes = {copy.extent.width * bytes, copy.extent.height, copy.extent.depth};
  End source{pitched_end(copy.srcPtr, copy.srcPos)},
      destination{pitched_end(copy.dstPtr, copy.dstPos)};
  if (from != nullptr) source = array_end(call, *from, copy.srcPos, copy.extent, "the source");
  if (to != nullptr)
    destination = array_end(call, *to, copy.dstPos, copy.extent, "the destination");
  for (const End& end : {source, destination}) {
    if (end.error != CudaError::Success) return end.error;
    const bool has_rows = copy.extent.height > 1 || copy.extent.depth > 1;
    if (has_rows && end.box.pitch < in_bytes.width)
      return refuse(call, CudaError::InvalidValue, "a row is wider than the pitch");
  }
  return copy_box(context, call, destination.box, source.box, in_bytes, copy.kind);
}

}  // namespace gtl::runtime
