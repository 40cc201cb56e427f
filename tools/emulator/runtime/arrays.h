// CUDA arrays as the host sees them: handles, extents as asked for, flags; and the parts of them
// that copies move.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "memory/image.h"
#include "runtime/abi.h"
#include "runtime/abi_image.h"

namespace gtl::runtime {

/// What a cudaArray_t points at: an array, or one level of a mipmapped one.
struct Array {
  ChannelFormat format{};
  Extent extent{};  ///< As asked for: 0 where the array has no such dimension.
  unsigned int flags = 0;
  std::shared_ptr<memory::ImageStorage> storage;
  uint32_t level = 0;
  bool is_part_of_mipmap = false;
  const memory::ImageLevel& image() const { return storage->levels[level]; }
};

/// What a cudaMipmappedArray_t points at.
struct MipmappedArray {
  std::vector<std::unique_ptr<Array>> levels;
};

/// A texture or surface object as the host described it.
struct ImageObject {
  ResourceDescriptor resource{};
  TextureDescriptor texture{};
  ResourceViewDescriptor view{};
};

/// All that live, by handle.
struct Arrays {
  std::map<const void*, std::unique_ptr<Array>> arrays;
  std::map<const void*, std::unique_ptr<MipmappedArray>> mipmaps;
  std::map<uint64_t, ImageObject> textures, surfaces;
  uint64_t next_id = 1;

  /// Null when the handle is no live array (levels of mipmapped arrays included).
  Array* find(const void* handle) const;
  MipmappedArray* find_mipmap(const void* handle) const;
};

/// The format of a channel descriptor, or Success not given: InvalidChannelDescriptor;
/// NotSupported, with the name in `problem`, for the formats that the emulator lacks.
CudaError texel_format(const ChannelFormat& descriptor, memory::TexelFormat& format,
                       std::string& problem);

/// A new array of `levels` levels, or why not.
CudaError create_levels(Arrays& arrays, const ChannelFormat* descriptor, Extent extent,
                        unsigned int flags, unsigned int levels, std::vector<Array>& result,
                        std::string& problem);

}  // namespace gtl::runtime
