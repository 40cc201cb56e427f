#include "runtime/arrays.h"

#include <algorithm>
#include <bit>

#include "runtime/device_properties.h"

namespace gtl::runtime {

using memory::ImageShape;

namespace {

constexpr unsigned int kKnownFlags = kArrayLayered | kArraySurface | kArrayCubemap | kArrayGather |
                                     kArraySparse | kArrayDeferredMapping;

/// cudaChannelFormatKind beyond the plain ones: what the emulator does not have.
std::string special_format(int kind) {
  if (kind == 4) return "NV12";
  if (kind >= 5 && kind <= 16)
    return "the normalized channel formats (use cudaReadModeNormalizedFloat)";
  if (kind >= 17 && kind <= 30) return "block-compressed formats";
  return kind == 31 ? "the 10-10-10-2 format" : "";
}

bool exceeds(size_t value, int limit) { return value > static_cast<size_t>(limit); }

/// The shape that extent and flags ask for; false when they contradict each other or the device's
/// limits.
bool shape_of(Extent extent, unsigned int flags, bool is_mipmapped, ImageShape& shape) {
  const DeviceProperties p = device_properties();
  const bool is_layered = (flags & kArrayLayered) != 0, is_cube = (flags & kArrayCubemap) != 0;
  if (extent.width == 0) return false;
  if (is_cube) {
    if (extent.width != extent.height || extent.depth == 0 || extent.depth % 6 != 0) return false;
    if (!is_layered && extent.depth != 6) return false;
    shape = is_layered ? ImageShape::Cubes : ImageShape::Cube;
    return !exceeds(extent.width, p.maxTextureCubemap) &&
           !exceeds(extent.depth, p.maxTextureCubemapLayered[1]);
  }
  if (is_layered) {
    if (extent.depth == 0) return false;
    shape = extent.height == 0 ? ImageShape::Lines : ImageShape::Planes;
    return extent.height == 0 ? !exceeds(extent.width, p.maxTexture1DLayered[0]) &&
                                    !exceeds(extent.depth, p.maxTexture1DLayered[1])
                              : !exceeds(extent.width, p.maxTexture2DLayered[0]) &&
                                    !exceeds(extent.height, p.maxTexture2DLayered[1]) &&
                                    !exceeds(extent.depth, p.maxTexture2DLayered[2]);
  }
  const bool gathers = (flags & kArrayGather) != 0;
  if (gathers && (extent.height == 0 || extent.depth != 0)) return false;
  if (extent.depth != 0) {
    if (extent.height == 0) return false;
    shape = ImageShape::Volume;
    auto fits = [&](const int* limit) {
      return !exceeds(extent.width, limit[0]) && !exceeds(extent.height, limit[1]) &&
             !exceeds(extent.depth, limit[2]);
    };
    return fits(p.maxTexture3D) || fits(p.maxTexture3DAlt);
  }
  if (extent.height != 0) {
    shape = ImageShape::Plane;
    const int* limit = gathers        ? p.maxTexture2DGather
                       : is_mipmapped ? p.maxTexture2DMipmap
                                      : p.maxTexture2D;
    return !exceeds(extent.width, limit[0]) && !exceeds(extent.height, limit[1]);
  }
  shape = ImageShape::Line;
  return !exceeds(extent.width, is_mipmapped ? p.maxTexture1DMipmap : p.maxTexture1D);
}

size_t halved(size_t extent, unsigned int level) {
  return extent == 0 ? 0 : std::max<size_t>(extent >> level, 1);
}

}  // namespace

Array* Arrays::find(const void* handle) const {
  const auto found = arrays.find(handle);
  if (found != arrays.end()) return found->second.get();
  for (const auto& [key, mipmap] : mipmaps) {
    for (const auto& level : mipmap->levels) {
      if (level.get() == handle) return level.get();
    }
  }
  return nullptr;
}

MipmappedArray* Arrays::find_mipmap(const void* handle) const {
  const auto found = mipmaps.find(handle);
  return found == mipmaps.end() ? nullptr : found->second.get();
}

CudaError texel_format(const ChannelFormat& descriptor, memory::TexelFormat& format,
                       std::string& problem) {
  if (const std::string name = special_format(descriptor.f); !name.empty()) {
    problem = "the emulator does not have " + name +
              "; it has 1, 2 or 4 channels of 8, 16 or 32 bits: integers, half, float";
    return CudaError::NotSupported;
  }
  const int bits[4] = {descriptor.x, descriptor.y, descriptor.z, descriptor.w};
  uint32_t channels = 0;
  while (channels < 4 && bits[channels] == bits[0] && bits[0] != 0) ++channels;
  const bool has_rest = std::any_of(bits + channels, bits + 4, [](int each) { return each != 0; });
  const bool is_float = descriptor.f == static_cast<int>(memory::ChannelKind::Float);
  const bool is_known_size = bits[0] == 8 || bits[0] == 16 || bits[0] == 32;
  if (channels == 0 || channels == 3 || has_rest || !is_known_size || descriptor.f < 0 ||
      descriptor.f > 2 || (is_float && bits[0] == 8)) {
    problem =
        "a channel format has 1, 2 or 4 channels of 8, 16 or 32 bits each (a float has 16 or "
        "32)";
    return CudaError::InvalidChannelDescriptor;
  }
  format = {static_cast<memory::ChannelKind>(descriptor.f), static_cast<uint32_t>(bits[0]),
            channels};
  return CudaError::Success;
}

CudaError create_levels(Arrays& arrays, const ChannelFormat* descriptor, Extent extent,
                        unsigned int flags, unsigned int levels, std::vector<Array>& result,
                        std::string& problem) {
  if (descriptor == nullptr || (flags & ~kKnownFlags) != 0) return CudaError::InvalidValue;
  memory::TexelFormat format;
  const CudaError error = texel_format(*descriptor, format, problem);
  if (error != CudaError::Success) return error;
  if ((flags & (kArraySparse | kArrayDeferredMapping)) != 0) {
    problem = "the emulator does not have sparse arrays or arrays with deferred mapping";
    return CudaError::NotSupported;
  }
  ImageShape shape{};
  const bool is_mipmapped = levels != 0;
  if (!shape_of(extent, flags, is_mipmapped, shape)) {
    problem =
        "extent " + std::to_string(extent.width) + " x " + std::to_string(extent.height) + " x " +
        std::to_string(extent.depth) + " with flags " + std::to_string(flags) +
        " is no array that the device has; see cudaMalloc3DArray for the extents of each kind";
    return CudaError::InvalidValue;
  }
  const size_t depth = shape == ImageShape::Volume ? extent.depth : 1;
  const size_t largest = std::max({extent.width, extent.height, depth});
  const auto possible = static_cast<unsigned int>(std::bit_width(largest));
  const unsigned int count = is_mipmapped ? std::min(levels, possible) : 1;
  auto storage = memory::make_image(
      arrays.next_id++, shape, format, static_cast<uint32_t>(extent.width),
      static_cast<uint32_t>(extent.height), static_cast<uint32_t>(extent.depth), count);
  if (storage == nullptr) {
    problem = "the host has no memory left for the array";
    return CudaError::MemoryAllocation;
  }
  for (unsigned int level = 0; level < count; ++level) {
    Array array;
    array.format = *descriptor;
    array.extent = {halved(extent.width, level), halved(extent.height, level),
                    shape == ImageShape::Volume ? halved(extent.depth, level) : extent.depth};
    array.flags = flags;
    array.storage = storage;
    array.level = level;
    array.is_part_of_mipmap = is_mipmapped;
    result.push_back(std::move(array));
  }
  return CudaError::Success;
}

}  // namespace gtl::runtime
