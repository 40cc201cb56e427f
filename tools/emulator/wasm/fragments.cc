// What the page's simulator of matrix fragments calls: the layouts that the emulator itself uses,
// exported to WebAssembly. `type` counts kTypes below.
//
//     mma_exists(a, b, d, m, n, k)     1 where mma has this shape for these types
//     wgmma_exists(a, b, d, m, n, k)   the same of wgmma
//
//     choose_mma(role, type, m, n, k)  what the next calls are about: a matrix of mma, or of
//                                      wgmma (m = 64), of which it is one warp's 16 rows
//     choose_matrix(transposed)        or one of the matrices of ldmatrix
//     fragment_rows()                  its size; also fragment_columns()
//     fragment_bits()                  of an element
//     fragment_registers()             that a lane holds
//     element(lane, register, part)    row << 16 | column of what the lane holds there
//
//     naming_lane(matrix, row)         ldmatrix: the lane whose address is that of the row
#include "decode/matrix_shapes.h"

namespace {

using namespace gtl::decode;

constexpr Type kTypes[] = {Type::F16, Type::BF16, Type::TF32, Type::F64,
                           Type::S8,  Type::E4M3, Type::F32,  Type::S32};

Fragment fragment;

/// A form that is never taken apart: that would need an allocator, which the page's code has not.
union Shape {
  MatrixForm form;

  Shape(uint32_t a, uint32_t b, uint32_t d, uint32_t m, uint32_t n, uint32_t k) : form() {
    form.m = m;
    form.n = n;
    form.k = k;
    form.types = {kTypes[d], kTypes[a], kTypes[b], kTypes[d]};
  }
  ~Shape() {}
};

}  // namespace

extern "C" {

[[clang::export_name("mma_exists")]] uint32_t mma_exists(uint32_t a, uint32_t b, uint32_t d,
                                                         uint32_t m, uint32_t n, uint32_t k) {
  return is_mma_shape(Shape(a, b, d, m, n, k).form);
}

[[clang::export_name("wgmma_exists")]] uint32_t wgmma_exists(uint32_t a, uint32_t b, uint32_t d,
                                                             uint32_t m, uint32_t n, uint32_t k) {
  return is_warpgroup_shape(Shape(a, b, d, m, n, k).form);
}

[[clang::export_name("choose_mma")]] void choose_mma(uint32_t role, uint32_t type, uint32_t m,
                                                     uint32_t n, uint32_t k) {
  const auto which = MatrixRole(role);
  // Row by row A, column by column B: what mma demands of all types but one shape's.
  fragment = mma_fragment(which, kTypes[type], m, n, k, which == MatrixRole::B);
}

[[clang::export_name("choose_matrix")]] void choose_matrix(uint32_t transposed) {
  fragment = moved_matrix(transposed != 0);
}

[[clang::export_name("fragment_rows")]] uint32_t fragment_rows() { return fragment.rows; }
[[clang::export_name("fragment_columns")]] uint32_t fragment_columns() { return fragment.columns; }
[[clang::export_name("fragment_bits")]] uint32_t fragment_bits() { return fragment.bits; }
[[clang::export_name("fragment_registers")]] uint32_t fragment_registers() {
  return registers_of(fragment);
}

[[clang::export_name("element")]] uint32_t element(uint32_t lane, uint32_t index, uint32_t part) {
  const Element held = element_of(fragment, lane, index, part);
  return held.row << 16 | held.column;
}

[[clang::export_name("naming_lane")]] uint32_t naming_lane(uint32_t matrix, uint32_t row) {
  return lane_of_row(matrix, row);
}

}  // extern "C"
