// Sampling by hand: small textures whose samples can be worked out on paper.
#include "exec/sampler.h"

#include <bit>
#include <cstring>

#include "doctest/doctest.h"
#include "exec/image_space.h"
#include "exec/surface_access.h"
#include "exec/texel_filter.h"

using namespace gtl;
using namespace gtl::exec;

namespace {

/// A 1D or 2D texture of floats.
struct Floats {
  std::shared_ptr<memory::ImageStorage> storage;
  memory::Texture texture;

  Floats(uint32_t width, uint32_t height, const std::vector<float>& values) {
    const auto shape = height == 0 ? memory::ImageShape::Line : memory::ImageShape::Plane;
    storage = memory::make_image(1, shape, {}, width, height, 0, 1);
    std::memcpy(storage->levels[0].data, values.data(), values.size() * sizeof(float));
    texture.shape = shape;
    texture.levels = storage->levels;
    texture.filters = true;
    texture.modes = {memory::AddressMode::Clamp, memory::AddressMode::Clamp,
                     memory::AddressMode::Clamp};
  }

  float at(float x, float y = 0) const {
    return std::bit_cast<float>(sample(texture, {{x, y, 0}}, 0)[0]);
  }
};

}  // namespace

TEST_CASE("a_texel_is_at_its_centre_and_the_mean_half_way_between_two") {
  const Floats row(4, 0, {10, 20, 40, 80});
  CHECK(row.at(0.5f) == 10);
  CHECK(row.at(1.0f) == 15);
  CHECK(row.at(2.5f) == 40);
  CHECK(row.at(3.0f) == 60);
  CHECK(row.at(-100) == 10);
  CHECK(row.at(100) == 80);
}

TEST_CASE("weights_are_rounded_to_256ths") {
  const Floats row(2, 0, {0, 256});
  CHECK(row.at(0.5f + 3.4f / 256) == 3);
  CHECK(row.at(0.5f + 3.6f / 256) == 4);
}

TEST_CASE("wrap_and_mirror_work_on_normalized_coordinates_and_clamp_on_others") {
  Floats row(4, 0, {1, 2, 3, 4});
  row.texture.filters = false;
  row.texture.modes[0] = memory::AddressMode::Wrap;
  CHECK(row.at(5.5f) == 4);
  row.texture.is_normalized = true;
  CHECK(row.at(1.3f) == 2);
  CHECK(row.at(-0.1f) == 4);
  row.texture.modes[0] = memory::AddressMode::Mirror;
  CHECK(row.at(1.1f) == 4);
  CHECK(row.at(-0.3f) == 2);
}

TEST_CASE("outside_of_a_border_texture_is_the_border_s_color") {
  Floats plane(2, 2, {1, 1, 1, 1});
  plane.texture.modes = {memory::AddressMode::Border, memory::AddressMode::Border,
                         memory::AddressMode::Border};
  plane.texture.border = {5, 0, 0, 0};
  CHECK(plane.at(-3, 1) == 5);
  CHECK(plane.at(0, 1) == 3);
}

TEST_CASE("the_shares_of_four_texels_are_whole_256ths_and_add_up") {
  const std::array<uint32_t, 4> corner = corner_weights(256, 117, 128);
  CHECK(corner[3] == 59);  // 117 * 128 / 256 = 58.5
  CHECK(corner[1] == 117 - 59);
  CHECK(corner[2] == 128 - 59);
  CHECK(corner[0] == 256 - 117 - 128 + 59);
}

TEST_CASE("a_gather_goes_counter_clockwise_from_the_lower_left") {
  const Floats plane(2, 2, {1, 2, 3, 4});
  const Words four = gather(plane.texture, {{1, 1, 0}}, 0);
  CHECK(std::bit_cast<float>(four[0]) == 3);
  CHECK(std::bit_cast<float>(four[1]) == 4);
  CHECK(std::bit_cast<float>(four[2]) == 2);
  CHECK(std::bit_cast<float>(four[3]) == 1);
}

TEST_CASE("a_fetch_outside_gives_zeros") {
  const Floats row(2, 2, {1, 2, 3, 4});
  CHECK(std::bit_cast<float>(fetch(row.texture, {1, 1, 0}, 0, 0)[0]) == 4);
  CHECK(fetch(row.texture, {2, 0, 0}, 0, 0)[0] == 0);
  CHECK(fetch(row.texture, {0, -1, 0}, 0, 0)[0] == 0);
}

TEST_CASE("bytes_read_as_numbers_reach_from_0_to_1_and_signed_ones_from_minus_1") {
  const std::byte largest{0xFF}, lowest{0x80}, above{0x81};
  const memory::TexelFormat bytes{memory::ChannelKind::Unsigned, 8, 1};
  const memory::TexelFormat signed_bytes{memory::ChannelKind::Signed, 8, 1};
  CHECK(read_color(bytes, false, &largest)[0] == 1);
  CHECK(clamped(signed_bytes, read_color(signed_bytes, false, &lowest))[0] == -1);
  CHECK(read_color(signed_bytes, false, &above)[0] == -1);
  CHECK(read_color(bytes, true, &largest)[0] == 1);
}

TEST_CASE("a_surface_access_counts_columns_in_bytes_and_obeys_its_boundary_mode") {
  memory::Surface surface;
  const auto storage = memory::make_image(1, memory::ImageShape::Plane, {}, 4, 2, 0, 1);
  surface.level = storage->levels[0];
  using decode::Boundary;
  const std::byte* start = surface.level.data;
  CHECK(surface_place(surface, {4, 1}, 4, Boundary::Trap).bytes == start + 16 + 4);
  CHECK(surface_place(surface, {16, 1}, 4, Boundary::Trap).problem == SurfaceProblem::Outside);
  CHECK(surface_place(surface, {16, 1}, 4, Boundary::Zero).bytes == nullptr);
  CHECK(surface_place(surface, {16, 5}, 4, Boundary::Clamp).bytes == start + 16 + 12);
  CHECK(surface_place(surface, {6, 1}, 4, Boundary::Clamp).problem == SurfaceProblem::Misaligned);
}
