// CUDA arrays, and the textures and surfaces through which kernels reach them. The runtime makes
// them; exec/ samples them (sampler.h).
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <vector>

namespace gtl::memory {

/// What the bits of a channel mean; the numbers of cudaChannelFormatKind.
enum class ChannelKind : uint8_t { Signed = 0, Unsigned = 1, Float = 2 };

struct TexelFormat {
  ChannelKind kind = ChannelKind::Float;
  uint32_t bits = 32;     ///< Of a channel: 8, 16, 32.
  uint32_t channels = 1;  ///< 1, 2, 4
  uint32_t bytes() const { return bits / 8 * channels; }
  bool operator==(const TexelFormat&) const = default;
};

enum class ImageShape : uint8_t { Line, Plane, Volume, Lines, Planes, Cube, Cubes };
constexpr bool is_layered(ImageShape shape) { return shape >= ImageShape::Lines; }
constexpr bool is_cube(ImageShape shape) { return shape >= ImageShape::Cube; }

/// Texels in rows; every extent is at least 1.
struct ImageLevel {
  uint32_t width = 1, height = 1;
  uint32_t depth = 1;  ///< Slices of a volume; layers; faces of all cubes.
  std::byte* data = nullptr;
  uint64_t row_pitch = 0, slice_pitch = 0;  ///< In bytes.

  std::byte* texel(uint32_t x, uint32_t y, uint32_t z, uint32_t bytes) const {
    return data + z * slice_pitch + y * row_pitch + uint64_t{x} * bytes;
  }
};

/// The levels of one cudaArray (one level) or of a mipmapped one.
struct ImageStorage {
  uint64_t id = 0;  ///< 1, 2, 3 … in order of creation.
  ImageShape shape = ImageShape::Plane;
  TexelFormat format;
  std::vector<ImageLevel> levels;
  std::unique_ptr<std::byte[]> bytes;
  uint64_t size = 0;
};

/// Storage for `level_count` levels, each half as large as the one before. The bytes hold a
/// pattern, as nothing may rely on them. Null when the host has no room.
std::shared_ptr<ImageStorage> make_image(uint64_t id, ImageShape shape, TexelFormat format,
                                         uint32_t width, uint32_t height, uint32_t depth,
                                         uint32_t level_count);

enum class AddressMode : uint8_t { Wrap = 0, Clamp = 1, Mirror = 2, Border = 3 };

/// How to sample, and what.
struct Texture {
  ImageShape shape = ImageShape::Plane;
  TexelFormat format;
  std::vector<ImageLevel> levels;
  std::weak_ptr<const ImageStorage> storage;  ///< Of arrays.
  uint64_t array_id = 0;                      ///< Of arrays; 0: plain device memory.
  uint64_t address = 0, size = 0;             ///< Of plain device memory.
  bool is_linear_memory = false;              ///< Read by index alone (tex1Dfetch).

  std::array<AddressMode, 3> modes{};
  bool filters = false;           ///< Linear, else the nearest texel.
  bool filters_levels = false;    ///< Between two levels, else the nearest level.
  bool is_normalized = false;     ///< Coordinates in [0, 1).
  bool reads_normalized = false;  ///< Integer channels become numbers in [0, 1] or [-1, 1].
  bool is_srgb = false;
  bool is_seamless = false;
  bool is_anisotropic = false;
  float level_bias = 0, lowest_level = 0, highest_level = 0;
  std::array<float, 4> border{};
};

struct Surface {
  ImageShape shape = ImageShape::Plane;
  TexelFormat format;
  ImageLevel level;
  std::weak_ptr<const ImageStorage> storage;
  uint64_t array_id = 0;
};

/// Textures and surfaces by the handles that kernels are given. Like Memory, only read while
/// kernels run.
class ImageTable {
 public:
  uint64_t add(Texture texture);
  uint64_t add(Surface surface);
  /// False when there is no such object.
  bool remove_texture(uint64_t handle);
  bool remove_surface(uint64_t handle);

  const Texture* texture(uint64_t handle) const;
  const Surface* surface(uint64_t handle) const;
  /// Whether an object had this handle once.
  bool was_destroyed(uint64_t handle) const { return handle != 0 && handle < next_; }
  void clear();

 private:
  std::map<uint64_t, Texture> textures_;
  std::map<uint64_t, Surface> surfaces_;
  uint64_t next_ = 1;
};

}  // namespace gtl::memory
