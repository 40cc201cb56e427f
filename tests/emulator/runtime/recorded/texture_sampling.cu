// How a GPU samples textures: many small textures, each sampled at random and at awkward
// coordinates. A case is a line with its name, then lines of results in hexadecimal.
//
//   nvcc -o texture_sampling texture_sampling.cu && ./texture_sampling > texture_sampling_h200.txt
//
// On a GPU, that is. The record (NVIDIA H200, driver 580.159.04, CUDA 13.0) is what the emulator's
// sampling is held against. Texels and coordinates come from a fixed seed and integer arithmetic,
// so that both sides see the same ones.
#include <cuda_runtime.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

/// An error is part of the record, and its case has no results.
bool failed = false;

void check(cudaError_t error, int line) {
  if (error == cudaSuccess) return;
  std::printf("line %d: %s\n", line, cudaGetErrorName(error));
  cudaGetLastError();
  failed = true;
}
#define CHECK(call) check(call, __LINE__)

struct Random {
  uint64_t state;
  uint32_t next() {
    state = state * 6364136223846793005u + 1442695040888963407u;
    return uint32_t(state >> 32);
  }
  uint32_t below(uint32_t bound) { return next() % bound; }
  /// In [low, high), on a grid of 2^-24 of the range.
  float between(float low, float high) {
    return low + (high - low) * (float(next() >> 8) / 16777216.0f);
  }
};

struct Sample {
  float x, y, z, lod;
  float dx[4], dy[4];
  int layer, i, j, k;
};

enum class Shape { Line, Plane, Volume, Lines, Planes, Cube, Cubes };
enum class Method { Plain, Level, Gradient, Gather0, Gather1, Gather2, Gather3, Fetch };

template <class T, Shape kShape, Method kMethod>
__device__ T sample(cudaTextureObject_t t, const Sample& s) {
  const float2 dx2 = make_float2(s.dx[0], s.dx[1]), dy2 = make_float2(s.dy[0], s.dy[1]);
  const float4 dx4 = make_float4(s.dx[0], s.dx[1], s.dx[2], 0),
               dy4 = make_float4(s.dy[0], s.dy[1], s.dy[2], 0);
  if constexpr (kMethod == Method::Plain) {
    if constexpr (kShape == Shape::Line) return tex1D<T>(t, s.x);
    if constexpr (kShape == Shape::Plane) return tex2D<T>(t, s.x, s.y);
    if constexpr (kShape == Shape::Volume) return tex3D<T>(t, s.x, s.y, s.z);
    if constexpr (kShape == Shape::Lines) return tex1DLayered<T>(t, s.x, s.layer);
    if constexpr (kShape == Shape::Planes) return tex2DLayered<T>(t, s.x, s.y, s.layer);
    if constexpr (kShape == Shape::Cube) return texCubemap<T>(t, s.x, s.y, s.z);
    if constexpr (kShape == Shape::Cubes) return texCubemapLayered<T>(t, s.x, s.y, s.z, s.layer);
  } else if constexpr (kMethod == Method::Level) {
    if constexpr (kShape == Shape::Line) return tex1DLod<T>(t, s.x, s.lod);
    if constexpr (kShape == Shape::Plane) return tex2DLod<T>(t, s.x, s.y, s.lod);
    if constexpr (kShape == Shape::Volume) return tex3DLod<T>(t, s.x, s.y, s.z, s.lod);
    if constexpr (kShape == Shape::Lines) return tex1DLayeredLod<T>(t, s.x, s.layer, s.lod);
    if constexpr (kShape == Shape::Planes) return tex2DLayeredLod<T>(t, s.x, s.y, s.layer, s.lod);
    if constexpr (kShape == Shape::Cube) return texCubemapLod<T>(t, s.x, s.y, s.z, s.lod);
    if constexpr (kShape == Shape::Cubes)
      return texCubemapLayeredLod<T>(t, s.x, s.y, s.z, s.layer, s.lod);
  } else if constexpr (kMethod == Method::Gradient) {
    if constexpr (kShape == Shape::Line) return tex1DGrad<T>(t, s.x, s.dx[0], s.dy[0]);
    if constexpr (kShape == Shape::Plane) return tex2DGrad<T>(t, s.x, s.y, dx2, dy2);
    if constexpr (kShape == Shape::Volume) return tex3DGrad<T>(t, s.x, s.y, s.z, dx4, dy4);
    if constexpr (kShape == Shape::Lines)
      return tex1DLayeredGrad<T>(t, s.x, s.layer, s.dx[0], s.dy[0]);
    if constexpr (kShape == Shape::Planes)
      return tex2DLayeredGrad<T>(t, s.x, s.y, s.layer, dx2, dy2);
    if constexpr (kShape == Shape::Cube) return texCubemapGrad<T>(t, s.x, s.y, s.z, dx4, dy4);
    if constexpr (kShape == Shape::Cubes)
      return texCubemapLayeredGrad<T>(t, s.x, s.y, s.z, s.layer, dx4, dy4);
  } else if constexpr (kMethod == Method::Fetch) {
    return tex1Dfetch<T>(t, s.i);
  } else {
    return tex2Dgather<T>(t, s.x, s.y, int(kMethod) - int(Method::Gather0));
  }
}

template <class T, Shape kShape, Method kMethod>
__global__ void sample_all(cudaTextureObject_t texture, const Sample* samples, int count,
                           T* results) {
  const int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index < count) results[index] = sample<T, kShape, kMethod>(texture, samples[index]);
}

template <class T>
using Kernel = void (*)(cudaTextureObject_t, const Sample*, int, T*);

template <class T, Method kMethod>
Kernel<T> kernel_for(Shape shape) {
  switch (shape) {
    case Shape::Line:
      return sample_all<T, Shape::Line, kMethod>;
    case Shape::Plane:
      return sample_all<T, Shape::Plane, kMethod>;
    case Shape::Volume:
      return sample_all<T, Shape::Volume, kMethod>;
    case Shape::Lines:
      return sample_all<T, Shape::Lines, kMethod>;
    case Shape::Planes:
      return sample_all<T, Shape::Planes, kMethod>;
    case Shape::Cube:
      return sample_all<T, Shape::Cube, kMethod>;
    case Shape::Cubes:
      return sample_all<T, Shape::Cubes, kMethod>;
  }
  return nullptr;
}

template <class T>
Kernel<T> kernel_for(Shape shape, Method method) {
  switch (method) {
    case Method::Plain:
      return kernel_for<T, Method::Plain>(shape);
    case Method::Level:
      return kernel_for<T, Method::Level>(shape);
    case Method::Gradient:
      return kernel_for<T, Method::Gradient>(shape);
    case Method::Gather0:
      return sample_all<T, Shape::Plane, Method::Gather0>;
    case Method::Gather1:
      return sample_all<T, Shape::Plane, Method::Gather1>;
    case Method::Gather2:
      return sample_all<T, Shape::Plane, Method::Gather2>;
    case Method::Gather3:
      return sample_all<T, Shape::Plane, Method::Gather3>;
    case Method::Fetch:
      return sample_all<T, Shape::Line, Method::Fetch>;
  }
  return nullptr;
}

struct Format {
  int bits = 32, channels = 1;
  cudaChannelFormatKind kind = cudaChannelFormatKindFloat;
  size_t bytes() const { return size_t(bits) / 8 * channels; }
  cudaChannelFormatDesc descriptor() const {
    return cudaCreateChannelDesc(bits, channels > 1 ? bits : 0, channels > 2 ? bits : 0,
                                 channels > 3 ? bits : 0, kind);
  }
};

const Format kFloat{32, 1, cudaChannelFormatKindFloat};
const Format kByte{8, 1, cudaChannelFormatKindUnsigned};

/// The texels of one level: `count` texels of the format, level 0 first.
using Texels = std::function<void(int level, size_t count, std::vector<unsigned char>& bytes)>;

/// Random texels: floats with exponents of a narrow or the widest finite range, half floats that
/// are finite.
Texels random_texels(Format format, uint64_t seed, int exponents = 4) {
  return [=](int level, size_t count, std::vector<unsigned char>& bytes) {
    Random random{seed + uint64_t(level) * 977};
    bytes.resize(count * format.bytes());
    if (format.kind == cudaChannelFormatKindFloat && format.bits == 32) {
      for (size_t i = 0; i < count * format.channels; ++i) {
        const uint32_t exponent = 127 - exponents / 2 + random.below(exponents);
        const uint32_t bits = (random.next() & 0x807FFFFF) | exponent << 23;
        std::memcpy(&bytes[i * 4], &bits, 4);
      }
    } else if (format.kind == cudaChannelFormatKindFloat) {
      for (size_t i = 0; i < count * format.channels; ++i) {
        const uint16_t bits = uint16_t((random.next() & 0x83FF) | random.below(31) << 10);
        std::memcpy(&bytes[i * 2], &bits, 2);
      }
    } else {
      for (unsigned char& byte : bytes) byte = (unsigned char)(random.next() >> 13);
    }
  };
}

/// Texel i holds i, and 1000 more on each further level: results show where a sample was taken.
Texels ramp() {
  return [](int level, size_t count, std::vector<unsigned char>& bytes) {
    bytes.resize(count * 4);
    for (size_t i = 0; i < count; ++i) {
      const float value = float(i) + 1000.0f * float(level);
      std::memcpy(&bytes[i * 4], &value, 4);
    }
  };
}

/// Every texel of a level holds the level.
Texels level_numbers() {
  return [](int level, size_t count, std::vector<unsigned char>& bytes) {
    bytes.resize(count * 4);
    const float value = float(level);
    for (size_t i = 0; i < count; ++i) std::memcpy(&bytes[i * 4], &value, 4);
  };
}

struct Case {
  std::string name;
  Shape shape = Shape::Plane;
  Method method = Method::Plain;
  Format format = kFloat;
  int width = 8, height = 0, depth = 0;  ///< As cudaMalloc3DArray takes them.
  int levels = 0;                        ///< 0: no mipmap.
  cudaTextureAddressMode mode[3] = {cudaAddressModeClamp, cudaAddressModeClamp,
                                    cudaAddressModeClamp};
  cudaTextureFilterMode filter = cudaFilterModeLinear;
  bool is_normalized = false, reads_normalized = false, is_srgb = false, is_seamless = false;
  cudaTextureFilterMode level_filter = cudaFilterModePoint;
  float bias = 0, lowest_level = 0, highest_level = 100;
  float border[4] = {0, 0, 0, 0};
  unsigned int anisotropy = 0;
  Texels texels = ramp();
  char kind = 'f';  ///< The type the kernel reads: f, i, u.
  int shown = 1;    ///< Components shown.
  int samples = 256;
  enum class Memory { Array, Linear, Pitched } memory = Memory::Array;

  bool is_layered() const {
    return shape == Shape::Lines || shape == Shape::Planes || shape == Shape::Cubes;
  }
  bool is_cube() const { return shape == Shape::Cube || shape == Shape::Cubes; }
  unsigned int array_flags() const {
    unsigned int flags = 0;
    if (is_layered()) flags |= cudaArrayLayered;
    if (is_cube()) flags |= cudaArrayCubemap;
    if (method >= Method::Gather0 && method <= Method::Gather3) flags |= cudaArrayTextureGather;
    return flags;
  }
};

void fill(const Case& c, cudaArray_t array, int level) {
  cudaExtent extent;
  CHECK(cudaArrayGetInfo(nullptr, &extent, nullptr, array));
  const size_t rows = extent.height ? extent.height : 1;
  const size_t slices = extent.depth ? extent.depth : 1;
  std::vector<unsigned char> bytes;
  c.texels(level, extent.width * rows * slices, bytes);
  cudaMemcpy3DParms copy{};
  copy.srcPtr =
      make_cudaPitchedPtr(bytes.data(), extent.width * c.format.bytes(), extent.width, rows);
  copy.dstArray = array;
  copy.extent = make_cudaExtent(extent.width, rows, slices);
  copy.kind = cudaMemcpyHostToDevice;
  CHECK(cudaMemcpy3D(&copy));
}

/// Random coordinates around the texture, near texel borders, near steps of the filter's weights,
/// and far away.
float coordinate(Random& random, float size, bool is_normalized) {
  const float steps[] = {0.0f,         1.0f / 512,  -1.0f / 512,  1.0f / 1024,
                         -1.0f / 1024, 1.0f / 4096, -1.0f / 65536};
  const float odd[] = {0.0f,    -0.0f,    1.0e-30f, -1.0e-30f, 1.0e9f, -1.0e9f,
                       1.0e30f, -1.0e30f, INFINITY, -INFINITY, NAN};
  float x;
  switch (random.below(8)) {
    case 0:
      x = float(int(random.below(uint32_t(size) * 4 + 1)) - int(size)) * 0.5f;
      break;
    case 1:
      x = float(random.below(uint32_t(size) * 256)) / 256.0f + steps[random.below(7)];
      break;
    case 2:
      x = float(random.below(uint32_t(size) * 2 + 1)) * 0.5f + steps[random.below(7)];
      break;
    case 3:
      x = random.between(-2.5f * size, 3.5f * size);
      break;
    case 4:
      if (random.below(8) == 0) return odd[random.below(11)];
      x = random.between(-1.0f, 1.0f);
      break;
    default:
      x = random.between(0.0f, size);
      break;
  }
  return is_normalized ? x / size : x;
}

std::vector<Sample> samples_of(const Case& c) {
  Random random{0x9E3779B97F4A7C15u};
  for (const char letter : c.name) random.state = random.state * 31 + uint64_t(letter);
  std::vector<Sample> samples(c.samples);
  const float width = float(c.width), height = float(c.height ? c.height : 1),
              depth = float(c.depth ? c.depth : 1);
  for (Sample& s : samples) {
    if (c.is_cube()) {
      s.x = random.between(-1, 1), s.y = random.between(-1, 1), s.z = random.between(-1, 1);
      const uint32_t odd = random.below(16);
      if (odd == 0) s.y = s.x;
      if (odd == 1) s.z = -s.x;
      if (odd == 2) s.x = s.y = s.z;
      if (odd == 3) s.x = 0;
    } else {
      s.x = coordinate(random, width, c.is_normalized);
      s.y = coordinate(random, height, c.is_normalized);
      s.z = coordinate(random, depth, c.is_normalized);
    }
    const float top = float(c.levels);
    s.lod = random.below(2) ? random.between(-1.5f, top + 1)
                            : float(random.below(uint32_t(top + 1) * 256)) / 256.0f +
                                  random.between(-0.005f, 0.005f);
    for (float* d : {s.dx, s.dy}) {
      for (int i = 0; i < 4; ++i) {
        d[i] =
            ldexpf(random.between(-1, 1), -int(random.below(8))) * (c.is_normalized ? 1.0f : width);
        if (random.below(4) == 0) d[i] = 0;
      }
    }
    s.layer = int(random.below(8)) - 2;
    s.i = int(random.below(uint32_t(c.width) + 8)) - 4;
    s.j = int(random.below(uint32_t(c.height) + 8)) - 4;
    s.k = int(random.below(uint32_t(c.depth) + 8)) - 4;
  }
  return samples;
}

/// The texture object of a case; its memory stays until the process ends.
cudaTextureObject_t make_texture(const Case& c) {
  cudaResourceDesc resource{};
  const cudaExtent extent = make_cudaExtent(c.width, c.height, c.depth);
  const cudaChannelFormatDesc format = c.format.descriptor();
  if (c.memory != Case::Memory::Array) {
    std::vector<unsigned char> bytes;
    const size_t rows = c.height ? c.height : 1, row = c.width * c.format.bytes();
    c.texels(0, c.width * rows, bytes);
    void* memory;
    if (c.memory == Case::Memory::Linear) {
      CHECK(cudaMalloc(&memory, bytes.size()));
      CHECK(cudaMemcpy(memory, bytes.data(), bytes.size(), cudaMemcpyHostToDevice));
      resource.resType = cudaResourceTypeLinear;
      resource.res.linear = {memory, format, bytes.size()};
    } else {
      size_t pitch;
      CHECK(cudaMallocPitch(&memory, &pitch, row, rows));
      CHECK(cudaMemcpy2D(memory, pitch, bytes.data(), row, row, rows, cudaMemcpyHostToDevice));
      resource.resType = cudaResourceTypePitch2D;
      resource.res.pitch2D = {memory, format, size_t(c.width), rows, pitch};
    }
  } else if (c.levels == 0) {
    cudaArray_t array;
    CHECK(cudaMalloc3DArray(&array, &format, extent, c.array_flags()));
    fill(c, array, 0);
    resource.resType = cudaResourceTypeArray;
    resource.res.array.array = array;
  } else {
    cudaMipmappedArray_t mipmap;
    CHECK(cudaMallocMipmappedArray(&mipmap, &format, extent, c.levels, c.array_flags()));
    for (int level = 0; level < c.levels; ++level) {
      cudaArray_t array;
      CHECK(cudaGetMipmappedArrayLevel(&array, mipmap, level));
      fill(c, array, level);
    }
    resource.resType = cudaResourceTypeMipmappedArray;
    resource.res.mipmap.mipmap = mipmap;
  }
  cudaTextureDesc texture{};
  for (int i = 0; i < 3; ++i) texture.addressMode[i] = c.mode[i];
  for (int i = 0; i < 4; ++i) texture.borderColor[i] = c.border[i];
  texture.filterMode = c.filter;
  texture.readMode = c.reads_normalized ? cudaReadModeNormalizedFloat : cudaReadModeElementType;
  texture.sRGB = c.is_srgb;
  texture.normalizedCoords = c.is_normalized;
  texture.maxAnisotropy = c.anisotropy;
  texture.mipmapFilterMode = c.level_filter;
  texture.mipmapLevelBias = c.bias;
  texture.minMipmapLevelClamp = c.lowest_level;
  texture.maxMipmapLevelClamp = c.highest_level;
  texture.seamlessCubemap = c.is_seamless;
  cudaTextureObject_t object;
  CHECK(cudaCreateTextureObject(&object, &resource, &texture, nullptr));
  return object;
}

template <class T>
std::vector<uint32_t> results_of(const Case& c, cudaTextureObject_t texture,
                                 const std::vector<Sample>& samples) {
  Sample* d_samples;
  T* d_results;
  const int count = int(samples.size());
  CHECK(cudaMalloc(&d_samples, count * sizeof(Sample)));
  CHECK(cudaMalloc(&d_results, count * sizeof(T)));
  CHECK(cudaMemcpy(d_samples, samples.data(), count * sizeof(Sample), cudaMemcpyHostToDevice));
  kernel_for<T>(c.shape, c.method)<<<(count + 127) / 128, 128>>>(texture, d_samples, count,
                                                                 d_results);
  CHECK(cudaGetLastError());
  std::vector<uint32_t> results(4 * count);
  CHECK(cudaMemcpy(results.data(), d_results, count * sizeof(T), cudaMemcpyDeviceToHost));
  CHECK(cudaFree(d_samples));
  CHECK(cudaFree(d_results));
  return results;
}

std::vector<uint32_t> results_of(const Case& c, const std::vector<Sample>& samples) {
  const cudaTextureObject_t texture = make_texture(c);
  if (failed) return {};
  std::vector<uint32_t> results = c.kind == 'f'   ? results_of<float4>(c, texture, samples)
                                  : c.kind == 'i' ? results_of<int4>(c, texture, samples)
                                                  : results_of<uint4>(c, texture, samples);
  CHECK(cudaDestroyTextureObject(texture));
  return results;
}

void record(const Case& c) {
  std::printf("%s\n", c.name.c_str());
  const std::vector<Sample> samples = samples_of(c);
  failed = false;
  const std::vector<uint32_t> results = results_of(c, samples);
  if (failed) return;
  int in_line = 0;
  for (size_t i = 0; i < samples.size(); ++i) {
    for (int k = 0; k < c.shown; ++k) {
      std::printf(" %x", results[i * 4 + k]);
      if (++in_line % 16 == 0) std::printf("\n");
    }
  }
  if (in_line % 16 != 0) std::printf("\n");
}

const char* const kModeNames[] = {"wrap", "clamp", "mirror", "border"};

/// A case for every address mode, filter and kind of coordinates.
void record_modes(Case c) {
  const std::string name = c.name;
  for (int filter = 0; filter < 2; ++filter) {
    for (int normalized = 0; normalized < 2; ++normalized) {
      for (int mode = 0; mode < 4; ++mode) {
        c.filter = filter ? cudaFilterModeLinear : cudaFilterModePoint;
        c.is_normalized = normalized;
        for (auto& each : c.mode) each = cudaTextureAddressMode(mode);
        c.name = name + (filter ? " linear" : " point") +
                 (normalized ? " normalized " : " texels ") + kModeNames[mode];
        record(c);
      }
    }
  }
}

void record_formats() {
  struct Kind {
    cudaChannelFormatKind kind;
    const char* name;
    char reads;
  };
  const Kind kinds[] = {{cudaChannelFormatKindUnsigned, "unsigned", 'u'},
                        {cudaChannelFormatKindSigned, "signed", 'i'},
                        {cudaChannelFormatKindFloat, "float", 'f'}};
  for (const Kind& kind : kinds) {
    for (int bits : {8, 16, 32}) {
      if (kind.reads == 'f' && bits == 8) continue;
      for (int channels : {1, 2, 4}) {
        for (int normalized = 0; normalized < 2; ++normalized) {
          if (normalized && (bits == 32 || kind.reads == 'f')) continue;
          Case c;
          c.format = {bits, channels, kind.kind};
          c.name = std::string(kind.name) + std::to_string(bits) + "x" + std::to_string(channels) +
                   (normalized ? " normalized" : " element");
          c.width = 16, c.height = 4;
          c.texels = random_texels(c.format, 11);
          c.kind = normalized ? 'f' : kind.reads;
          c.reads_normalized = normalized;
          c.shown = 4;
          c.samples = 64;
          c.filter = cudaFilterModePoint;
          c.mode[0] = c.mode[1] = cudaAddressModeBorder;
          c.border[0] = 0.25f, c.border[1] = 0.5f, c.border[2] = -0.75f, c.border[3] = 3.0f;
          record(c);
          if (!normalized && kind.reads != 'f') continue;
          c.name += " filtered";
          c.filter = cudaFilterModeLinear;
          record(c);
        }
      }
    }
  }
}

void record_filters() {
  for (Shape shape : {Shape::Line, Shape::Plane, Shape::Volume}) {
    const std::string dimension = std::to_string(int(shape) + 1) + "d";
    Case c;
    c.shape = shape;
    c.width = 4, c.height = shape >= Shape::Plane ? 4 : 0, c.depth = shape == Shape::Volume ? 4 : 0;
    c.samples = 512;
    for (int exponents : {1, 4, 40, 254}) {
      c.name = "filter " + dimension + " float of " + std::to_string(exponents) + " exponents";
      c.texels = random_texels(kFloat, 5, exponents);
      record(c);
    }
    c.format = {16, 1, cudaChannelFormatKindFloat};
    c.name = "filter " + dimension + " half";
    c.texels = random_texels(c.format, 6);
    record(c);
    c.reads_normalized = true;
    for (auto kind : {cudaChannelFormatKindUnsigned, cudaChannelFormatKindSigned}) {
      for (int bits : {8, 16}) {
        c.format = {bits, 1, kind};
        c.name = "filter " + dimension +
                 (kind == cudaChannelFormatKindSigned ? " signed" : " unsigned") +
                 std::to_string(bits);
        c.texels = random_texels(c.format, 7);
        record(c);
      }
    }
  }
}

void record_conversions() {
  Case c;
  c.shape = Shape::Line;
  c.width = 256;
  c.filter = cudaFilterModePoint;
  c.reads_normalized = true;
  c.format = {8, 4, cudaChannelFormatKindUnsigned};
  c.texels = [](int, size_t count, std::vector<unsigned char>& bytes) {
    for (size_t i = 0; i < count * 4; ++i) bytes.push_back((unsigned char)(i / 4));
  };
  c.method = Method::Plain;
  c.shown = 4;
  c.samples = 512;
  c.is_srgb = true;
  c.name = "sRGB point";
  record(c);
  c.filter = cudaFilterModeLinear;
  c.name = "sRGB linear";
  c.texels = random_texels(c.format, 8);
  record(c);
}

void record_levels() {
  Case c;
  c.levels = 5;
  c.is_normalized = true;
  c.method = Method::Level;
  for (Shape shape : {Shape::Line, Shape::Plane, Shape::Volume, Shape::Lines, Shape::Planes,
                      Shape::Cube, Shape::Cubes}) {
    c.shape = shape;
    c.width = 16;
    c.height = shape == Shape::Line || shape == Shape::Lines ? 0 : 16;
    c.depth = shape == Shape::Volume                            ? 16
              : shape == Shape::Lines || shape == Shape::Planes ? 3
              : shape == Shape::Cube                            ? 6
              : shape == Shape::Cubes                           ? 12
                                                                : 0;
    for (int filter = 0; filter < 4; ++filter) {
      c.filter = filter & 1 ? cudaFilterModeLinear : cudaFilterModePoint;
      c.level_filter = filter & 2 ? cudaFilterModeLinear : cudaFilterModePoint;
      const std::string name = "shape " + std::to_string(int(shape)) +
                               (filter & 1 ? " linear" : " point") +
                               (filter & 2 ? " between levels" : " nearest level");
      c.samples = 128;
      c.texels = ramp();
      c.method = Method::Level;
      c.name = "level " + name;
      record(c);
      c.method = Method::Plain;
      c.name = "base " + name;
      c.samples = 64;
      record(c);
      c.texels = level_numbers();
      c.method = Method::Gradient;
      c.name = "gradient " + name;
      record(c);
    }
  }
  c.shape = Shape::Plane;
  c.height = 16, c.depth = 0;
  c.texels = level_numbers();
  c.method = Method::Level;
  c.samples = 512;
  for (int filter = 0; filter < 2; ++filter) {
    c.level_filter = filter ? cudaFilterModeLinear : cudaFilterModePoint;
    const std::string name = filter ? " between levels" : " nearest level";
    c.name = "levels" + name;
    record(c);
    c.bias = 0.7f;
    c.name = "levels with bias" + name;
    record(c);
    c.lowest_level = 0.4f, c.highest_level = 2.7f;
    c.name = "levels with bias and clamps" + name;
    record(c);
    c.bias = 0, c.lowest_level = 0, c.highest_level = 100;
  }
  c.method = Method::Gradient;
  c.name = "levels by gradients";
  record(c);
  c.width = 32, c.height = 8;
  c.name = "levels by gradients of an oblong";
  record(c);
  c.method = Method::Level;
  c.texels = ramp();
  c.samples = 256;
  c.width = 13, c.height = 7, c.levels = 4;
  c.name = "levels of odd sizes";
  record(c);
}

void record_cubes() {
  for (int seamless = 0; seamless < 2; ++seamless) {
    for (int filter = 0; filter < 2; ++filter) {
      for (int layered = 0; layered < 2; ++layered) {
        Case c;
        c.shape = layered ? Shape::Cubes : Shape::Cube;
        c.width = c.height = 8;
        c.depth = layered ? 18 : 6;
        c.is_normalized = true;
        c.is_seamless = seamless;
        c.filter = filter ? cudaFilterModeLinear : cudaFilterModePoint;
        c.samples = 512;
        c.name = std::string(layered ? "cubes" : "cube") + (filter ? " linear" : " point") +
                 (seamless ? " seamless" : "");
        record(c);
      }
    }
  }
}

void record_the_rest() {
  Case c;
  c.name = "line";
  c.shape = Shape::Line;
  c.width = 13;
  record_modes(c);
  c.name = "plane";
  c.shape = Shape::Plane;
  c.width = 8, c.height = 5;
  for (float& each : c.border) each = 100.0f;
  record_modes(c);
  c.name = "volume";
  c.shape = Shape::Volume;
  c.width = 6, c.height = 5, c.depth = 4;
  record_modes(c);
  c.name = "lines";
  c.shape = Shape::Lines;
  c.width = 13, c.height = 0, c.depth = 4;
  record_modes(c);
  c.name = "planes";
  c.shape = Shape::Planes;
  c.width = 8, c.height = 5, c.depth = 4;
  record_modes(c);
  c.name = "mixed modes";
  c.shape = Shape::Plane;
  c.depth = 0;
  c.is_normalized = true;
  c.mode[0] = cudaAddressModeMirror, c.mode[1] = cudaAddressModeBorder;
  record(c);
  c.name = "pitched";
  c.memory = Case::Memory::Pitched;
  record_modes(c);
  c.memory = Case::Memory::Linear;
  c.name = "linear memory";
  c.method = Method::Fetch;
  c.shape = Shape::Line;
  c.width = 50, c.height = 0;
  c.is_normalized = false;
  record(c);
  c.name = "linear memory of bytes, normalized";
  c.format = kByte;
  c.texels = random_texels(kByte, 9);
  c.reads_normalized = true;
  c.shown = 4;
  record(c);
  c.name = "linear memory of float2";
  c.format = {32, 2, cudaChannelFormatKindFloat};
  c.texels = random_texels(c.format, 9);
  c.reads_normalized = false;
  record(c);

  Case gather;
  gather.width = 8, gather.height = 5;
  gather.format = {32, 4, cudaChannelFormatKindFloat};
  gather.texels = random_texels(gather.format, 10);
  gather.shown = 4;
  gather.samples = 64;
  for (int component = 0; component < 4; ++component) {
    gather.method = Method(int(Method::Gather0) + component);
    gather.name = "gather " + std::to_string(component);
    record_modes(gather);
  }
  gather.format = kFloat;
  gather.texels = ramp();
  gather.method = Method::Gather0;
  gather.samples = 512;
  gather.is_normalized = false;
  gather.name = "gather, many";
  record(gather);

  for (int width : {3, 7, 64, 1000, 4096}) {  // Where a normalized coordinate meets which texel.
    Case ramps;
    ramps.shape = Shape::Line;
    ramps.width = width;
    ramps.samples = 512;
    for (int mode = 0; mode < 2; ++mode) {
      ramps.is_normalized = mode;
      for (int wrap = 0; wrap < 2; ++wrap) {
        ramps.mode[0] = wrap ? cudaAddressModeWrap : cudaAddressModeClamp;
        ramps.name = "ramp of " + std::to_string(width) + (mode ? " normalized" : " texels") +
                     (wrap ? " wrap" : " clamp");
        record(ramps);
      }
    }
  }
}

#ifndef GTL_WITHOUT_MAIN
int main() {
  record_the_rest();
  record_formats();
  record_filters();
  record_conversions();
  record_levels();
  record_cubes();
  return 0;
}
#endif
