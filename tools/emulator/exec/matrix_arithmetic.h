// d = a * b + c on matrices written row by row, as tensor cores compute it.
//
// Floating point, as probes on an H200 show (tests/emulator/ptx_programs/matrix): products are
// exact. A group of products and the addend are aligned to the largest exponent among them, cut off
// below a fixed number of fraction bits, added exactly, and the sum is brought to the result's
// format. So the order within a group does not matter, and no IEEE rounding happens inside.
#pragma once

#include <cstdint>

#include "exec/lanes.h"

namespace gtl::exec::GTL_LANES {

/// Sizes of the matrices: a is rows x depth, b is depth x columns, c and d are rows x columns.
struct MatrixSize {
  uint32_t rows = 0, columns = 0, depth = 0;
};

/// How the tensor cores add up.
struct FloatRules {
  Type a = Type::F16, b = Type::F16;   ///< f16, bf16, tf32, e4m3, e5m2
  Type accumulator = Type::F32;        ///< f16, f32: of c and d
  uint32_t group = 16;                 ///< Products that are added at once.
  int32_t fraction_bits = 25;          ///< Kept below the largest exponent's own bit.
  uint32_t result_fraction_bits = 23;  ///< Of d in single precision; those below are zero.
  bool negates_a = false, negates_b = false;
};

/// Elements as bit patterns. `accumulators` holds c and then d. `absent` marks elements of a, if
/// given, that a sparse matrix does not have: they are zeros in a, and no infinity meets them.
void multiply_floats(const FloatRules& rules, const MatrixSize& size, const uint32_t* a,
                     const uint32_t* b, uint32_t* accumulators, const uint8_t* absent = nullptr);

/// Sign- or zero-extended elements. Sums wrap around, or with `saturates` stop at the ends.
void multiply_integers(const MatrixSize& size, const int32_t* a, const int32_t* b, bool saturates,
                       uint32_t* accumulators);

/// Single bits: c + the number of ones in a xor b, or a and b.
void multiply_bits(const MatrixSize& size, const uint32_t* a, const uint32_t* b, bool is_and,
                   uint32_t* accumulators);

/// Patterns of s8, u8, s4, u4 to numbers.
void extend_integers(Type type, uint32_t count, const uint32_t* patterns, int32_t* numbers);

/// One fused multiply-add after the other, along the depth.
void multiply_doubles(const MatrixSize& size, const double* a, const double* b,
                      decode::Rounding rounding, double* accumulators);

}  // namespace gtl::exec::GTL_LANES
