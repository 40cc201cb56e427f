#include "exec/sampler.h"

#include <algorithm>
#include <bit>
#include <vector>

#include "exec/cube_map.h"
#include "exec/image_space.h"
#include "exec/level_of_detail.h"
#include "exec/texel_filter.h"

namespace gtl::exec {

using memory::AddressMode;
using memory::ImageLevel;
using memory::ImageShape;
using memory::Texture;

namespace {

bool reads_integers(const Texture& texture) {
  return texture.format.kind != memory::ChannelKind::Float && !texture.reads_normalized;
}

uint32_t axes_of(ImageShape shape) {
  if (shape == ImageShape::Line || shape == ImageShape::Lines) return 1;
  return shape == ImageShape::Volume ? 3 : 2;
}

/// A point on one image of a level: cubes and layers resolved.
struct Place {
  std::array<float, 3> at{};
  uint32_t slice = 0;  ///< The layer or face; volumes have none.
};

Place place_of(const Texture& texture, const SamplePoint& point) {
  Place place{point.at, 0};
  const uint32_t layers = texture.levels[0].depth / (memory::is_cube(texture.shape) ? 6 : 1);
  if (texture.shape != ImageShape::Volume) place.slice = std::min(point.layer, layers - 1);
  if (memory::is_cube(texture.shape)) {
    const FacePoint face = face_point(point.at[0], point.at[1], point.at[2]);
    place.at = {face.s, face.t, 0};
    place.slice = place.slice * 6 + face.face;
  }
  return place;
}

Axis axis_of(const Texture& texture, const ImageLevel& level, uint32_t index) {
  const uint32_t sizes[3] = {level.width, level.height, level.depth};
  const AddressMode mode =
      memory::is_cube(texture.shape) ? AddressMode::Clamp : texture.modes[index];
  return {sizes[index], mode, texture.is_normalized};
}

/// The texel at an index of each axis, or null outside.
const std::byte* texel_at(const Texture& texture, const ImageLevel& level,
                          const std::array<int32_t, 3>& index, uint32_t slice) {
  for (const int32_t each : index) {
    if (each == kOutside) return nullptr;
  }
  const uint32_t z = texture.shape == ImageShape::Volume ? uint32_t(index[2]) : slice;
  return level.texel(uint32_t(index[0]), uint32_t(index[1]), z, texture.format.bytes());
}

/// As the filter takes it.
Color color_at(const Texture& texture, const std::byte* texel) {
  return texel ? read_color(texture.format, texture.is_srgb, texel)
               : border_color(texture.format, texture.border);
}

Words words_of(const Color& color) {
  Words words;
  for (size_t k = 0; k < 4; ++k) words[k] = std::bit_cast<uint32_t>(color[k]);
  return words;
}

std::array<int32_t, 3> nearest_index(const Texture& texture, const ImageLevel& level,
                                     const Place& place, const std::array<int32_t, 3>& offset) {
  std::array<int32_t, 3> index{};
  for (uint32_t axis = 0; axis < axes_of(texture.shape); ++axis)
    index[axis] = nearest_texel(axis_of(texture, level, axis), place.at[axis], offset[axis]);
  return index;
}

Words nearest_words(const Texture& texture, const ImageLevel& level, const SamplePoint& point) {
  const Place place = place_of(texture, point);
  const std::byte* texel =
      texel_at(texture, level, nearest_index(texture, level, place, point.offset), place.slice);
  if (!reads_integers(texture)) return words_of(clamped(texture.format, color_at(texture, texel)));
  return texel ? read_integers(texture.format, texel)
               : border_integers(texture.format, texture.border);
}

/// Adds what a sample of one level mixes: two slices of a volume, else one.
void add_slices(const Texture& texture, const ImageLevel& level, const SamplePoint& point,
                uint32_t level_weight, std::vector<Slice>& slices) {
  const Place place = place_of(texture, point);
  const uint32_t axes = axes_of(texture.shape);
  Neighbours around[3];
  for (uint32_t axis = 0; axis < axes; ++axis) {
    around[axis] = texels_around(axis_of(texture, level, axis), place.at[axis], point.offset[axis]);
  }
  // A 1D texture is a row at y = 0: half way into the border, if y has one.
  if (texture.shape == ImageShape::Line) around[1] = texels_around({1, texture.modes[1]}, 0, 0);
  const uint32_t far = rounded_share(level_weight, around[2].weight);
  for (uint32_t z = 0; z < (axes == 3 ? 2u : 1u); ++z) {
    Slice slice;
    slice.weight =
        corner_weights(z == 1 ? far : level_weight - far, around[0].weight, around[1].weight);
    for (uint32_t corner = 0; corner < 4; ++corner) {
      if (slice.weight[corner] == 0) continue;
      const std::array<int32_t, 3> index = {around[0].index[corner & 1],
                                            around[1].index[corner >> 1], around[2].index[z]};
      const Color color = color_at(texture, texel_at(texture, level, index, place.slice));
      for (size_t k = 0; k < 4; ++k) slice.value[k][corner] = color[k];
    }
    slices.push_back(slice);
  }
}

/// Without a filter inside a level: its nearest texel, as a slice of one corner.
void add_nearest(const Texture& texture, const ImageLevel& level, const SamplePoint& point,
                 uint32_t level_weight, std::vector<Slice>& slices) {
  const Words words = nearest_words(texture, level, point);
  Slice slice;
  slice.weight[0] = level_weight;
  for (size_t k = 0; k < 4; ++k) slice.value[k][0] = std::bit_cast<float>(words[k]);
  slices.push_back(slice);
}

}  // namespace

Words sample(const Texture& texture, const SamplePoint& point, float level) {
  const Levels levels = levels_of(texture, level);
  const ImageLevel& first = texture.levels[levels.first];
  const bool is_plain = !texture.filters && levels.weight == 0;
  if (is_plain || reads_integers(texture)) return nearest_words(texture, first, point);
  std::vector<Slice> slices;
  const auto add = texture.filters ? add_slices : add_nearest;
  add(texture, first, point, kWeightSteps - levels.weight, slices);
  if (levels.weight != 0) add(texture, texture.levels[levels.second], point, levels.weight, slices);
  Color color;
  for (uint32_t k = 0; k < 4; ++k) color[k] = mix(texture.format, texture.is_srgb, slices, k);
  return words_of(color);
}

Words fetch(const Texture& texture, const std::array<int32_t, 3>& at, uint32_t layer,
            int32_t level) {
  if (level < 0 || size_t(level) >= texture.levels.size()) return {};
  const ImageLevel& image = texture.levels[size_t(level)];
  const ImageLevel& top = texture.levels[0];
  const bool is_volume = texture.shape == ImageShape::Volume;
  if (!is_volume && layer >= top.depth) return {};
  const uint32_t top_sizes[3] = {top.width, top.height, top.depth};
  const uint32_t sizes[3] = {image.width, image.height, image.depth};
  std::array<int32_t, 3> index{};
  for (uint32_t axis = 0; axis < axes_of(texture.shape); ++axis) {
    // Inside level 0, but outside of a smaller one: its last texel.
    if (uint32_t(at[axis]) >= top_sizes[axis]) return {};
    index[axis] = std::min(at[axis], int32_t(sizes[axis]) - 1);
  }
  const std::byte* texel = texel_at(texture, image, index, layer);
  return reads_integers(texture) ? read_integers(texture.format, texel)
                                 : words_of(clamped(texture.format, color_at(texture, texel)));
}

Words gather(const Texture& texture, const SamplePoint& point, uint32_t component) {
  const ImageLevel& level = texture.levels[0];
  const Place place = place_of(texture, point);
  const Neighbours x = texels_around(axis_of(texture, level, 0), place.at[0], point.offset[0]);
  const Neighbours y = texels_around(axis_of(texture, level, 1), place.at[1], point.offset[1]);
  // Lower left, lower right, upper right, upper left, where y grows downwards.
  const std::array<int32_t, 3> corners[4] = {{x.index[0], y.index[1], 0},
                                             {x.index[1], y.index[1], 0},
                                             {x.index[1], y.index[0], 0},
                                             {x.index[0], y.index[0], 0}};
  Words words;
  for (size_t k = 0; k < 4; ++k) {
    const std::byte* texel = texel_at(texture, level, corners[k], place.slice);
    const Words all = texel && reads_integers(texture)
                          ? read_integers(texture.format, texel)
                          : words_of(clamped(texture.format, color_at(texture, texel)));
    words[k] = all[component];
  }
  return words;
}

}  // namespace gtl::exec
