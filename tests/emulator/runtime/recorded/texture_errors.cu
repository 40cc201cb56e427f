// What the runtime answers to calls on arrays, textures and surfaces, right and wrong: one line a
// call.
//
//   nvcc -o texture_errors texture_errors.cu
//   ./texture_errors calls; ./texture_errors destroyed_texture …
//
// On a GPU, that is. The record (NVIDIA H200, driver 580.159.04, CUDA 13.0) is what the emulator's
// error codes are held against.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>

void say(const char* what, cudaError_t returned) {
  std::printf("%s: %s\n", what, cudaGetErrorName(returned));
  cudaGetLastError();
}

__global__ void read_texture(cudaTextureObject_t t, float* out) {
  *out = tex2D<float>(t, 0.5f, 0.5f);
}
__global__ void write_surface(cudaSurfaceObject_t s) { surf2Dwrite(1.0f, s, 0, 0); }

const cudaChannelFormatDesc kFloat = cudaCreateChannelDesc<float>();

cudaArray_t new_array(cudaChannelFormatDesc format, cudaExtent extent, unsigned int flags,
                      const char* what) {
  cudaArray_t array = nullptr;
  say(what, cudaMalloc3DArray(&array, &format, extent, flags));
  if (array == nullptr) return nullptr;
  cudaChannelFormatDesc f{};
  cudaExtent e{};
  unsigned int a = 0;
  say("  info", cudaArrayGetInfo(&f, &e, &a, array));
  std::printf("  %d %d %d %d kind %d, %zu %zu %zu, flags %u\n", f.x, f.y, f.z, f.w, int(f.f),
              e.width, e.height, e.depth, a);
  return array;
}

void arrays() {
  auto format = [](int x, int y, int z, int w, cudaChannelFormatKind kind) {
    return cudaCreateChannelDesc(x, y, z, w, kind);
  };
  new_array(kFloat, make_cudaExtent(16, 0, 0), 0, "1D");
  new_array(kFloat, make_cudaExtent(16, 8, 0), 0, "2D");
  new_array(kFloat, make_cudaExtent(16, 8, 4), 0, "3D");
  new_array(kFloat, make_cudaExtent(0, 0, 0), 0, "no width");
  new_array(kFloat, make_cudaExtent(16, 0, 4), 0, "depth without height");
  new_array(kFloat, make_cudaExtent(16, 0, 4), cudaArrayLayered, "1D layered");
  new_array(kFloat, make_cudaExtent(16, 8, 4), cudaArrayLayered, "2D layered");
  new_array(kFloat, make_cudaExtent(16, 8, 0), cudaArrayLayered, "layered without layers");
  new_array(kFloat, make_cudaExtent(16, 16, 6), cudaArrayCubemap, "cube");
  new_array(kFloat, make_cudaExtent(16, 8, 6), cudaArrayCubemap, "cube, not square");
  new_array(kFloat, make_cudaExtent(16, 16, 5), cudaArrayCubemap, "cube of 5 faces");
  new_array(kFloat, make_cudaExtent(16, 16, 12), cudaArrayCubemap, "cube of 12 faces");
  new_array(kFloat, make_cudaExtent(16, 16, 12), cudaArrayCubemap | cudaArrayLayered, "cubes");
  new_array(kFloat, make_cudaExtent(16, 16, 10), cudaArrayCubemap | cudaArrayLayered,
            "cubes of 10 faces");
  new_array(kFloat, make_cudaExtent(16, 8, 0), cudaArraySurfaceLoadStore, "surface");
  new_array(kFloat, make_cudaExtent(16, 8, 0), cudaArrayTextureGather, "gather");
  new_array(kFloat, make_cudaExtent(16, 8, 4), cudaArrayTextureGather, "gather 3D");
  new_array(kFloat, make_cudaExtent(16, 0, 0), cudaArrayTextureGather, "gather 1D");
  new_array(kFloat, make_cudaExtent(16, 8, 0), 0x1000, "unknown flag");
  new_array(kFloat, make_cudaExtent(131072, 0, 0), 0, "1D, widest");
  new_array(kFloat, make_cudaExtent(131073, 0, 0), 0, "1D, too wide");
  new_array(kFloat, make_cudaExtent(131073, 2, 0), 0, "2D, too wide");
  new_array(kFloat, make_cudaExtent(2, 65537, 0), 0, "2D, too high");
  new_array(kFloat, make_cudaExtent(2, 2, 16385), 0, "3D, too deep");
  new_array(kFloat, make_cudaExtent(2, 2, 2049), cudaArrayLayered, "too many layers");
  new_array(format(8, 0, 0, 0, cudaChannelFormatKindUnsigned), make_cudaExtent(8, 8, 0), 0,
            "uchar");
  new_array(format(8, 8, 8, 0, cudaChannelFormatKindUnsigned), make_cudaExtent(8, 8, 0), 0,
            "uchar3");
  new_array(format(8, 16, 0, 0, cudaChannelFormatKindUnsigned), make_cudaExtent(8, 8, 0), 0,
            "8 and 16 bits");
  new_array(format(8, 0, 0, 0, cudaChannelFormatKindFloat), make_cudaExtent(8, 8, 0), 0,
            "8-bit float");
  new_array(format(16, 16, 0, 0, cudaChannelFormatKindFloat), make_cudaExtent(8, 8, 0), 0, "half2");
  new_array(format(64, 0, 0, 0, cudaChannelFormatKindUnsigned), make_cudaExtent(8, 8, 0), 0,
            "64 bits");
  new_array(format(0, 0, 0, 0, cudaChannelFormatKindUnsigned), make_cudaExtent(8, 8, 0), 0,
            "no bits");
  new_array(format(0, 8, 0, 0, cudaChannelFormatKindUnsigned), make_cudaExtent(8, 8, 0), 0, "no x");
  new_array(format(32, 0, 0, 0, cudaChannelFormatKindNone), make_cudaExtent(8, 8, 0), 0,
            "kind none");
  new_array(format(32, 0, 0, 0, static_cast<cudaChannelFormatKind>(99)), make_cudaExtent(8, 8, 0),
            0, "kind 99");
  cudaArray_t array = nullptr;
  say("no result", cudaMallocArray(nullptr, &kFloat, 8, 8));
  say("no format", cudaMallocArray(&array, nullptr, 8, 8));
  say("malloc array", cudaMallocArray(&array, &kFloat, 16, 8));
  cudaChannelFormatDesc f{};
  say("channel desc", cudaGetChannelDesc(&f, array));
  std::printf("  %d %d %d %d kind %d\n", f.x, f.y, f.z, f.w, int(f.f));
  say("channel desc of null", cudaGetChannelDesc(&f, nullptr));
  say("info of null", cudaArrayGetInfo(&f, nullptr, nullptr, nullptr));
  say("info of nothing", cudaArrayGetInfo(nullptr, nullptr, nullptr, array));
  say("free null", cudaFreeArray(nullptr));
  say("free", cudaFreeArray(array));
  cudaMipmappedArray_t mipmap = nullptr;
  say("mipmap", cudaMallocMipmappedArray(&mipmap, &kFloat, make_cudaExtent(16, 8, 0), 5, 0));
  for (unsigned int level = 0; level < 7; ++level) {
    cudaArray_t one = nullptr;
    say("  level", cudaGetMipmappedArrayLevel(&one, mipmap, level));
    if (one == nullptr) continue;
    cudaExtent e{};
    unsigned int flags = 0;
    cudaArrayGetInfo(&f, &e, &flags, one);
    std::printf("  %zu %zu %zu, flags %u\n", e.width, e.height, e.depth, flags);
    if (level == 1) say("  free the level", cudaFreeArray(one));
  }
  say("free mipmap", cudaFreeMipmappedArray(mipmap));
  say("free mipmap null", cudaFreeMipmappedArray(nullptr));
  mipmap = nullptr;
  say("mipmap, 20 levels",
      cudaMallocMipmappedArray(&mipmap, &kFloat, make_cudaExtent(16, 8, 0), 20, 0));
  for (unsigned int level = 0; mipmap != nullptr && level < 7; ++level) {
    cudaArray_t one = nullptr;
    say("  level", cudaGetMipmappedArrayLevel(&one, mipmap, level));
  }
  say("mipmap, 0 levels",
      cudaMallocMipmappedArray(&mipmap, &kFloat, make_cudaExtent(16, 8, 0), 0, 0));
  say("mipmap 3D", cudaMallocMipmappedArray(&mipmap, &kFloat, make_cudaExtent(9, 6, 4), 4, 0));
  for (unsigned int level = 0; level < 4; ++level) {
    cudaArray_t one = nullptr;
    cudaExtent e{};
    cudaGetMipmappedArrayLevel(&one, mipmap, level);
    cudaArrayGetInfo(&f, &e, nullptr, one);
    std::printf("  %zu %zu %zu\n", e.width, e.height, e.depth);
  }
  say("level of null", cudaGetMipmappedArrayLevel(&array, nullptr, 0));
}

void copies() {
  float host[16 * 8];
  cudaArray_t array, other;
  cudaMallocArray(&array, &kFloat, 16, 8);
  cudaMallocArray(&other, &kFloat, 16, 8);
  float* device;
  cudaMalloc(&device, sizeof host);
  say("2D to array", cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
  say("2D to array, too wide",
      cudaMemcpy2DToArray(array, 0, 0, host, 128, 128, 1, cudaMemcpyHostToDevice));
  say("2D to array, too high",
      cudaMemcpy2DToArray(array, 0, 1, host, 64, 64, 8, cudaMemcpyHostToDevice));
  say("2D to array, offset too far",
      cudaMemcpy2DToArray(array, 4, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
  say("2D to array, half a texel",
      cudaMemcpy2DToArray(array, 2, 0, host, 64, 4, 8, cudaMemcpyHostToDevice));
  say("2D to array, width of half a texel",
      cudaMemcpy2DToArray(array, 0, 0, host, 64, 6, 8, cudaMemcpyHostToDevice));
  say("2D to array, pitch too small",
      cudaMemcpy2DToArray(array, 0, 0, host, 32, 64, 8, cudaMemcpyHostToDevice));
  say("2D to array, no width",
      cudaMemcpy2DToArray(array, 0, 0, host, 64, 0, 8, cudaMemcpyHostToDevice));
  say("2D to array, from device",
      cudaMemcpy2DToArray(array, 0, 0, device, 64, 64, 8, cudaMemcpyDeviceToDevice));
  say("2D to array, default", cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyDefault));
  say("2D to array, wrong kind",
      cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyDeviceToHost));
  say("2D to array, host kind",
      cudaMemcpy2DToArray(array, 0, 0, host, 64, 64, 8, cudaMemcpyHostToHost));
  say("2D to null", cudaMemcpy2DToArray(nullptr, 0, 0, host, 64, 64, 8, cudaMemcpyHostToDevice));
  say("2D from array", cudaMemcpy2DFromArray(host, 64, array, 0, 0, 64, 8, cudaMemcpyDeviceToHost));
  say("2D from array, too wide",
      cudaMemcpy2DFromArray(host, 128, array, 0, 0, 68, 1, cudaMemcpyDeviceToHost));
  say("2D array to array",
      cudaMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, 64, 8, cudaMemcpyDeviceToDevice));
  say("2D array to array, default",
      cudaMemcpy2DArrayToArray(other, 0, 0, array, 0, 0, 64, 8, cudaMemcpyDefault));
  say("2D array to array, offset",
      cudaMemcpy2DArrayToArray(other, 32, 4, array, 0, 0, 32, 4, cudaMemcpyDeviceToDevice));
  say("2D array to array, too far",
      cudaMemcpy2DArrayToArray(other, 32, 5, array, 0, 0, 32, 4, cudaMemcpyDeviceToDevice));
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
#pragma nv_diag_suppress 1444, 1215
  say("to array", cudaMemcpyToArray(array, 0, 0, host, 512, cudaMemcpyHostToDevice));
  say("to array, part of rows", cudaMemcpyToArray(array, 8, 1, host, 100, cudaMemcpyHostToDevice));
  say("to array, too long", cudaMemcpyToArray(array, 0, 0, host, 516, cudaMemcpyHostToDevice));
  say("from array", cudaMemcpyFromArray(host, array, 4, 2, 200, cudaMemcpyDeviceToHost));
  say("array to array",
      cudaMemcpyArrayToArray(other, 0, 0, array, 0, 0, 512, cudaMemcpyDeviceToDevice));
  cudaMemcpy3DParms copy{};
  copy.srcArray = array;
  copy.dstArray = other;
  copy.extent = make_cudaExtent(16, 8, 1);
  copy.kind = cudaMemcpyDeviceToDevice;
  say("3D array to array", cudaMemcpy3D(&copy));
  copy.extent.depth = 0;
  say("3D, no depth", cudaMemcpy3D(&copy));
  copy.extent = make_cudaExtent(17, 8, 1);
  say("3D, too wide", cudaMemcpy3D(&copy));
  copy.extent = make_cudaExtent(16, 8, 2);
  say("3D, too deep", cudaMemcpy3D(&copy));
  copy.extent = make_cudaExtent(16, 8, 1);
  copy.srcPos.x = 1;
  say("3D, from too far", cudaMemcpy3D(&copy));
  copy.srcPos.x = 0;
  copy.dstPos.y = 1;
  say("3D, to too far", cudaMemcpy3D(&copy));
  copy.dstPos.y = 0;
  copy.srcPtr = make_cudaPitchedPtr(host, 64, 16, 8);
  say("3D, two sources", cudaMemcpy3D(&copy));
  copy.srcArray = nullptr;
  copy.kind = cudaMemcpyHostToDevice;
  say("3D from host", cudaMemcpy3D(&copy));
  copy.srcPtr.pitch = 32;
  say("3D, pitch too small", cudaMemcpy3D(&copy));
  copy.srcPtr = {};
  say("3D, no source", cudaMemcpy3D(&copy));
}

void objects() {
  cudaArray_t array, surface;
  cudaMallocArray(&array, &kFloat, 16, 8);
  cudaMallocArray(&surface, &kFloat, 16, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture{};
  cudaTextureObject_t object = 0;
  auto create = [&](const char* what) {
    object = 0;
    say(what, cudaCreateTextureObject(&object, &resource, &texture, nullptr));
  };
  create("texture");
  cudaResourceDesc got{};
  cudaTextureDesc got_texture{};
  cudaResourceViewDesc got_view{};
  say("  its resource", cudaGetTextureObjectResourceDesc(&got, object));
  std::printf("  type %d, same array %d\n", int(got.resType), got.res.array.array == array);
  say("  its texture", cudaGetTextureObjectTextureDesc(&got_texture, object));
  say("  its view", cudaGetTextureObjectResourceViewDesc(&got_view, object));
  say("  destroy", cudaDestroyTextureObject(object));
  say("  destroy again", cudaDestroyTextureObject(object));
  say("  its resource", cudaGetTextureObjectResourceDesc(&got, object));
  say("destroy null", cudaDestroyTextureObject(0));
  say("destroy 12345", cudaDestroyTextureObject(12345));
  say("no result", cudaCreateTextureObject(nullptr, &resource, &texture, nullptr));
  say("no resource", cudaCreateTextureObject(&object, nullptr, &texture, nullptr));
  say("no texture", cudaCreateTextureObject(&object, &resource, nullptr, nullptr));
  resource.res.array.array = nullptr;
  create("null array");
  resource.res.array.array = array;
  texture.readMode = cudaReadModeNormalizedFloat;
  create("normalized read of float");
  texture.readMode = cudaReadModeElementType;
  texture.addressMode[0] = texture.addressMode[1] = cudaAddressModeWrap;
  create("wrap of texels");
  texture.addressMode[0] = static_cast<cudaTextureAddressMode>(9);
  create("address mode 9");
  texture.addressMode[0] = cudaAddressModeClamp;
  texture.filterMode = static_cast<cudaTextureFilterMode>(9);
  create("filter mode 9");
  texture.filterMode = cudaFilterModeLinear;
  texture.sRGB = 1;
  create("sRGB of float");
  texture.sRGB = 0;
  texture.maxAnisotropy = 100;
  create("anisotropy 100");
  texture.maxAnisotropy = 0;
  cudaResourceViewDesc view{};
  view.format = cudaResViewFormatFloat1;
  view.width = 16, view.height = 8;
  say("with a view", cudaCreateTextureObject(&object, &resource, &texture, &view));
  say("  its view", cudaGetTextureObjectResourceViewDesc(&got_view, object));
  std::printf("  format %d, %zu %zu %zu\n", int(got_view.format), got_view.width, got_view.height,
              got_view.depth);

  cudaArray_t integers, bytes;
  const cudaChannelFormatDesc int_format = cudaCreateChannelDesc<int>(),
                              byte_format = cudaCreateChannelDesc<uchar4>();
  cudaMallocArray(&integers, &int_format, 16, 8);
  cudaMallocArray(&bytes, &byte_format, 16, 8);
  resource.res.array.array = integers;
  create("linear filter of int");
  texture.filterMode = cudaFilterModePoint;
  create("point filter of int");
  texture.readMode = cudaReadModeNormalizedFloat;
  create("normalized read of int");
  texture.readMode = cudaReadModeElementType;
  resource.res.array.array = bytes;
  texture.filterMode = cudaFilterModeLinear;
  create("linear filter of bytes as elements");
  texture.readMode = cudaReadModeNormalizedFloat;
  create("linear filter of bytes, normalized");
  texture.sRGB = 1;
  create("sRGB of bytes");
  texture.readMode = cudaReadModeElementType;
  texture.filterMode = cudaFilterModePoint;
  create("sRGB of bytes as elements");
  texture = {};

  char* memory;
  cudaMalloc(&memory, 1 << 20);
  resource = {};
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, kFloat, 1024};
  create("linear memory");
  say("  its resource", cudaGetTextureObjectResourceDesc(&got, object));
  std::printf("  type %d, size %zu\n", int(got.resType), got.res.linear.sizeInBytes);
  texture.filterMode = cudaFilterModeLinear;
  create("linear memory, linear filter");
  texture.normalizedCoords = 1;
  create("linear memory, normalized coordinates");
  texture = {};
  resource.res.linear.devPtr = memory + 4;
  create("linear memory, address + 4");
  resource.res.linear.devPtr = memory + 32;
  create("linear memory, address + 32");
  resource.res.linear.devPtr = memory + 256;
  create("linear memory, address + 256");
  resource.res.linear.devPtr = memory + 512;
  create("linear memory, address + 512");
  resource.res.linear = {memory, kFloat, 0};
  create("linear memory, no bytes");
  resource.res.linear = {memory, kFloat, 1022};
  create("linear memory, 1022 bytes");
  resource.res.linear = {memory, kFloat, 1 << 21};
  create("linear memory, more than there is");
  resource.res.linear = {memory, kFloat, size_t{1} << 32};
  create("linear memory, 2^32 bytes");
  resource.res.linear = {nullptr, kFloat, 1024};
  create("linear memory, null");
  resource.res.linear = {memory, cudaCreateChannelDesc(8, 8, 8, 0, cudaChannelFormatKindUnsigned),
                         1024};
  create("linear memory of uchar3");
  say("surface of linear memory", cudaCreateSurfaceObject(&object, &resource));
  resource = {};
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory, kFloat, 16, 8, 512};
  create("pitched");
  texture.filterMode = cudaFilterModeLinear;
  create("pitched, linear filter");
  resource.res.pitch2D.pitchInBytes = 64;
  create("pitched, pitch 64");
  resource.res.pitch2D.pitchInBytes = 96;
  create("pitched, pitch 96");
  resource.res.pitch2D.pitchInBytes = 68;
  create("pitched, pitch 68");
  resource.res.pitch2D.pitchInBytes = 32;
  create("pitched, pitch less than a row");
  resource.res.pitch2D = {memory + 32, kFloat, 16, 8, 512};
  create("pitched, address + 32");
  resource.res.pitch2D = {memory + 512, kFloat, 16, 8, 512};
  create("pitched, address + 512");
  resource.res.pitch2D = {memory, kFloat, 0, 8, 512};
  create("pitched, no width");
  resource.res.pitch2D = {memory, kFloat, 16, 0, 512};
  create("pitched, no height");
  resource.resType = static_cast<cudaResourceType>(77);
  create("resource type 77");
  texture = {};

  cudaMipmappedArray_t mipmap;
  cudaMallocMipmappedArray(&mipmap, &kFloat, make_cudaExtent(16, 8, 0), 3, 0);
  resource = {};
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  create("mipmap by texels");
  texture.normalizedCoords = 1;
  create("mipmap");
  texture.minMipmapLevelClamp = 3, texture.maxMipmapLevelClamp = 1;
  create("mipmap, clamps crossed");
  texture.minMipmapLevelClamp = -3, texture.maxMipmapLevelClamp = -1;
  create("mipmap, clamps below 0");
  say("surface of mipmap", cudaCreateSurfaceObject(&object, &resource));
  resource = {};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  say("surface of an array without surface flag", cudaCreateSurfaceObject(&object, &resource));
  resource.res.array.array = surface;
  object = 0;
  say("surface", cudaCreateSurfaceObject(&object, &resource));
  say("  its resource", cudaGetSurfaceObjectResourceDesc(&got, object));
  std::printf("  same array %d\n", got.res.array.array == surface);
  say("  destroy as texture", cudaDestroyTextureObject(object));
  say("  destroy", cudaDestroySurfaceObject(object));
  say("  destroy again", cudaDestroySurfaceObject(object));
  say("destroy null surface", cudaDestroySurfaceObject(0));
  say("surface, no result", cudaCreateSurfaceObject(nullptr, &resource));
  say("surface, no resource", cudaCreateSurfaceObject(&object, nullptr));
}

void limits() {
  size_t elements = 0;
  const cudaChannelFormatDesc formats[] = {kFloat, cudaCreateChannelDesc<float4>(),
                                           cudaCreateChannelDesc<unsigned char>()};
  for (const auto& format : formats) {
    say("linear limit", cudaDeviceGetTexture1DLinearMaxWidth(&elements, &format, 0));
    std::printf("  %zu\n", elements);
  }
}

int main(int argc, char** argv) {
  const char* part = argc > 1 ? argv[1] : "calls";
  if (std::strcmp(part, "calls") == 0) {
    arrays();
    copies();
    objects();
    limits();
    return 0;
  }
  cudaArray_t array;
  cudaMallocArray(&array, &kFloat, 16, 8, cudaArraySurfaceLoadStore);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = array;
  cudaTextureDesc texture{};
  cudaTextureObject_t object;
  cudaSurfaceObject_t surface;
  cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  cudaCreateSurfaceObject(&surface, &resource);
  float* out;
  cudaMalloc(&out, 4);
  if (std::strcmp(part, "freed_array") == 0) {
    say("free", cudaFreeArray(array));
    read_texture<<<1, 1>>>(object, out);
  }
  say(part, cudaDeviceSynchronize());
  return 0;
}
