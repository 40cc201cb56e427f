// Which element of a matrix a lane holds in which register: the fragments of mma, wgmma and wmma
// (PTX ISA 9.7.14.4–6 and 9.7.15.5). It depends on nothing, so that a page can show the same
// layouts.
#pragma once

#include <cstdint>

namespace gtl::decode {

struct Element {
  uint32_t row, column;
};

/// How the lanes of a warp share one matrix. `bits` is the size of an element; a 32-bit register
/// holds 32 / bits of them, part 0 in its lowest bits.
struct Fragment {
  enum class Kind : uint8_t {
    A,            ///< rows x depth
    B,            ///< depth x columns
    Accumulator,  ///< rows x columns
    QuadA,        ///< m8n8k4: four products, one for each four lanes and those 16 further on.
    QuadB,
    QuadAccumulator,
  };
  Kind kind = Kind::A;
  uint32_t rows = 0, columns = 0;
  uint32_t bits = 32;
  /// The fragment is the transposed matrix's of this kind. Of the quad kinds: A is stored column by
  /// column, or B row by row.
  bool is_transposed = false;
  uint32_t copies = 1;  ///< Times that the registers repeat: of wmma's A and B in half precision.
};

constexpr uint32_t registers_of(const Fragment& fragment) {
  const uint32_t bits = fragment.rows * fragment.columns * fragment.bits;
  const uint32_t width = fragment.bits == 64 ? 64 : 32;
  switch (fragment.kind) {
    case Fragment::Kind::QuadA:
    case Fragment::Kind::QuadB:
      return 2;
    case Fragment::Kind::QuadAccumulator:
      return fragment.bits == 16 ? 4 : 8;
    default:
      return bits / width / 32 * fragment.copies;
  }
}

/// What `lane` holds in part `part` of register `index`.
constexpr Element element_of(const Fragment& fragment, uint32_t lane, uint32_t index,
                             uint32_t part) {
  const uint32_t group = lane / 4, place = lane % 4;
  const uint32_t parts = fragment.bits >= 32 ? 1 : 32 / fragment.bits;
  const uint32_t upper = lane >= 16 ? 4 : 0;  // the quads' second four rows or columns
  index %= registers_of(fragment) / fragment.copies;
  const bool is_quad =
      fragment.kind == Fragment::Kind::QuadA || fragment.kind == Fragment::Kind::QuadB;
  if (fragment.is_transposed && !is_quad) {
    const Fragment other{fragment.kind, fragment.columns, fragment.rows, fragment.bits, false, 1};
    const Element element = element_of(other, lane, index, part);
    return {element.column, element.row};
  }
  switch (fragment.kind) {
    case Fragment::Kind::A: {
      // Eight rows a register, eight more in the next one; then further along the depth; then the
      // next 16 rows, of wmma's m32.
      const uint32_t halves = fragment.rows >= 16 ? 2 : 1;
      const uint32_t steps = fragment.columns / (4 * parts);
      const uint32_t step = index / halves % steps, band = index / halves / steps;
      return {group + 8 * (index % halves) + 16 * band, (place + 4 * step) * parts + part};
    }
    case Fragment::Kind::B: {
      // All of the depth for eight columns, then for the next eight.
      const uint32_t deep = fragment.rows / (4 * parts);
      return {(place + 4 * (index % deep)) * parts + part, group + 8 * (index / deep)};
    }
    case Fragment::Kind::Accumulator: {
      const uint32_t pair = fragment.bits == 16 ? index : index / 2;
      const uint32_t odd = fragment.bits == 16 ? part : index % 2;
      const uint32_t halves = fragment.rows >= 16 ? 2 : 1;
      const uint32_t across = fragment.columns / 8;  // groups of eight columns
      const uint32_t eight = pair / halves % across, band = pair / halves / across;
      return {group + 8 * (pair % halves) + 16 * band, 2 * place + odd + 8 * eight};
    }
    case Fragment::Kind::QuadA:
      return fragment.is_transposed ? Element{index * 2 + part + upper, place}
                                    : Element{place + upper, index * 2 + part};
    case Fragment::Kind::QuadB:
      return fragment.is_transposed ? Element{place, index * 2 + part + upper}
                                    : Element{index * 2 + part, place + upper};
    case Fragment::Kind::QuadAccumulator:
      if (fragment.bits == 16) return {place + upper, index * 2 + part};
      return {(lane & 1) + (index & 2) + upper, (index & 4) + (lane & 2) + (index & 1)};
  }
  return {0, 0};
}

/// One of the 8 x 8 matrices of ldmatrix and stmatrix, as a lane holds it: a register with two
/// elements of a row; with .trans, of a column.
constexpr Fragment moved_matrix(bool is_transposed) {
  return {Fragment::Kind::A, 8, 8, 16, is_transposed, 1};
}

/// ldmatrix and stmatrix: the lane whose address is that of `row` of matrix `index`.
constexpr uint32_t lane_of_row(uint32_t index, uint32_t row) { return 8 * index + row; }

}  // namespace gtl::decode
