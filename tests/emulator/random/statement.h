// Templates into instructions: alternatives chosen, registers and constants put in.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "choice.h"

namespace random_kernels {

struct Statement {
  std::vector<std::string> instructions;  ///< Without guard and semicolon.
  std::vector<std::string> destinations;  ///< Registers; the first letter is the pool's.
};

/// Registers of a pool: `r0` … `r7`.
constexpr uint32_t kPoolSize = 6, kPredicates = 4;

/// `{a|b|}` chosen.
std::string chosen(Choice& choice, const std::string& text);
/// A statement from a template. `guard`: a predicate that must not change, or empty.
Statement statement_from(Choice& choice, const std::string& text, const std::string& guard);
/// A constant for an operand of 16, 32 or 64 bits.
std::string constant(Choice& choice, uint32_t bits);

}  // namespace random_kernels
