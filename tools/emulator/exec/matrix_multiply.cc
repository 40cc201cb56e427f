// mma, mma.sp and wmma.mma (PTX ISA 9.7.14.4–6).
#include "exec/matrix_arithmetic.h"
#include "exec/matrix_rules.h"
#include "exec/matrix_warp.h"

namespace gtl::exec::GTL_LANES {

namespace {

constexpr uint32_t kMaximalFactors = 2048;  ///< Elements of A: m16 k128.
constexpr uint32_t kMaximalAccumulators = 256;

struct Matrices {
  alignas(64) uint32_t a[kMaximalFactors];
  alignas(64) uint32_t b[kMaximalFactors];
  alignas(64) uint32_t d[kMaximalAccumulators];
};

void multiply_integer_matrices(const MatrixForm& form, const MatrixSize& size, Matrices& matrices) {
  alignas(64) int32_t a[kMaximalFactors];
  alignas(64) int32_t b[kMaximalFactors];
  extend_integers(form.type(MatrixRole::A), size.rows * size.depth, matrices.a, a);
  extend_integers(form.type(MatrixRole::B), size.depth * size.columns, matrices.b, b);
  multiply_integers(size, a, b, form.saturates, matrices.d);
}

/// The elements of a sparse A at their places, with zeros between them, which `absent` marks.
/// `metadata` holds the lanes' words.
void spread(const MatrixForm& form, const uint32_t* metadata, uint32_t* a, uint8_t* absent) {
  const uint32_t stored = form.k / 2;
  alignas(64) uint32_t sparse[kMaximalFactors];
  std::memcpy(sparse, a, size_t{form.m} * stored * sizeof(uint32_t));
  std::memset(a, 0, size_t{form.m} * form.k * sizeof(uint32_t));
  std::memset(absent, 1, size_t{form.m} * form.k);
  for (uint32_t row = 0; row < form.m; ++row) {
    for (uint32_t column = 0; column < stored; ++column) {
      const uint32_t place = row * form.k + dense_column(form, metadata, row, column);
      a[place] = sparse[row * stored + column];
      absent[place] = 0;
    }
  }
}

Flow multiply(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const MatrixForm& form = form_of(context, instruction);
  Matrices matrices;
  gather(context, form, MatrixRole::A, matrices.a);
  gather(context, form, MatrixRole::B, matrices.b);
  gather(context, form, MatrixRole::C, matrices.d);
  uint8_t absent[kMaximalFactors];
  if (form.is_sparse) spread(form, operand<uint32_t>(context, instruction, 0), matrices.a, absent);
  MatrixSize size{form.m, form.n, form.k};
  if (form.type(MatrixRole::A) == Type::B1) {
    size.depth /= 32;  // words
    multiply_bits(size, matrices.a, matrices.b, form.is_and, matrices.d);
  } else if (form.type(MatrixRole::D) == Type::S32) {
    multiply_integer_matrices(form, size, matrices);
  } else {
    multiply_float_matrices(form, size, matrices.a, matrices.b, matrices.d,
                            form.is_sparse ? absent : nullptr);
  }
  scatter(context, form, MatrixRole::D, matrices.d);
  return Flow::Next;
}

Flow multiply_f64(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const MatrixForm& form = form_of(context, instruction);
  alignas(64) double a[256], b[128], d[128];
  gather(context, form, MatrixRole::A, a);
  gather(context, form, MatrixRole::B, b);
  gather(context, form, MatrixRole::C, d);
  multiply_doubles({form.m, form.n, form.k}, a, b, form.rounding, d);
  scatter(context, form, MatrixRole::D, d);
  return Flow::Next;
}

}  // namespace

Handler bind_MatrixMultiply(const Instruction& i) {
  return i.type == Type::F64 ? multiply_f64 : multiply;
}
Handler bind_SparseMultiply(const Instruction&) { return multiply; }
Handler bind_OrderedSparseMultiply(const Instruction&) { return multiply; }
Handler bind_WmmaMultiply(const Instruction& i) { return bind_MatrixMultiply(i); }

}  // namespace gtl::exec::GTL_LANES
