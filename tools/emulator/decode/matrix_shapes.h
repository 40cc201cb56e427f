// Which shapes the matrix instructions have, by the types of their elements.
#pragma once

#include "decode/matrix_form.h"

namespace gtl::decode {

bool is_mma_shape(const MatrixForm& form);
bool is_wmma_shape(const MatrixForm& form);
/// wmma.load and .store: of the one matrix that they move.
bool is_wmma_fragment(const MatrixForm& form);
bool is_warpgroup_shape(const MatrixForm& form);

}  // namespace gtl::decode
