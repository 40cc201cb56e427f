// The modifiers that only texture and surface instructions have.
#pragma once

#include <cstdint>
#include <string_view>

#include "decode/instruction.h"

namespace gtl::decode {

/// Whether `word` is a modifier of this texture or surface instruction whose meaning is found
/// below.
bool is_image_word(std::string_view opcode, std::string_view word);

/// None when the word is no geometry.
Geometry geometry_named(std::string_view word);
Boundary boundary_named(std::string_view word);

/// What txq and suq ask for. Objects have no other properties: no driver loads the other queries.
enum class ImageQuery : uint8_t { None, Width, Height, Depth };
ImageQuery query_named(std::string_view word);

/// Coordinates that an instruction names, a layer included: 3 for a2d (and one more that PTX asks
/// for and nothing reads).
uint32_t coordinate_count(Geometry geometry);
bool has_layers(Geometry geometry);
/// Axes along which a sample has neighbours: 2 for 2d, a2d; 3 for 3d and cubes.
uint32_t axis_count(Geometry geometry);

}  // namespace gtl::decode
