#include "runtime/texture_objects.h"

#include <bit>

#include "runtime/device_properties.h"

namespace gtl::runtime {
namespace {

using memory::AddressMode;
using memory::ChannelKind;
using memory::ImageShape;
using memory::Texture;

constexpr int kLinearFilter = 1, kNormalizedFloat = 1;

uint64_t address_of(const void* pointer) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

void use_storage(const std::shared_ptr<memory::ImageStorage>& storage, Texture& texture) {
  texture.shape = storage->shape;
  texture.format = storage->format;
  texture.storage = storage;
  texture.array_id = storage->id;
}

/// Linear memory and pitched memory: rows of texels at a device address.
CudaError use_memory(const void* pointer, const ChannelFormat& format, Texture& texture,
                     std::string& problem) {
  const CudaError error = texel_format(format, texture.format, problem);
  if (error != CudaError::Success) return error;
  texture.address = address_of(pointer);
  const size_t alignment = device_properties().textureAlignment;
  if (pointer == nullptr || texture.address % alignment != 0) {
    problem = "the memory of a texture begins at a multiple of " + std::to_string(alignment) +
              " bytes; cudaMalloc's addresses do";
    return CudaError::InvalidValue;
  }
  return CudaError::Success;
}

CudaError use_linear(const ResourceDescriptor& resource, Texture& texture, std::string& problem) {
  const auto& linear = resource.res.linear;
  const CudaError error = use_memory(linear.devPtr, linear.desc, texture, problem);
  if (error != CudaError::Success) return error;
  texture.shape = ImageShape::Line;
  texture.is_linear_memory = true;
  texture.size = linear.sizeInBytes / texture.format.bytes() * texture.format.bytes();
  memory::ImageLevel level;
  level.width = static_cast<uint32_t>(linear.sizeInBytes / texture.format.bytes());
  texture.levels = {level};
  return CudaError::Success;
}

CudaError use_pitched(const ResourceDescriptor& resource, Texture& texture, std::string& problem) {
  const auto& pitched = resource.res.pitch2D;
  const CudaError error = use_memory(pitched.devPtr, pitched.desc, texture, problem);
  if (error != CudaError::Success) return error;
  const size_t alignment = device_properties().texturePitchAlignment;
  if (pitched.pitchInBytes % alignment != 0) {
    problem = "the pitch of a texture is a multiple of " + std::to_string(alignment) +
              " bytes; cudaMallocPitch's are";
    return CudaError::InvalidValue;
  }
  texture.shape = ImageShape::Plane;
  memory::ImageLevel level;
  level.width = static_cast<uint32_t>(pitched.width);
  level.height = static_cast<uint32_t>(pitched.height);
  level.row_pitch = pitched.pitchInBytes;
  texture.levels = {level};
  const bool is_empty = pitched.width == 0 || pitched.height == 0;
  texture.size = is_empty ? 0
                          : (pitched.height - 1) * pitched.pitchInBytes +
                                pitched.width * texture.format.bytes();
  return CudaError::Success;
}

CudaError use_resource(const Arrays& arrays, const ResourceDescriptor& resource, Texture& texture,
                       std::string& problem) {
  switch (resource.resType) {
    case ResourceType::Array: {
      const Array* array = arrays.find(resource.res.array.array);
      if (array == nullptr) return CudaError::InvalidResourceHandle;
      use_storage(array->storage, texture);
      texture.levels = {array->image()};
      return CudaError::Success;
    }
    case ResourceType::MipmappedArray: {
      const MipmappedArray* mipmap = arrays.find_mipmap(resource.res.mipmap.mipmap);
      if (mipmap == nullptr) return CudaError::InvalidResourceHandle;
      use_storage(mipmap->levels[0]->storage, texture);
      texture.levels = mipmap->levels[0]->storage->levels;
      return CudaError::Success;
    }
    case ResourceType::Linear:
      return use_linear(resource, texture, problem);
    case ResourceType::Pitch2D:
      return use_pitched(resource, texture, problem);
  }
  return CudaError::InvalidValue;
}

bool in_range(int value, int last) { return value >= 0 && value <= last; }

CudaError use_description(const TextureDescriptor& description, Texture& texture,
                          std::string& problem) {
  for (size_t axis = 0; axis < 3; ++axis) {
    if (!in_range(description.addressMode[axis], 3)) return CudaError::InvalidValue;
    texture.modes[axis] = static_cast<AddressMode>(description.addressMode[axis]);
  }
  if (!in_range(description.filterMode, 1) || !in_range(description.readMode, 1) ||
      !in_range(description.mipmapFilterMode, 1)) {
    return CudaError::InvalidValue;
  }
  const bool is_float = texture.format.kind == ChannelKind::Float;
  texture.filters = description.filterMode == kLinearFilter && !texture.is_linear_memory;
  texture.filters_levels = description.mipmapFilterMode == kLinearFilter;
  texture.reads_normalized = description.readMode == kNormalizedFloat && !is_float;
  if (description.readMode == kNormalizedFloat && texture.format.bits == 32) {
    problem = "cudaReadModeNormalizedFloat reads integers of 8 or 16 bits";
    return CudaError::InvalidNormSetting;
  }
  if (texture.filters && !is_float && !texture.reads_normalized) {
    problem =
        "cudaFilterModeLinear needs float texels, or integers of 8 or 16 bits with "
        "cudaReadModeNormalizedFloat";
    return CudaError::InvalidFilterSetting;
  }
  texture.is_normalized = description.normalizedCoords != 0;
  texture.is_srgb = description.sRGB != 0 && texture.format.bits == 8 && texture.reads_normalized;
  texture.is_seamless = description.seamlessCubemap != 0;
  texture.is_anisotropic = description.maxAnisotropy > 1;
  texture.level_bias = description.mipmapLevelBias;
  texture.lowest_level = description.minMipmapLevelClamp;
  texture.highest_level = description.maxMipmapLevelClamp;
  for (size_t k = 0; k < 4; ++k) texture.border[k] = description.borderColor[k];
  if (texture.is_seamless && memory::is_cube(texture.shape) && texture.filters) {
    problem = "the emulator does not filter across the edges of a cube map (seamlessCubemap)";
    return CudaError::NotSupported;
  }
  return CudaError::Success;
}

/// cudaResourceViewFormat of a format: 1 is unsigned char, then by kind, width and channels.
int view_format(const memory::TexelFormat& format) {
  const int channels = std::countr_zero(format.channels);
  const int width = std::countr_zero(format.bits) - 3;
  if (format.kind == ChannelKind::Float) return (format.bits == 16 ? 0x13 : 0x16) + channels;
  return 1 + width * 6 + (format.kind == ChannelKind::Signed ? 3 : 0) + channels;
}

/// A view that changes nothing is a view; others are refused.
CudaError check_view(const ResourceViewDescriptor& view, const Texture& texture,
                     std::string& problem) {
  const memory::ImageLevel& top = texture.levels[0];
  const bool is_same =
      view.format == view_format(texture.format) && view.width == top.width &&
      (view.height == top.height || view.height == 0) && view.firstMipmapLevel == 0 &&
      view.firstLayer == 0 &&
      (view.lastMipmapLevel == 0 || view.lastMipmapLevel + 1 == texture.levels.size()) &&
      (view.lastLayer == 0 || view.lastLayer + 1 == top.depth);
  if (is_same) return CudaError::Success;
  problem = "the emulator has no resource views that change the format or show a part of an array";
  return CudaError::NotSupported;
}

}  // namespace

CudaError make_texture(const Arrays& arrays, const ResourceDescriptor& resource,
                       const TextureDescriptor& description, const ResourceViewDescriptor* view,
                       Texture& texture, std::string& problem) {
  CudaError error = use_resource(arrays, resource, texture, problem);
  if (error == CudaError::Success) error = use_description(description, texture, problem);
  if (error == CudaError::Success && view != nullptr) error = check_view(*view, texture, problem);
  return error;
}

CudaError make_surface(const Arrays& arrays, const ResourceDescriptor& resource,
                       memory::Surface& surface, std::string& problem) {
  if (resource.resType != ResourceType::Array) {
    problem = "a surface is made of a CUDA array";
    return resource.resType == ResourceType::Linear ? CudaError::InvalidChannelDescriptor
                                                    : CudaError::InvalidValue;
  }
  const Array* array = arrays.find(resource.res.array.array);
  if (array == nullptr) return CudaError::InvalidResourceHandle;
  surface.shape = array->storage->shape;
  surface.format = array->storage->format;
  surface.level = array->image();
  surface.storage = array->storage;
  surface.array_id = array->storage->id;
  return CudaError::Success;
}

}  // namespace gtl::runtime
