// The fragments of mma, wgmma and wmma, by their types and shapes. The page shows them too, so that
// this file needs no library.
#include "decode/matrix_form.h"

namespace gtl::decode {

uint32_t element_bits(Type type) {
  switch (type) {
    case Type::B1:
      return 1;
    case Type::U4:
    case Type::S4:
      return 4;
    case Type::TF32:
      return 32;
    default:
      return 8 * bytes_of(type);
  }
}

Fragment mma_fragment(MatrixRole role, Type type, uint32_t m, uint32_t n, uint32_t k,
                      bool is_column_major) {
  using Kind = Fragment::Kind;
  uint32_t bits = element_bits(type);
  const bool is_quad = m == 8 && n == 8 && k == 4 && type != Type::F64;
  if (type == Type::B1) {
    // 32 bits of the depth, in one register, count as one element.
    bits = 32;
    k /= 32;
  }
  // Each warp of a warpgroup has 16 of the 64 rows.
  if (m == 64) m = 16;
  switch (role) {
    case MatrixRole::A:
      return {is_quad ? Kind::QuadA : Kind::A, m, k, bits, is_quad && is_column_major, 1};
    case MatrixRole::B:
      return {is_quad ? Kind::QuadB : Kind::B, k, n, bits, is_quad && !is_column_major, 1};
    default:
      return {is_quad ? Kind::QuadAccumulator : Kind::Accumulator, m, n, bits, false, 1};
  }
}

// PTX leaves the layout of wmma open: this is what an H200 does
// (tests/emulator/ptx_programs/matrix/forms/wmma_memory.forms).
Fragment wmma_fragment(MatrixRole role, Type type, uint32_t m, uint32_t n, uint32_t k) {
  const bool has_quads = m == 8 && n == 8;  // f64, s4, b1: as mma's
  Fragment fragment = mma_fragment(role, type, m, n, k, role == MatrixRole::B);
  if (has_quads) return fragment;
  // m8n32: the hardware computes the transposed product, B^T * A^T.
  if (n == 32 && role != MatrixRole::A) {
    fragment.is_transposed = true;
    if (role == MatrixRole::B) fragment.kind = Fragment::Kind::A;
  }
  const bool is_factor = role == MatrixRole::A || role == MatrixRole::B;
  if (is_factor && type == Type::F16) fragment.copies = 8 / registers_of(fragment);
  return fragment;
}

}  // namespace gtl::decode
