// wmma.load and wmma.store (PTX ISA 9.7.14.4.3–4): a matrix in memory, `stride` elements from row
// to row, or from column to column. How the lanes divide it is what ptxas makes of it on sm_90,
// since the counters show it.
#include "exec/access.h"
#include "exec/matrix_warp.h"

namespace gtl::exec::GTL_LANES {

namespace {

/// How the registers of all lanes are moved.
enum class Way : uint8_t {
  Pairs,       ///< Two registers whose elements are neighbours in memory, at once.
  Registers,   ///< One register at a time: its elements are neighbours in memory.
  Transposed,  ///< 16-bit elements, neighbours along the other side: as blocks of 8 x 8,
               ///< transposed.
  Elements,    ///< One element at a time.
};

struct Matrix {
  const Fragment& fragment;
  const decode::RegisterList& list;
  bool is_column_major;
  uint32_t bits, parts, register_bytes;
  Way way = Way::Registers;

  explicit Matrix(const MatrixForm& form)
      : fragment(form.fragment(form.role)),
        list(form.list(form.role)),
        is_column_major(form.is_column_major),
        bits(fragment.bits),
        parts(bits >= 32 ? 1 : 32 / bits),
        register_bytes(bits == 64 ? 8 : 4) {
    const bool is_accumulator = fragment.kind == Fragment::Kind::Accumulator;
    if (parts > 1 && !are_neighbours(list.places[0], list.places[1])) {
      way = bits == 16 ? Way::Transposed : Way::Elements;
    } else if (parts == 1 && is_accumulator &&
               are_neighbours(list.places[0], list.places[kWarpSize])) {
      way = Way::Pairs;
    }
  }

  bool are_neighbours(uint32_t place, uint32_t next) const {
    return next == place + (is_column_major ? fragment.columns : 1);
  }
  /// Elements from row to row, or from column to column, when the instruction gives no stride.
  uint32_t packed_stride() const { return is_column_major ? fragment.rows : fragment.columns; }
  uint32_t place(uint32_t index, uint32_t lane, uint32_t part) const {
    return list.places[(index * kWarpSize + lane) * parts + part];
  }
  /// Bytes from the start of the matrix to an element.
  uint64_t offset(uint32_t place, uint32_t stride) const {
    const uint32_t row = place / fragment.columns, column = place % fragment.columns;
    const uint64_t elements =
        is_column_major ? uint64_t{column} * stride + row : uint64_t{row} * stride + column;
    return elements * bits / 8;
  }
};

/// Addresses of the lanes' pieces, and the access to them.
class Mover {
 public:
  Mover(Context& context, const Instruction& instruction, AccessKind kind)
      : context_(context),
        instruction_(instruction),
        kind_(kind),
        matrix_(form_of(context, instruction)) {
    compute_addresses(context, instruction, 0, start_);
    const MatrixForm& form = form_of(context, instruction);
    const bool is_single_bit = form.type(form.role) == Type::B1;
    const uint32_t* given =
        instruction.operands[1].present() ? operand<uint32_t>(context, instruction, 1) : nullptr;
    // Single bits: a word of 32 is one element here (see mma_fragment), and the stride counts bits.
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      stride_[lane] = !given          ? matrix_.packed_stride()
                      : is_single_bit ? given[lane] / 32
                                      : given[lane];
    }
    // A and B from shared memory, by registers: ptxas takes ldmatrix.
    const bool is_factor = matrix_.fragment.kind != Fragment::Kind::Accumulator;
    const bool is_like_ldmatrix =
        instruction.space == decode::Space::Shared && is_factor && matrix_.bits >= 8 &&
        matrix_.bits <= 32 && matrix_.way != Way::Elements &&
        (matrix_.bits < 32 ||
         !matrix_.is_column_major == (matrix_.fragment.kind == Fragment::Kind::A));
    origin_ = is_like_ldmatrix ? AccessOrigin::MatrixRows : AccessOrigin::Instruction;
  }

  const Matrix& matrix() const { return matrix_; }

  /// Resolves `bytes` bytes a lane from the element at place(lane) on.
  template <class Place>
  bool resolve(uint32_t bytes, Place place) {
    alignas(64) uint64_t addresses[kWarpSize];
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      addresses[lane] = start_[lane] + matrix_.offset(place(lane), stride_[lane]);
    return resolve_addresses(context_, instruction_, addresses, kAllLanes, kind_, bytes, origin_,
                             access_);
  }
  std::byte* pointer(uint32_t lane) const { return access_.pointer(lane); }
  std::byte* registers(uint32_t index) const {
    return lanes_of<std::byte>(context_,
                               context_.function->vector_operands[matrix_.list.first + index]);
  }

 private:
  Context& context_;
  const Instruction& instruction_;
  AccessKind kind_;
  Matrix matrix_;
  AccessOrigin origin_ = AccessOrigin::Instruction;
  alignas(64) uint64_t start_[kWarpSize];
  uint32_t stride_[kWarpSize];
  Access access_;
};

/// A block of 8 x 8 elements of 16 bits: in memory, lane 4 c + p has elements 2 p and 2 p + 1 of
/// line c; in registers, lane 4 r + q has elements of lines 2 q and 2 q + 1.
template <class Copy>
bool move_transposed(Mover& mover, uint32_t index, Copy copy) {
  const Matrix& matrix = mover.matrix();
  const bool is_valid = mover.resolve(4, [&](uint32_t lane) {
    const uint32_t line = lane / 4, first = 2 * (lane % 4);
    return matrix.place(index, 4 * first + line / 2, line % 2);
  });
  if (!is_valid) return false;
  std::byte* const lanes = mover.registers(index);
  for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (uint32_t part = 0; part < 2; ++part) {
      const uint32_t line = 2 * (lane % 4) + part, place = lane / 4;
      copy(lanes + lane * 4 + part * 2, mover.pointer(line * 4 + place / 2) + place % 2 * 2, 2);
    }
  }
  return true;
}

/// Moves the registers from `index` on that go together, and returns how many; 0: a fault is set.
template <class Copy>
uint32_t move_some(Mover& mover, uint32_t index, Copy copy) {
  const Matrix& matrix = mover.matrix();
  if (matrix.way == Way::Transposed) return move_transposed(mover, index, copy) ? 1 : 0;
  if (matrix.way == Way::Elements) {
    const uint32_t bytes = matrix.bits / 8;
    for (uint32_t part = 0; part < matrix.parts; ++part) {
      if (!mover.resolve(bytes, [&](uint32_t lane) { return matrix.place(index, lane, part); }))
        return 0;
      for (uint32_t lane = 0; lane < kWarpSize; ++lane)
        copy(mover.registers(index) + lane * 4 + part * bytes, mover.pointer(lane), bytes);
    }
    return 1;
  }
  const uint32_t together = matrix.way == Way::Pairs ? 2 : 1;
  const uint32_t bytes = matrix.register_bytes;
  if (!mover.resolve(bytes * together, [&](uint32_t lane) { return matrix.place(index, lane, 0); }))
    return 0;
  for (uint32_t i = 0; i < together; ++i) {
    for (uint32_t lane = 0; lane < kWarpSize; ++lane)
      copy(mover.registers(index + i) + lane * bytes, mover.pointer(lane) + i * bytes, bytes);
  }
  return together;
}

Flow load(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  Mover mover(context, instruction, AccessKind::Load);
  const Matrix& matrix = mover.matrix();
  const uint32_t own = matrix.list.count / matrix.fragment.copies;
  for (uint32_t index = 0; index < own;) {
    const uint32_t moved =
        move_some(mover, index, [](std::byte* own_bytes, const std::byte* memory, uint32_t bytes) {
          std::memcpy(own_bytes, memory, bytes);
        });
    if (moved == 0) return Flow::Fault;
    index += moved;
  }
  for (uint32_t index = own; index < matrix.list.count; ++index)
    std::memcpy(mover.registers(index), mover.registers(index % own), 4 * kWarpSize);
  return Flow::Next;
}

Flow store(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  Mover mover(context, instruction, AccessKind::Store);
  for (uint32_t index = 0; index < mover.matrix().list.count;) {
    const uint32_t moved =
        move_some(mover, index, [](const std::byte* own_bytes, std::byte* memory, uint32_t bytes) {
          std::memcpy(memory, own_bytes, bytes);
        });
    if (moved == 0) return Flow::Fault;
    index += moved;
  }
  return Flow::Next;
}

}  // namespace

Handler bind_WmmaLoad(const Instruction&) { return load; }
Handler bind_WmmaStore(const Instruction&) { return store; }

}  // namespace gtl::exec::GTL_LANES
