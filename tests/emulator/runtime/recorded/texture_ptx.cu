// Texture instructions that CUDA C++ does not reach, or only on a way that hides some of their
// answer: a line each.
//
//   nvcc -o texture_ptx texture_ptx.cu && ./texture_ptx > texture_ptx_h200.txt
//
// On a GPU, that is. The record (NVIDIA H200, driver 580.159.04, CUDA 13.0) is what the emulator is
// held against.
#include <cuda_runtime.h>

#include <cstdio>
#include <vector>

struct Objects {
  cudaTextureObject_t line, plane, volume, lines, planes, mipmap, bytes, pitched, linear;
  cudaSurfaceObject_t surface;
};

/// Runs `f` for one thread a column of the record: i is -3 … 12, x is i plus a fraction.
#define FORM(name)                                         \
  __global__ void name##_form(Objects t, uint4* results);  \
  __global__ void name##_form(Objects t, uint4* results) { \
    const int i = int(threadIdx.x) - 3, j = i / 2;         \
    const float x = float(i) + 0.3f, y = x * 0.5f;         \
    uint4 r = make_uint4(0, 0, 0, 0);                      \
    name(t, i, j, x, y, r);                                \
    results[threadIdx.x] = r;                              \
  }
#define DEFINE(name) \
  __device__ void name(const Objects& t, int i, int j, float x, float y, uint4& r)
#define OUT "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)

DEFINE(plane_s32) {
  asm("tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : OUT : "l"(t.plane), "r"(i), "r"(j));
}
DEFINE(volume_s32) {
  asm("tex.3d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6,%6,%6}];"
      : OUT
      : "l"(t.volume), "r"(i), "r"(j));
}
DEFINE(lines_s32) {
  asm("tex.a1d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%6,%5}];" : OUT : "l"(t.lines), "r"(i), "r"(j));
}
DEFINE(planes_s32) {
  asm("tex.a2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%6,%5,%6,%6}];"
      : OUT
      : "l"(t.planes), "r"(i), "r"(j));
}
DEFINE(mipmap_s32) {
  asm("tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : OUT : "l"(t.mipmap), "r"(i), "r"(j));
}
DEFINE(level_s32) {
  asm("tex.level.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}], %7;"
      : OUT
      : "l"(t.mipmap), "r"(i), "r"(j), "r"(j));
}
DEFINE(pitched_s32) {
  asm("tex.2d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : OUT : "l"(t.pitched), "r"(i), "r"(j));
}
DEFINE(linear_s32) {
  asm("tex.1d.v4.u32.s32 {%0,%1,%2,%3}, [%4, {%5}];" : OUT : "l"(t.linear), "r"(i));
}
DEFINE(offset_2d) {
  asm("tex.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%7,%8};"
      : OUT
      : "l"(t.plane), "f"(x), "f"(y), "r"(2), "r"(-1));
}
DEFINE(offset_level) {
  asm("tex.level.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], %9, {%7,%8};"
      : OUT
      : "l"(t.mipmap), "f"(x / 8), "f"(y / 8), "r"(1), "r"(1), "f"(0.5f));
}
DEFINE(offset_gather) {
  asm("tld4.r.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}], {%7,%8};"
      : OUT
      : "l"(t.plane), "f"(x), "f"(y), "r"(2), "r"(-1));
}
DEFINE(base_2d) {
  asm("tex.base.2d.v4.f32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];"
      : OUT
      : "l"(t.mipmap), "f"(x / 8), "f"(y / 8));
}
DEFINE(half_pairs) {
  asm("tex.2d.v2.f16x2.f32 {%0,%1}, [%2, {%3,%4}];"
      : "=r"(r.x), "=r"(r.y)
      : "l"(t.bytes), "f"(x), "f"(y));
}
DEFINE(float_as_u32) {
  asm("tex.2d.v4.u32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : OUT : "l"(t.bytes), "f"(x), "f"(y));
}
DEFINE(float_as_s32) {
  asm("tex.2d.v4.s32.f32 {%0,%1,%2,%3}, [%4, {%5,%6}];" : OUT : "l"(t.bytes), "f"(x), "f"(y));
}
DEFINE(resident) {
  int is_resident;
  asm("{ .reg .pred p; tex.2d.v4.f32.f32 {%0,%1,%2,%3}|p, [%5, {%6,%7}]; selp.s32 %4, 1, 0, p; }"
      : OUT, "=r"(is_resident)
      : "l"(t.plane), "f"(x), "f"(y));
  r.w = is_resident;
}
#define QUERY(name, what, object, constraint) \
  DEFINE(name) { asm(what " %0, [%1];" : "=r"(r.x) : constraint(t.object)); }
#define QUERIES(prefix, object)                         \
  QUERY(prefix##_width, "txq.width.b32", object, "l")   \
  QUERY(prefix##_height, "txq.height.b32", object, "l") \
  QUERY(prefix##_depth, "txq.depth.b32", object, "l")
QUERIES(line, line)
QUERIES(plane, plane)
QUERIES(volume, volume)
QUERIES(planes, planes)
QUERIES(mipmap, mipmap)
QUERIES(bytes, bytes)
QUERIES(linear, linear)
QUERY(surface_width, "suq.width.b32", surface, "l")
QUERY(surface_height, "suq.height.b32", surface, "l")
QUERY(surface_depth, "suq.depth.b32", surface, "l")

#define ALL_FORMS(X)                                                                             \
  X(base_2d)                                                                                     \
  X(bytes_depth) X(bytes_height) X(bytes_width) X(float_as_s32) X(float_as_u32) X(half_pairs)    \
      X(level_s32) X(line_depth) X(line_height) X(line_width) X(linear_depth) X(linear_height)   \
          X(linear_s32) X(linear_width) X(lines_s32) X(mipmap_depth) X(mipmap_height)            \
              X(mipmap_s32) X(mipmap_width) X(offset_2d) X(offset_gather) X(offset_level)        \
                  X(pitched_s32) X(plane_depth) X(plane_height) X(plane_s32) X(plane_width)      \
                      X(planes_depth) X(planes_height) X(planes_s32) X(planes_width) X(resident) \
                          X(surface_depth) X(surface_height) X(surface_width) X(volume_depth)    \
                              X(volume_height) X(volume_s32) X(volume_width)
ALL_FORMS(FORM)

cudaArray_t make_array(cudaChannelFormatDesc format, cudaExtent extent, unsigned int flags) {
  cudaArray_t array;
  cudaMalloc3DArray(&array, &format, extent, flags);
  return array;
}

/// Texel i of a level holds i, in every format.
void fill(cudaArray_t array, size_t texel_bytes) {
  cudaExtent extent;
  cudaArrayGetInfo(nullptr, &extent, nullptr, array);
  const size_t rows = extent.height ? extent.height : 1, slices = extent.depth ? extent.depth : 1;
  std::vector<unsigned char> bytes(extent.width * rows * slices * texel_bytes);
  for (size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = (unsigned char)(texel_bytes != 4 || i % 4 == 0 ? i / (texel_bytes == 4 ? 4 : 1) : 0);
  }
  cudaMemcpy3DParms copy{};
  copy.srcPtr = make_cudaPitchedPtr(bytes.data(), extent.width * texel_bytes, extent.width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, rows, slices);
  copy.kind = cudaMemcpyHostToDevice;
  cudaMemcpy3D(&copy);
}

cudaTextureObject_t make_texture(const cudaResourceDesc& resource, bool is_normalized = false,
                                 bool reads_float = false) {
  cudaTextureDesc texture{};
  for (auto& mode : texture.addressMode) mode = cudaAddressModeClamp;
  texture.filterMode = cudaFilterModePoint;
  texture.readMode = reads_float ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  texture.normalizedCoords = is_normalized;
  texture.maxMipmapLevelClamp = 10;
  cudaTextureObject_t object = 0;
  const cudaError_t error = cudaCreateTextureObject(&object, &resource, &texture, nullptr);
  if (error != cudaSuccess) std::printf("cudaCreateTextureObject: %s\n", cudaGetErrorName(error));
  return object;
}

cudaTextureObject_t texture_of(cudaChannelFormatDesc format, size_t texel_bytes, cudaExtent extent,
                               unsigned int flags, bool reads_float = false) {
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = make_array(format, extent, flags);
  fill(resource.res.array.array, texel_bytes);
  return make_texture(resource, false, reads_float);
}

template <class Kernel>
void record(const char* name, Kernel kernel, const Objects& objects, uint4* results) {
  constexpr int kThreads = 16;
  cudaMemset(results, 0, kThreads * sizeof(uint4));
  kernel<<<1, kThreads>>>(objects, results);
  const cudaError_t launched = cudaGetLastError();
  uint4 host[kThreads] = {};
  const cudaError_t copied = cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
  const cudaError_t error = launched != cudaSuccess ? launched : copied;
  std::printf("%s:", name);
  if (error != cudaSuccess) std::printf(" %s", cudaGetErrorName(error));
  for (const uint4& r : host) std::printf(" %x,%x,%x,%x", r.x, r.y, r.z, r.w);
  std::printf("\n");
}

int main() {
  const cudaChannelFormatDesc word = cudaCreateChannelDesc<unsigned int>(),
                              bytes = cudaCreateChannelDesc<uchar4>();
  Objects t{};
  t.line = texture_of(word, 4, make_cudaExtent(8, 0, 0), 0);
  t.plane = texture_of(word, 4, make_cudaExtent(8, 4, 0), cudaArrayTextureGather);
  t.volume = texture_of(word, 4, make_cudaExtent(8, 4, 3), 0);
  t.lines = texture_of(word, 4, make_cudaExtent(8, 0, 3), cudaArrayLayered);
  t.planes = texture_of(word, 4, make_cudaExtent(8, 4, 3), cudaArrayLayered);
  t.bytes = texture_of(bytes, 1 * 4, make_cudaExtent(8, 4, 0), 0, true);
  cudaResourceDesc resource{};
  cudaMipmappedArray_t mipmap;
  cudaMallocMipmappedArray(&mipmap, &word, make_cudaExtent(8, 8, 0), 3, 0);
  for (unsigned int level = 0; level < 3; ++level) {
    cudaArray_t array;
    cudaGetMipmappedArrayLevel(&array, mipmap, level);
    fill(array, 4);
  }
  resource.resType = cudaResourceTypeMipmappedArray;
  resource.res.mipmap.mipmap = mipmap;
  t.mipmap = make_texture(resource, true);
  std::vector<unsigned int> numbers(64 * 8);
  for (size_t i = 0; i < numbers.size(); ++i) numbers[i] = (unsigned int)i;
  void* memory;
  cudaMalloc(&memory, 4096);
  cudaMemcpy(memory, numbers.data(), numbers.size() * 4, cudaMemcpyHostToDevice);
  resource.resType = cudaResourceTypePitch2D;
  resource.res.pitch2D = {memory, word, 8, 4, 512};
  t.pitched = make_texture(resource);
  resource.resType = cudaResourceTypeLinear;
  resource.res.linear = {memory, word, 32};
  t.linear = make_texture(resource);
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array =
      make_array(word, make_cudaExtent(8, 4, 3), cudaArrayLayered | cudaArraySurfaceLoadStore);
  cudaCreateSurfaceObject(&t.surface, &resource);
  uint4* results;
  cudaMalloc(&results, 16 * sizeof(uint4));
#define RECORD(name) record(#name, name##_form, t, results);
  ALL_FORMS(RECORD)
  return 0;
}
