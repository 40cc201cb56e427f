// What surface reads and writes do, inside and outside of the surface: a line each.
//
//   nvcc -o surface_access surface_access.cu
//   for part in accesses trap_read trap_write trap_layer trap_misaligned; do ./surface_access
//   $part; done
//
// On a GPU, that is. The record (NVIDIA H200, driver 580.159.04, CUDA 13.0) is what the emulator is
// held against.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstring>
#include <vector>

constexpr int kThreads = 24;  ///< Each accesses texel i = -4 … 19 of a row.

enum class Shape { Line, Plane, Volume, Lines, Planes, Cube, Cubes };

template <class T, Shape kShape, cudaSurfaceBoundaryMode kMode>
__global__ void read_all(cudaSurfaceObject_t s, T* results, int y, int z, int shift) {
  const int x = (int(threadIdx.x) - 4) * int(sizeof(T)) + shift;
  T value{};
  if constexpr (kShape == Shape::Line) surf1Dread(&value, s, x, kMode);
  if constexpr (kShape == Shape::Plane) surf2Dread(&value, s, x, y, kMode);
  if constexpr (kShape == Shape::Volume) surf3Dread(&value, s, x, y, z, kMode);
  if constexpr (kShape == Shape::Lines) surf1DLayeredread(&value, s, x, z, kMode);
  if constexpr (kShape == Shape::Planes) surf2DLayeredread(&value, s, x, y, z, kMode);
  if constexpr (kShape == Shape::Cube) surfCubemapread(&value, s, x, y, z, kMode);
  if constexpr (kShape == Shape::Cubes) surfCubemapLayeredread(&value, s, x, y, z, kMode);
  results[threadIdx.x] = value;
}

template <class T, Shape kShape, cudaSurfaceBoundaryMode kMode>
__global__ void write_all(cudaSurfaceObject_t s, int y, int z, int shift) {
  const int x = (int(threadIdx.x) - 4) * int(sizeof(T)) + shift;
  T value;
  memset(&value, int(threadIdx.x) + 0x40, sizeof value);
  if constexpr (kShape == Shape::Line) surf1Dwrite(value, s, x, kMode);
  if constexpr (kShape == Shape::Plane) surf2Dwrite(value, s, x, y, kMode);
  if constexpr (kShape == Shape::Volume) surf3Dwrite(value, s, x, y, z, kMode);
  if constexpr (kShape == Shape::Lines) surf1DLayeredwrite(value, s, x, z, kMode);
  if constexpr (kShape == Shape::Planes) surf2DLayeredwrite(value, s, x, y, z, kMode);
  if constexpr (kShape == Shape::Cube) surfCubemapwrite(value, s, x, y, z, kMode);
  if constexpr (kShape == Shape::Cubes) surfCubemapLayeredwrite(value, s, x, y, z, kMode);
}

struct Surface {
  cudaArray_t array;
  cudaSurfaceObject_t object;
  cudaExtent extent;
  size_t texel;
};

/// 16 texels wide, 4 high, 3 deep (as far as the shape goes); byte i holds i mod 251.
Surface make_surface(Shape shape, cudaChannelFormatDesc format) {
  Surface s{};
  s.texel = size_t(format.x + format.y + format.z + format.w) / 8;
  const bool is_line = shape == Shape::Line || shape == Shape::Lines;
  const bool is_cube = shape == Shape::Cube || shape == Shape::Cubes;
  const bool is_layered = shape == Shape::Lines || shape == Shape::Planes || shape == Shape::Cubes;
  s.extent = make_cudaExtent(16,
                             is_line   ? 0
                             : is_cube ? 16
                                       : 4,
                             shape == Shape::Line || shape == Shape::Plane ? 0
                             : shape == Shape::Cube                        ? 6
                             : shape == Shape::Cubes                       ? 12
                                                                           : 3);
  const unsigned int flags = cudaArraySurfaceLoadStore | (is_layered ? cudaArrayLayered : 0) |
                             (is_cube ? cudaArrayCubemap : 0);
  cudaError_t error = cudaMalloc3DArray(&s.array, &format, s.extent, flags);
  cudaResourceDesc resource{};
  resource.resType = cudaResourceTypeArray;
  resource.res.array.array = s.array;
  if (error == cudaSuccess) error = cudaCreateSurfaceObject(&s.object, &resource);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
  s.extent.height = s.extent.height ? s.extent.height : 1;
  s.extent.depth = s.extent.depth ? s.extent.depth : 1;
  return s;
}

void copy(Surface& s, std::vector<unsigned char>& bytes, cudaMemcpyKind kind) {
  bytes.resize(s.extent.width * s.extent.height * s.extent.depth * s.texel);
  cudaMemcpy3DParms parameters{};
  const cudaPitchedPtr pointer =
      make_cudaPitchedPtr(bytes.data(), s.extent.width * s.texel, s.extent.width, s.extent.height);
  if (kind == cudaMemcpyHostToDevice) {
    parameters.srcPtr = pointer;
    parameters.dstArray = s.array;
  } else {
    parameters.srcArray = s.array;
    parameters.dstPtr = pointer;
  }
  parameters.extent = s.extent;
  parameters.kind = kind;
  const cudaError_t error = cudaMemcpy3D(&parameters);
  if (error != cudaSuccess) std::printf("%s\n", cudaGetErrorName(error));
}

void reset(Surface& s) {
  std::vector<unsigned char> bytes(s.extent.width * s.extent.height * s.extent.depth * s.texel);
  for (size_t i = 0; i < bytes.size(); ++i) bytes[i] = (unsigned char)(i % 251);
  copy(s, bytes, cudaMemcpyHostToDevice);
}

void print(const void* data, size_t size) {
  for (size_t i = 0; i < size; ++i) std::printf("%02x", static_cast<const unsigned char*>(data)[i]);
  std::printf("\n");
}

/// Where the surface differs from what `reset` left.
void print_changes(Surface& s) {
  std::vector<unsigned char> bytes;
  copy(s, bytes, cudaMemcpyDeviceToHost);
  for (size_t start = 0; start < bytes.size();) {
    size_t end = start;
    while (end < bytes.size() && bytes[end] != (unsigned char)(end % 251)) ++end;
    if (end > start) {
      std::printf("  %zu: ", start);
      print(&bytes[start], end - start);
    }
    start = end + 1;
  }
}

template <class T, Shape kShape, cudaSurfaceBoundaryMode kMode>
void record_access(const char* name, Surface& s, int y, int z, int shift) {
  T* results;
  cudaMalloc(&results, kThreads * sizeof(T));
  read_all<T, kShape, kMode><<<1, kThreads>>>(s.object, results, y, z, shift);
  T host[kThreads];
  memset(host, 0, sizeof host);
  cudaError_t error = cudaMemcpy(host, results, sizeof host, cudaMemcpyDeviceToHost);
  std::printf("read %s y %d z %d shift %d: %s ", name, y, z, shift, cudaGetErrorName(error));
  print(host, sizeof host);
  reset(s);
  write_all<T, kShape, kMode><<<1, kThreads>>>(s.object, y, z, shift);
  error = cudaDeviceSynchronize();
  std::printf("write %s y %d z %d shift %d: %s\n", name, y, z, shift, cudaGetErrorName(error));
  print_changes(s);
  reset(s);
  cudaFree(results);
}

template <class T, Shape kShape>
void record_shape(const char* name, cudaChannelFormatDesc format) {
  Surface s = make_surface(kShape, format);
  reset(s);
  const char* const modes[] = {"zero", "clamp"};
  for (int y : {-1, 2, 5}) {
    if (y != 2 && (kShape == Shape::Line || kShape == Shape::Lines)) continue;
    for (int z : {-1, 1, 30}) {
      if (z != 1 && (kShape == Shape::Line || kShape == Shape::Plane)) continue;
      char text[100];
      std::snprintf(text, sizeof text, "%s %s", name, modes[0]);
      record_access<T, kShape, cudaBoundaryModeZero>(text, s, y, z, 0);
      std::snprintf(text, sizeof text, "%s %s", name, modes[1]);
      record_access<T, kShape, cudaBoundaryModeClamp>(text, s, y, z, 0);
    }
  }
}

int main(int argc, char** argv) {
  const char* part = argc > 1 ? argv[1] : "accesses";
  Surface words = make_surface(Shape::Plane, cudaCreateChannelDesc<unsigned int>());
  Surface layers = make_surface(Shape::Planes, cudaCreateChannelDesc<unsigned int>());
  unsigned int* results;
  cudaMalloc(&results, kThreads * 4);
  if (std::strcmp(part, "trap_read") == 0)
    read_all<unsigned int, Shape::Plane, cudaBoundaryModeTrap>
        <<<1, kThreads>>>(words.object, results, 1, 0, 0);
  if (std::strcmp(part, "trap_write") == 0)
    write_all<unsigned int, Shape::Plane, cudaBoundaryModeTrap>
        <<<1, kThreads>>>(words.object, 1, 0, 0);
  if (std::strcmp(part, "trap_layer") == 0)
    write_all<unsigned int, Shape::Planes, cudaBoundaryModeTrap><<<1, 4>>>(layers.object, 1, 7, 16);
  if (std::strcmp(part, "trap_misaligned") == 0)
    write_all<unsigned int, Shape::Plane, cudaBoundaryModeTrap><<<1, 4>>>(words.object, 1, 0, 18);
  if (std::strcmp(part, "accesses") != 0) {
    std::printf("%s: %s\n", part, cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
  }
  record_shape<unsigned int, Shape::Line>("line of words", cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned int, Shape::Plane>("plane of words", cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned int, Shape::Volume>("volume of words",
                                            cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned int, Shape::Lines>("lines of words", cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned int, Shape::Planes>("planes of words",
                                            cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned int, Shape::Cube>("cube of words", cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned int, Shape::Cubes>("cubes of words", cudaCreateChannelDesc<unsigned int>());
  record_shape<unsigned char, Shape::Plane>("plane of bytes",
                                            cudaCreateChannelDesc<unsigned char>());
  record_shape<short2, Shape::Plane>("plane of short2", cudaCreateChannelDesc<short2>());
  record_shape<float4, Shape::Plane>("plane of float4", cudaCreateChannelDesc<float4>());
  record_shape<unsigned short, Shape::Plane>("plane of uchar4 by 16 bits",
                                             cudaCreateChannelDesc<uchar4>());
  record_shape<uint2, Shape::Plane>("plane of words by 64 bits",
                                    cudaCreateChannelDesc<unsigned int>());
  return 0;
}
