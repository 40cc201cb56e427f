#include "memory/image.h"

#include <algorithm>
#include <cstring>
#include <new>

namespace gtl::memory {

std::shared_ptr<ImageStorage> make_image(uint64_t id, ImageShape shape, TexelFormat format,
                                         uint32_t width, uint32_t height, uint32_t depth,
                                         uint32_t level_count) {
  auto storage = std::make_shared<ImageStorage>();
  storage->shape = shape;
  storage->format = format;
  std::vector<uint64_t> offsets;
  for (uint32_t index = 0; index < level_count; ++index) {
    ImageLevel level;
    level.width = std::max(width >> index, 1u);
    level.height = std::max(height >> index, 1u);
    level.depth = shape == ImageShape::Volume ? std::max(depth >> index, 1u) : std::max(depth, 1u);
    level.row_pitch = uint64_t{level.width} * format.bytes();
    level.slice_pitch = level.row_pitch * level.height;
    offsets.push_back(storage->size);
    storage->size += level.slice_pitch * level.depth;
    storage->levels.push_back(level);
  }
  storage->bytes.reset(new (std::nothrow) std::byte[storage->size]);
  if (!storage->bytes) return nullptr;
  constexpr int kUnwritten = 0xCD;
  std::memset(storage->bytes.get(), kUnwritten, storage->size);
  for (uint32_t index = 0; index < level_count; ++index)
    storage->levels[index].data = storage->bytes.get() + offsets[index];
  storage->id = id;
  return storage;
}

uint64_t ImageTable::add(Texture texture) {
  textures_.emplace(next_, std::move(texture));
  return next_++;
}

uint64_t ImageTable::add(Surface surface) {
  surfaces_.emplace(next_, std::move(surface));
  return next_++;
}

bool ImageTable::remove_texture(uint64_t handle) { return textures_.erase(handle) != 0; }
bool ImageTable::remove_surface(uint64_t handle) { return surfaces_.erase(handle) != 0; }

const Texture* ImageTable::texture(uint64_t handle) const {
  const auto found = textures_.find(handle);
  return found == textures_.end() ? nullptr : &found->second;
}

const Surface* ImageTable::surface(uint64_t handle) const {
  const auto found = surfaces_.find(handle);
  return found == surfaces_.end() ? nullptr : &found->second;
}

void ImageTable::clear() {
  textures_.clear();
  surfaces_.clear();
}

}  // namespace gtl::memory
