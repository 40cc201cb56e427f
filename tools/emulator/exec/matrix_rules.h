// How an H200 adds up the products of each matrix instruction, and where a sparse A has its
// elements.
#pragma once

#include "exec/matrix_arithmetic.h"
#include "exec/matrix_warp.h"

namespace gtl::exec::GTL_LANES {

FloatRules float_rules(const MatrixForm& form);

/// d = a * b + c of any instruction in floating point. `d` holds c in its own format and then d.
void multiply_float_matrices(const MatrixForm& form, const MatrixSize& size, const uint32_t* a,
                             const uint32_t* b, uint32_t* d, const uint8_t* absent = nullptr);

/// The column in A of a stored element. `metadata` holds a word of each lane.
uint32_t dense_column(const MatrixForm& form, const uint32_t* metadata, uint32_t row,
                      uint32_t column);

}  // namespace gtl::exec::GTL_LANES
