// ldmatrix, stmatrix and movmatrix: 8 x 8 matrices of 16-bit elements (PTX ISA 9.7.14.5.15–17).
// Who names a row and who holds an element: decode/matrix_fragments.h. Lane 4 r + p holds elements
// 2 p and 2 p + 1 of row r, or of column r with .trans.
#include "exec/access.h"
#include "exec/matrix_warp.h"

namespace gtl::exec::GTL_LANES {

namespace {

constexpr uint32_t kRowBytes = 16;

bool resolve_rows(Context& context, const Instruction& instruction, AccessKind kind,
                  uint32_t matrices, Access& access) {
  alignas(64) uint64_t addresses[kWarpSize];
  compute_addresses(context, instruction, 0, addresses);
  const uint32_t rows = matrices == 4 ? kAllLanes : (1u << (8 * matrices)) - 1;
  return resolve_addresses(context, instruction, addresses, rows, kind, kRowBytes,
                           AccessOrigin::MatrixRows, access);
}

/// The address of the 16-bit element `part` of `lane` in matrix `index`.
std::byte* transposed_element(const Access& access, uint32_t index, uint32_t lane, uint32_t part) {
  const decode::Element element = element_of(decode::moved_matrix(true), lane, 0, part);
  return access.pointer(decode::lane_of_row(index, element.row)) + 2 * element.column;
}

/// The two neighbouring elements of a row that `lane` holds.
std::byte* row_elements(const Access& access, uint32_t index, uint32_t lane) {
  const decode::Element element = element_of(decode::moved_matrix(false), lane, 0, 0);
  return access.pointer(decode::lane_of_row(index, element.row)) + 2 * element.column;
}

Flow load_matrix(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const MatrixForm& form = form_of(context, instruction);
  Access access;
  if (!resolve_rows(context, instruction, AccessKind::Load, form.matrices, access))
    return Flow::Fault;
  // A destination may be the address register: all addresses are known by now.
  for (uint32_t index = 0; index < form.matrices; ++index) {
    uint32_t* const d = register_of(context, form.list(MatrixRole::D), index);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if (!form.is_transposed) {
        std::memcpy(d + lane, row_elements(access, index, lane), 4);
        continue;
      }
      uint16_t parts[2];
      std::memcpy(&parts[0], transposed_element(access, index, lane, 0), 2);
      std::memcpy(&parts[1], transposed_element(access, index, lane, 1), 2);
      d[lane] = parts[0] | uint32_t{parts[1]} << 16;
    }
  }
  return Flow::Next;
}

Flow store_matrix(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const MatrixForm& form = form_of(context, instruction);
  Access access;
  if (!resolve_rows(context, instruction, AccessKind::Store, form.matrices, access))
    return Flow::Fault;
  for (uint32_t index = 0; index < form.matrices; ++index) {
    const uint32_t* const s = register_of(context, form.list(MatrixRole::D), index);
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if (!form.is_transposed) {
        std::memcpy(row_elements(access, index, lane), s + lane, 4);
        continue;
      }
      const uint16_t parts[2] = {uint16_t(s[lane]), uint16_t(s[lane] >> 16)};
      std::memcpy(transposed_element(access, index, lane, 0), &parts[0], 2);
      std::memcpy(transposed_element(access, index, lane, 1), &parts[1], 2);
    }
  }
  return Flow::Next;
}

Flow transpose_matrix(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const uint32_t* const a = operand<uint32_t>(context, instruction, 1);
  uint32_t* const d = operand<uint32_t>(context, instruction, 0);
  uint16_t elements[8][8];
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    elements[lane / 4][2 * (lane % 4)] = uint16_t(a[lane]);
    elements[lane / 4][2 * (lane % 4) + 1] = uint16_t(a[lane] >> 16);
  }
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const uint32_t row = 2 * (lane % 4), column = lane / 4;
    d[lane] = elements[row][column] | uint32_t{elements[row + 1][column]} << 16;
  }
  return Flow::Next;
}

}  // namespace

Handler bind_LoadMatrix(const Instruction&) { return load_matrix; }
Handler bind_StoreMatrix(const Instruction&) { return store_matrix; }
Handler bind_TransposeMatrix(const Instruction&) { return transpose_matrix; }

}  // namespace gtl::exec::GTL_LANES
