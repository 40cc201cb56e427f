#include "decode/image_words.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace gtl::decode {

namespace {

template <class Value, size_t kCount>
Value find(const std::pair<std::string_view, Value> (&words)[kCount], std::string_view word) {
  const auto* found = std::find_if(std::begin(words), std::end(words),
                                   [&](const auto& entry) { return entry.first == word; });
  return found == std::end(words) ? Value::None : found->second;
}

constexpr std::pair<std::string_view, Geometry> kGeometries[] = {
    {"1d", Geometry::Line},     {"2d", Geometry::Plane},   {"3d", Geometry::Volume},
    {"a1d", Geometry::Lines},   {"a2d", Geometry::Planes}, {"cube", Geometry::Cube},
    {"acube", Geometry::Cubes},
};

constexpr std::pair<std::string_view, Boundary> kBoundaries[] = {
    {"trap", Boundary::Trap}, {"clamp", Boundary::Clamp}, {"zero", Boundary::Zero}};

constexpr std::pair<std::string_view, ImageQuery> kQueries[] = {
    {"width", ImageQuery::Width},
    {"height", ImageQuery::Height},
    {"depth", ImageQuery::Depth},
};

/// Words beside geometry, boundary and query, by the instruction that has them.
constexpr std::pair<std::string_view, std::string_view> kOthers[] = {
    {"tex", "base"}, {"tex", "level"}, {"tex", "grad"}, {"tld4", "r"},
    {"tld4", "g"},   {"tld4", "b"},    {"tld4", "a"},   {"suld", "b"},
    {"sust", "b"},   {"sust", "p"},    {"sured", "b"},  {"sured", "p"},
};

}  // namespace

Geometry geometry_named(std::string_view word) { return find(kGeometries, word); }
Boundary boundary_named(std::string_view word) { return find(kBoundaries, word); }
ImageQuery query_named(std::string_view word) { return find(kQueries, word); }

bool is_image_word(std::string_view opcode, std::string_view word) {
  const bool is_texture = opcode == "tex" || opcode == "tld4";
  const bool is_surface = opcode == "suld" || opcode == "sust" || opcode == "sured";
  if ((is_texture || is_surface) && geometry_named(word) != Geometry::None) return true;
  if (is_surface && boundary_named(word) != Boundary::None) return true;
  if ((opcode == "txq" || opcode == "suq") && query_named(word) != ImageQuery::None) return true;
  return std::any_of(std::begin(kOthers), std::end(kOthers), [&](const auto& entry) {
    return entry.first == opcode && entry.second == word;
  });
}

bool has_layers(Geometry geometry) {
  return geometry == Geometry::Lines || geometry == Geometry::Planes || geometry == Geometry::Cubes;
}

uint32_t axis_count(Geometry geometry) {
  switch (geometry) {
    case Geometry::Line:
    case Geometry::Lines:
      return 1;
    case Geometry::Plane:
    case Geometry::Planes:
      return 2;
    default:
      return 3;
  }
}

uint32_t coordinate_count(Geometry geometry) {
  return axis_count(geometry) + (has_layers(geometry) ? 1 : 0);
}

}  // namespace gtl::decode
