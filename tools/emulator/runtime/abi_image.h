// Arrays, textures and surfaces in the binary interface: see abi.h.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gtl::runtime {

struct ChannelFormat {  // cudaChannelFormatDesc
  int x, y, z, w;
  int f;  ///< cudaChannelFormatKind
};

/// cudaArray… flags.
constexpr unsigned int kArrayLayered = 0x01, kArraySurface = 0x02, kArrayCubemap = 0x04,
                       kArrayGather = 0x08, kArraySparse = 0x40, kArrayDeferredMapping = 0x80;

enum class ResourceType : int { Array = 0, MipmappedArray = 1, Linear = 2, Pitch2D = 3 };

struct ResourceDescriptor {  // cudaResourceDesc
  ResourceType resType;
  union {
    struct {
      void* array;
    } array;
    struct {
      void* mipmap;
    } mipmap;
    struct {
      void* devPtr;
      ChannelFormat desc;
      size_t sizeInBytes;
    } linear;
    struct {
      void* devPtr;
      ChannelFormat desc;
      size_t width, height, pitchInBytes;
    } pitch2D;
    int reserved[32];
  } res;
  unsigned int flags;
};

struct TextureDescriptor {  // cudaTextureDesc
  int addressMode[3];
  int filterMode;
  int readMode;
  int sRGB;
  float borderColor[4];
  int normalizedCoords;
  unsigned int maxAnisotropy;
  int mipmapFilterMode;
  float mipmapLevelBias;
  float minMipmapLevelClamp;
  float maxMipmapLevelClamp;
  int disableTrilinearOptimization;
  int seamlessCubemap;
};

struct ResourceViewDescriptor {  // cudaResourceViewDesc
  int format;
  size_t width, height, depth;
  unsigned int firstMipmapLevel, lastMipmapLevel;
  unsigned int firstLayer, lastLayer;
  unsigned int reserved[16];
};

struct ArrayMemoryRequirements {  // cudaArrayMemoryRequirements
  size_t size, alignment;
  unsigned int reserved[4];
};

}  // namespace gtl::runtime
