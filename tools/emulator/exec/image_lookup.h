// From the handle in a register to a texture or surface that may be used, or a fault that says why
// not.
#pragma once

#include <cstdint>

#include "decode/image_words.h"
#include "exec/context.h"
#include "memory/image.h"

namespace gtl::exec {

/// The lanes among `lanes` that hold the handle of `lane`.
inline uint32_t same_handle(const uint64_t* handles, uint32_t lane, uint32_t lanes) {
  uint32_t same = 0;
  for (; lanes != 0; lanes &= lanes - 1) {
    const uint32_t other = uint32_t(__builtin_ctz(lanes));
    if (handles[other] == handles[lane]) same |= 1u << other;
  }
  return same;
}

enum class TextureAccess : uint8_t { Coordinates, Index, Query };

/// The textures of one warp instruction. Usually all lanes name the same one.
class TextureLookup {
 public:
  explicit TextureLookup(Context& context) : context_(context) {}
  /// Null after a fault. Geometry::None: of any shape.
  const memory::Texture* find(uint64_t handle, decode::Geometry geometry, TextureAccess access,
                              uint32_t lanes);

 private:
  Context& context_;
  uint64_t handle_ = 0;
  const memory::Texture* texture_ = nullptr;
};

class SurfaceLookup {
 public:
  explicit SurfaceLookup(Context& context) : context_(context) {}
  const memory::Surface* find(uint64_t handle, decode::Geometry geometry, uint32_t lanes);

 private:
  Context& context_;
  uint64_t handle_ = 0;
  const memory::Surface* surface_ = nullptr;
};

/// txq and suq.
uint32_t query(const memory::Texture& texture, decode::ImageQuery what);
uint32_t query(const memory::Surface& surface, decode::ImageQuery what);

}  // namespace gtl::exec
