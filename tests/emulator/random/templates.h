// The instructions that random kernels are made of, as templates:
//   {a|b|}   one of these, perhaps nothing       $r   a destination       %r   a source
//   of the pools r b32, l b64, h b16, f f32, d f64, x f16, y bf16, X f16x2, Y bf16x2, p predicate;
//   #a 0…31   #s 0…63   #b any byte   #8 and #16 multiples of these below 64
//   ';' separates instructions; t0…t3 b32, u0…u3 b64, w0, w1 b16, q0…q3 predicates are scratch.
// A source of r, l or h may become a constant.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace random_kernels {

/// What each thread computes on its own; may be guarded by a predicate, unless it starts with `!`,
/// and stand anywhere. Left out is where ptxas 13.0 goes its own way: it drops the guard of testp
/// (and guarded set.f32 differs, too), and folds bfe and bfi with constants beyond the word.
const std::vector<std::string>& thread_templates();
/// Chains through the carry flag: anywhere, but without a guard.
const std::vector<std::string>& carry_templates();
/// What a whole warp does together.
const std::vector<std::string>& warp_templates();
/// The same for the lanes of the mask `m`; t3 is one of them.
const std::vector<std::string>& group_templates();
/// Reductions on cells, each by an operation whose order does not matter: `@` stands for the cell's
/// address. One a cell, in order.
const std::vector<std::string>& reduction_templates();
/// What a cell holds at first: all ones, or zero.
uint64_t initial_cell(size_t cell);

}  // namespace random_kernels
