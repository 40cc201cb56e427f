// Texture and surface objects.
#include "runtime/api_call.h"
#include "runtime/texture_objects.h"

namespace gtl::runtime {
namespace {

/// The description of an object, for the functions that give a part of it back.
template <class Part>
CudaError give(const std::map<uint64_t, ImageObject>& objects, uint64_t handle, Part* result,
               Part ImageObject::*part) {
  const auto found = objects.find(handle);
  if (result == nullptr || found == objects.end()) return CudaError::InvalidValue;
  *result = found->second.*part;
  return CudaError::Success;
}

}  // namespace

extern "C" {

CudaError cudaCreateTextureObject(uint64_t* object, const ResourceDescriptor* resource,
                                  const TextureDescriptor* description,
                                  const ResourceViewDescriptor* view) {
  return api_call([&](Context& context) {
    if (object == nullptr || resource == nullptr) return CudaError::InvalidValue;
    if (description == nullptr) return CudaError::InvalidResourceHandle;
    memory::Texture texture;
    std::string problem;
    const CudaError error =
        make_texture(context.arrays, *resource, *description, view, texture, problem);
    if (error != CudaError::Success)
      return problem.empty() ? error : refuse("cudaCreateTextureObject", error, problem);
    if (texture.array_id == 0)  // Its bytes are looked up again by every kernel that samples it.
      texture.levels[0].data = context.memory.host_bytes(texture.address, texture.size);
    *object = context.images.add(std::move(texture));
    context.arrays.textures[*object] = {*resource, *description,
                                        view != nullptr ? *view : ResourceViewDescriptor{}};
    return CudaError::Success;
  });
}

CudaError cudaDestroyTextureObject(uint64_t object) {
  return api_call([&](Context& context) {
    context.images.remove_texture(object);
    context.arrays.textures.erase(object);
    return CudaError::Success;  // Of an object that never was, too.
  });
}

CudaError cudaGetTextureObjectResourceDesc(ResourceDescriptor* result, uint64_t object) {
  return api_call([&](Context& context) {
    return give(context.arrays.textures, object, result, &ImageObject::resource);
  });
}

CudaError cudaGetTextureObjectTextureDesc(TextureDescriptor* result, uint64_t object) {
  return api_call([&](Context& context) {
    return give(context.arrays.textures, object, result, &ImageObject::texture);
  });
}

CudaError cudaGetTextureObjectResourceViewDesc(ResourceViewDescriptor* result, uint64_t object) {
  return api_call([&](Context& context) {
    return give(context.arrays.textures, object, result, &ImageObject::view);
  });
}

CudaError cudaCreateSurfaceObject(uint64_t* object, const ResourceDescriptor* resource) {
  return api_call([&](Context& context) {
    if (object == nullptr || resource == nullptr) return CudaError::InvalidValue;
    memory::Surface surface;
    std::string problem;
    const CudaError error = make_surface(context.arrays, *resource, surface, problem);
    if (error != CudaError::Success)
      return problem.empty() ? error : refuse("cudaCreateSurfaceObject", error, problem);
    *object = context.images.add(std::move(surface));
    context.arrays.surfaces[*object] = {*resource, {}, {}};
    return CudaError::Success;
  });
}

CudaError cudaDestroySurfaceObject(uint64_t object) {
  return api_call([&](Context& context) {
    context.images.remove_surface(object);
    context.arrays.surfaces.erase(object);
    return CudaError::Success;
  });
}

CudaError cudaGetSurfaceObjectResourceDesc(ResourceDescriptor* result, uint64_t object) {
  return api_call([&](Context& context) {
    return give(context.arrays.surfaces, object, result, &ImageObject::resource);
  });
}
}

}  // namespace gtl::runtime
