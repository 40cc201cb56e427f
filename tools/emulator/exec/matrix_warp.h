// What the matrix instructions share: all lanes of the warp run them together, and their registers
// are read and written as matrices.
#pragma once

#include "decode/matrix_form.h"
#include "exec/handlers.h"

namespace gtl::exec::GTL_LANES {

using decode::Fragment;
using decode::MatrixForm;
using decode::MatrixRole;

inline const MatrixForm& form_of(const Context& context, const Instruction& instruction) {
  return context.function->matrix_forms[instruction.extra];
}

/// True when all 32 lanes are here. If not, `flow` says what follows: nothing when the guard
/// switches the instruction off for all, a wait for the others, or a fault when some can never
/// come.
bool is_whole_warp(Context& context, const Instruction& instruction, uint32_t mask, Flow& flow);

inline uint32_t* register_of(Context& context, const decode::RegisterList& list, uint32_t index) {
  return lanes_of<uint32_t>(context, context.function->vector_operands[list.first + index]);
}

/// The elements of a fragment, as bit patterns, into a matrix written row by row.
void gather(Context& context, const MatrixForm& form, MatrixRole role, uint32_t* matrix);
void gather(Context& context, const MatrixForm& form, MatrixRole role, double* matrix);
/// The reverse.
void scatter(Context& context, const MatrixForm& form, MatrixRole role, const uint32_t* matrix);
void scatter(Context& context, const MatrixForm& form, MatrixRole role, const double* matrix);

}  // namespace gtl::exec::GTL_LANES
