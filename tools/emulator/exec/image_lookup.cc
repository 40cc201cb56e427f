#include "exec/image_lookup.h"

#include <string>

namespace gtl::exec {

using decode::Geometry;
using decode::ImageQuery;
using memory::ImageShape;

namespace {

/// The C++ functions of a shape: "tex2D" is what the reader wrote.
constexpr const char* kShapes[] = {
    "1D", "2D", "3D", "1D layered", "2D layered", "cube map", "cube map layers"};

ImageShape shape_of(Geometry geometry) { return ImageShape(uint8_t(geometry) - 1); }

std::string named(const char* what, uint64_t handle) {
  return "The " + std::string(what) + " object " + std::to_string(handle);
}

std::string missing(const Context& context, const char* what, uint64_t handle, bool is_other) {
  if (is_other) {
    return named(what, handle) +
           (std::string(what) == "texture" ? " is a surface object" : " is a texture object");
  }
  if (context.launch.images && context.launch.images->was_destroyed(handle))
    return named(what, handle) +
           " was destroyed\nWhat to do: destroy it after the last kernel "
           "that uses it";
  return named(what, handle) + " was never created\nWhat to do: check what the create call " +
         "returned, and pass its object to the kernel";
}

std::string freed_array(const char* what, uint64_t handle, uint64_t array) {
  return named(what, handle) + " reads CUDA array #" + std::to_string(array) +
         ", which was freed\nWhat to do: free the array after the last kernel that uses it";
}

/// Why a live texture cannot be used so, or empty.
std::string texture_problem(const Context& context, const memory::Texture& texture, uint64_t handle,
                            Geometry geometry, TextureAccess access) {
  if (texture.array_id != 0 && texture.storage.expired())
    return freed_array("texture", handle, texture.array_id);
  if (texture.array_id == 0 && !context.launch.memory->host_bytes(texture.address, texture.size)) {
    return named("texture", handle) +
           " reads device memory that was freed, or is larger than the memory behind it\nWhat to "
           "do: free the memory after the last kernel that uses it, and check the size given to "
           "the texture";
  }
  if (access == TextureAccess::Coordinates && texture.is_linear_memory) {
    return named("texture", handle) + " is linear memory, which is read with tex1Dfetch";
  }
  if (access == TextureAccess::Index && texture.shape == ImageShape::Line &&
      !texture.is_linear_memory) {
    return named("texture", handle) +
           " is a CUDA array, and tex1Dfetch reads linear memory: use tex1D";
  }
  if (geometry != Geometry::None && shape_of(geometry) != texture.shape) {
    return named("texture", handle) + " is " + kShapes[size_t(texture.shape)] +
           ", and this line samples it as " + kShapes[size_t(shape_of(geometry))];
  }
  return "";
}

std::string surface_problem(const memory::Surface& surface, uint64_t handle, Geometry geometry) {
  if (surface.storage.expired()) return freed_array("surface", handle, surface.array_id);
  if (geometry == Geometry::None) return "";
  // The faces of cubes are accessed as layers.
  const ImageShape shape = memory::is_cube(surface.shape) ? ImageShape::Planes : surface.shape;
  if (shape_of(geometry) == shape) return "";
  return named("surface", handle) + " is " + kShapes[size_t(surface.shape)] +
         ", and this line accesses it as " + kShapes[size_t(shape_of(geometry))];
}

/// Height and depth are 0 where there are none, except that a 1D array has a height of 1; layers
/// count as depth.
uint32_t query(ImageShape shape, const memory::ImageLevel& level, bool is_linear_memory,
               ImageQuery what) {
  if (what == ImageQuery::Width) return level.width;
  if (what == ImageQuery::Height) return is_linear_memory ? 0 : level.height;
  return shape == ImageShape::Line || shape == ImageShape::Plane ? 0 : level.depth;
}

}  // namespace

const memory::Texture* TextureLookup::find(uint64_t handle, Geometry geometry, TextureAccess access,
                                           uint32_t lanes) {
  if (texture_ && handle == handle_) return texture_;
  const memory::ImageTable* images = context_.launch.images;
  texture_ = images ? images->texture(handle) : nullptr;
  handle_ = handle;
  const std::string problem =
      texture_ ? texture_problem(context_, *texture_, handle, geometry, access)
               : missing(context_, "texture", handle, images && images->surface(handle));
  if (problem.empty()) return texture_;
  context_.fail(FaultKind::InvalidImage, problem, lanes);
  return texture_ = nullptr;
}

const memory::Surface* SurfaceLookup::find(uint64_t handle, Geometry geometry, uint32_t lanes) {
  if (surface_ && handle == handle_) return surface_;
  const memory::ImageTable* images = context_.launch.images;
  surface_ = images ? images->surface(handle) : nullptr;
  handle_ = handle;
  const std::string problem =
      surface_ ? surface_problem(*surface_, handle, geometry)
               : missing(context_, "surface", handle, images && images->texture(handle));
  if (problem.empty()) return surface_;
  context_.fail(FaultKind::InvalidImage, problem, lanes);
  return surface_ = nullptr;
}

uint32_t query(const memory::Texture& texture, ImageQuery what) {
  return query(texture.shape, texture.levels[0], texture.is_linear_memory, what);
}

uint32_t query(const memory::Surface& surface, ImageQuery what) {
  return query(surface.shape, surface.level, false, what);
}

}  // namespace gtl::exec
