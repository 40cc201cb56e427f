// Making, describing and freeing CUDA arrays.
#include <climits>

#include "runtime/api_call.h"
#include "runtime/arrays.h"
#include "runtime/device_properties.h"

namespace gtl::runtime {
namespace {

CudaError allocate_array(const char* call, void** result, const ChannelFormat* format,
                         Extent extent, unsigned int flags) {
  return api_call([&](Context& context) {
    if (result == nullptr) return CudaError::InvalidValue;
    std::vector<Array> levels;
    std::string problem;
    const CudaError error =
        create_levels(context.arrays, format, extent, flags, 0, levels, problem);
    if (error != CudaError::Success) return problem.empty() ? error : refuse(call, error, problem);
    auto array = std::make_unique<Array>(std::move(levels[0]));
    *result = array.get();
    context.arrays.arrays[*result] = std::move(array);
    return CudaError::Success;
  });
}

void describe(const Array& array, ChannelFormat* format, Extent* extent, unsigned int* flags) {
  if (format != nullptr) *format = array.format;
  if (extent != nullptr) *extent = array.extent;
  if (flags != nullptr) *flags = array.flags;
}

CudaError not_an_array(const char* call) {
  return refuse(
      call, CudaError::InvalidResourceHandle,
      "this is no CUDA array; was it returned by cudaMallocArray, and is it still alive?");
}

}  // namespace

extern "C" {

ChannelFormat cudaCreateChannelDesc(int x, int y, int z, int w, int kind) {
  return {x, y, z, w, kind};
}

CudaError cudaMallocArray(void** array, const ChannelFormat* format, size_t width, size_t height,
                          unsigned int flags) {
  return allocate_array("cudaMallocArray", array, format, {width, height, 0}, flags);
}

CudaError cudaMalloc3DArray(void** array, const ChannelFormat* format, Extent extent,
                            unsigned int flags) {
  return allocate_array("cudaMalloc3DArray", array, format, extent, flags);
}

CudaError cudaMallocMipmappedArray(void** result, const ChannelFormat* format, Extent extent,
                                   unsigned int levels, unsigned int flags) {
  return api_call([&](Context& context) {
    if (result == nullptr) return CudaError::InvalidValue;
    std::vector<Array> made;
    std::string problem;
    const unsigned int wanted = levels == 0 ? UINT_MAX : levels;  // 0 asks for all of them.
    const CudaError error =
        create_levels(context.arrays, format, extent, flags, wanted, made, problem);
    if (error != CudaError::Success)
      return problem.empty() ? error : refuse("cudaMallocMipmappedArray", error, problem);
    auto mipmap = std::make_unique<MipmappedArray>();
    for (Array& level : made) mipmap->levels.push_back(std::make_unique<Array>(std::move(level)));
    *result = mipmap.get();
    context.arrays.mipmaps[*result] = std::move(mipmap);
    return CudaError::Success;
  });
}

CudaError cudaGetMipmappedArrayLevel(void** array, const void* mipmap, unsigned int level) {
  return api_call([&](Context& context) {
    const MipmappedArray* found = context.arrays.find_mipmap(mipmap);
    if (found == nullptr) return CudaError::InvalidResourceHandle;
    if (array == nullptr || level >= found->levels.size()) return CudaError::InvalidValue;
    *array = found->levels[level].get();
    return CudaError::Success;
  });
}

CudaError cudaFreeArray(void* array) {
  return synchronizing_call([&](Context& context) {
    if (array == nullptr || context.arrays.arrays.erase(array) != 0) return CudaError::Success;
    // Freeing a level is allowed, and leaves the mipmapped array as it is.
    return context.arrays.find(array) != nullptr ? CudaError::Success
                                                 : not_an_array("cudaFreeArray");
  });
}

CudaError cudaFreeMipmappedArray(void* mipmap) {
  return synchronizing_call([&](Context& context) {
    if (mipmap == nullptr || context.arrays.mipmaps.erase(mipmap) != 0) return CudaError::Success;
    return not_an_array("cudaFreeMipmappedArray");
  });
}

CudaError cudaArrayGetInfo(ChannelFormat* format, Extent* extent, unsigned int* flags,
                           void* array) {
  return api_call([&](Context& context) {
    const Array* found = context.arrays.find(array);
    if (found == nullptr) return not_an_array("cudaArrayGetInfo");
    describe(*found, format, extent, flags);
    return CudaError::Success;
  });
}

CudaError cudaGetChannelDesc(ChannelFormat* format, const void* array) {
  return api_call([&](Context& context) {
    const Array* found = context.arrays.find(array);
    if (found == nullptr) return not_an_array("cudaGetChannelDesc");
    describe(*found, format, nullptr, nullptr);
    return CudaError::Success;
  });
}

CudaError cudaDeviceGetTexture1DLinearMaxWidth(size_t* width, const ChannelFormat* format,
                                               int device) {
  return api_call([&](Context&) {
    if (device != 0) return CudaError::InvalidDevice;
    if (width == nullptr || format == nullptr) return CudaError::InvalidValue;
    memory::TexelFormat texel;
    std::string problem;
    const CudaError error = texel_format(*format, texel, problem);
    if (error != CudaError::Success) return error;
    constexpr size_t kMostBytes = size_t{1} << 32, kMostTexels = size_t{1} << 30;  // An H200's
    *width = std::min(kMostBytes / texel.bytes(), kMostTexels);
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
