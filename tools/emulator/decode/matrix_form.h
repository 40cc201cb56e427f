// What a matrix instruction says beyond the fields of Instruction: mma, wmma, wgmma, ldmatrix …
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "decode/instruction.h"
#include "decode/matrix_fragments.h"

namespace gtl::decode {

/// A fragment in registers: `first` and the following Function::vector_operands.
struct RegisterList {
  uint32_t first = 0, count = 0;
  /// Where the elements go in the matrix, written row by row: of register r, lane l, part p the
  /// entry (r * 32 + l) * parts + p. Four matrices, one behind the other, for the quad kinds.
  std::vector<uint16_t> places;
};

enum class MatrixRole : uint8_t { D, A, B, C };

struct MatrixForm {
  uint32_t m = 0, n = 0, k = 0;
  /// By MatrixRole: element types and registers. Loads and stores of wmma have one only.
  std::array<Type, 4> types{};
  std::array<RegisterList, 4> registers{};
  std::array<Fragment, 4> fragments{};
  MatrixRole role = MatrixRole::D;  ///< wmma.load and .store: of the matrix.
  bool is_column_major = false;     ///< wmma.load and .store.
  bool saturates = false;           ///< .satfinite
  bool is_and = false;              ///< Single bits: and instead of xor.
  bool is_transposed = false;       ///< ldmatrix, stmatrix
  uint32_t matrices = 1;            ///< ldmatrix, stmatrix: 1, 2, 4
  Rounding rounding = Rounding::Nearest;
  // mma.sp
  bool is_sparse = false;
  uint32_t selector = 0;
  // wgmma
  bool a_in_registers = false;
  bool negates_a = false, negates_b = false, transposes_a = false, transposes_b = false;

  Type type(MatrixRole which) const { return types[size_t(which)]; }
  const RegisterList& list(MatrixRole which) const { return registers[size_t(which)]; }
  const Fragment& fragment(MatrixRole which) const { return fragments[size_t(which)]; }
};

/// Bits of an element in a matrix: 1 for b1, 32 for tf32.
uint32_t element_bits(Type type);

/// Whether an instruction is decoded by FunctionDecoder::bind_matrix.
bool is_matrix_opcode(Opcode opcode);

/// The fragment of mma or wgmma for one role; wmma's are in wmma_fragment.
Fragment mma_fragment(MatrixRole role, Type type, uint32_t m, uint32_t n, uint32_t k,
                      bool is_column_major);
Fragment wmma_fragment(MatrixRole role, Type type, uint32_t m, uint32_t n, uint32_t k);

}  // namespace gtl::decode
