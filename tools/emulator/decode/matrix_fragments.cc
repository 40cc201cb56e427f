// The fragments of wmma, whose layout PTX leaves open: what an H200 does
// (tests/emulator/ptx_programs/ matrix/forms/wmma_memory.forms).
#include "decode/matrix_form.h"

namespace gtl::decode {

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
