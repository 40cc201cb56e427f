// wgmma (PTX ISA 9.7.15): each warp of a warpgroup computes 16 of the 64 rows.
#include "exec/warpgroup.h"

#include <memory>

#include "exec/access.h"
#include "exec/matrix_arithmetic.h"
#include "exec/matrix_rules.h"
#include "exec/matrix_warp.h"

namespace gtl::exec::GTL_LANES {

namespace {

constexpr uint32_t kRows = 16;        ///< Of a warp.
constexpr uint32_t kDepthBytes = 32;  ///< Of a row of A or a column of B, whatever the type.
constexpr uint32_t kMaximalColumns = 256;

/// A matrix descriptor (PTX ISA 9.7.15.5.1.2). Offsets are in bytes.
struct Descriptor {
  uint32_t start, leading, stride, base_offset, swizzle_bits;
  uint32_t row_bytes;  ///< Of a swizzle atom's rows; 16 without swizzle.

  explicit Descriptor(uint64_t bits)
      : start(uint32_t(bits & 0x3FFF) << 4),
        leading(uint32_t(bits >> 16 & 0x3FFF) << 4),
        stride(uint32_t(bits >> 32 & 0x3FFF) << 4),
        base_offset(uint32_t(bits >> 49 & 7)) {
    // Modes: 0 none, 1 128 bytes, 2 64 bytes, 3 32 bytes.
    const uint32_t mode = uint32_t(bits >> 62);
    swizzle_bits = mode == 0 ? 0 : 4 - mode;
    row_bytes = 16u << swizzle_bits;
  }

  /// Where 16 bytes at a distance from the start lie: bits 4 and up are mixed with bits 7 and up.
  uint32_t swizzled(uint32_t distance) const {
    const uint32_t address = start + distance;
    const uint32_t mask = (1u << swizzle_bits) - 1;
    const uint32_t phase = ((address >> 7) - base_offset) & mask;
    return address ^ phase << 4;
  }

  /// Row `line` of A, or column of B, whose depth lies side by side: its 16 bytes number `chunk`.
  uint32_t along_depth(uint32_t line, uint32_t chunk) const {
    const uint32_t step = swizzle_bits == 0 ? leading : 16;
    return swizzled(line % 8 * row_bytes + line / 8 * stride + chunk * step);
  }

  /// Transposed: the 8 elements of 16 bits from row (or column) 8 * chunk on, at one depth.
  uint32_t across_depth(uint32_t depth, uint32_t chunk) const {
    const uint32_t in_row = row_bytes / 16;  // chunks in a row of the swizzle atom
    if (swizzle_bits == 0) return swizzled(depth % 8 * 16 + depth / 8 * leading + chunk * stride);
    return swizzled(depth % 8 * row_bytes + depth / 8 * stride + chunk % in_row * 16 +
                    chunk / in_row * leading);
  }
};

/// Reads 16 bytes each from up to 32 places of shared memory.
class Reader {
 public:
  Reader(Context& context, const Instruction& instruction)
      : context_(context), instruction_(instruction) {
    // Addresses in descriptors are offsets in the block's shared memory.
    instruction_.space = decode::Space::Shared;
  }

  /// True when all lie in the block's memory; their host addresses are in `pointer`.
  bool read(const uint64_t* offsets, uint32_t count) {
    const uint32_t mask = count == kWarpSize ? kAllLanes : (1u << count) - 1;
    return resolve_addresses(context_, instruction_, offsets, mask, AccessKind::Load, 16,
                             AccessOrigin::MatrixDescriptor, access_);
  }
  const std::byte* pointer(uint32_t index) const { return access_.pointer(index); }

 private:
  Context& context_;
  Instruction instruction_;
  Access access_;
};

/// Calls store(line, element in the depth, pattern) for `lines` rows of A or columns of B from
/// `first` on.
template <class T, class Store>
bool read_matrix(Reader& reader, const Descriptor& descriptor, bool is_transposed, uint32_t first,
                 uint32_t lines, Store store) {
  constexpr uint32_t kElements = 16 / sizeof(T);  // in 16 bytes
  // Pieces of 16 bytes: two for each line, or for each depth one for 8 lines.
  const uint32_t pieces =
      is_transposed ? kDepthBytes / uint32_t(sizeof(T)) * (lines / kElements) : 2 * lines;
  for (uint32_t start = 0; start < pieces; start += kWarpSize) {
    const uint32_t count = pieces - start < kWarpSize ? pieces - start : kWarpSize;
    alignas(64) uint64_t offsets[kWarpSize] = {};
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t piece = start + i;
      offsets[i] = is_transposed
                       ? descriptor.across_depth(piece / (lines / kElements),
                                                 piece % (lines / kElements) + first / kElements)
                       : descriptor.along_depth(piece / 2 + first, piece % 2);
    }
    if (!reader.read(offsets, count)) return false;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t piece = start + i;
      T elements[kElements];
      std::memcpy(elements, reader.pointer(i), 16);
      for (uint32_t e = 0; e < kElements; ++e) {
        if (is_transposed) {
          store(piece % (lines / kElements) * kElements + e, piece / (lines / kElements),
                elements[e]);
        } else {
          store(piece / 2, piece % 2 * kElements + e, elements[e]);
        }
      }
    }
  }
  return true;
}

template <class Store>
bool read_matrix(Type type, Reader& reader, const Descriptor& descriptor, bool is_transposed,
                 uint32_t first, uint32_t lines, Store store) {
  switch (type) {
    case Type::F16:
    case Type::BF16:
      return read_matrix<uint16_t>(reader, descriptor, is_transposed, first, lines, store);
    case Type::TF32:
    case Type::B1:
      return read_matrix<uint32_t>(reader, descriptor, is_transposed, first, lines, store);
    default:
      return read_matrix<uint8_t>(reader, descriptor, is_transposed, first, lines, store);
  }
}

struct Matrices {
  alignas(64) uint32_t a[kRows * kDepthBytes];
  alignas(64) uint32_t b[kDepthBytes * kMaximalColumns];
  alignas(64) uint32_t d[kRows * kMaximalColumns];
  /// a and b as numbers, of 8-bit integers.
  alignas(64) int32_t a_numbers[kRows * kDepthBytes];
  alignas(64) int32_t b_numbers[kDepthBytes * kMaximalColumns];
};

void multiply(const MatrixForm& form, const MatrixSize& size, Matrices& matrices) {
  if (form.type(MatrixRole::A) == Type::B1)
    return multiply_bits(size, matrices.a, matrices.b, form.is_and, matrices.d);
  if (form.type(MatrixRole::D) != Type::S32)
    return multiply_float_matrices(form, size, matrices.a, matrices.b, matrices.d);
  extend_integers(form.type(MatrixRole::A), size.rows * size.depth, matrices.a, matrices.a_numbers);
  extend_integers(form.type(MatrixRole::B), size.depth * size.columns, matrices.b,
                  matrices.b_numbers);
  multiply_integers(size, matrices.a_numbers, matrices.b_numbers, form.saturates, matrices.d);
}

/// False: a descriptor reaches beyond shared memory, and a fault is set.
bool complete(Context& context, const PendingMultiply& pending) {
  if (pending.registers != context.bases[decode::Operand::Frame])
    return true;  // the function ended
  const Instruction& instruction = *pending.instruction;
  const MatrixForm& form = form_of(context, instruction);
  const Fragment& factor = form.fragment(MatrixRole::A);
  const MatrixSize size{kRows, form.n, factor.columns};
  // Reports name the multiplication, not the wait.
  const uint32_t pc = context.pc;
  context.pc = pending.pc;
  // Too large for a small stack, such as WebAssembly's.
  const auto storage = std::make_unique_for_overwrite<Matrices>();
  Matrices& matrices = *storage;
  Reader reader(context, instruction);
  bool is_read = true;
  if (form.a_in_registers) {
    gather(context, form, MatrixRole::A, matrices.a);
  } else {
    const uint32_t first = context.warp->index % 4 * kRows;
    is_read =
        read_matrix(form.type(MatrixRole::A), reader, Descriptor(pending.a), form.transposes_a,
                    first, kRows, [&](uint32_t line, uint32_t depth, uint32_t pattern) {
                      matrices.a[line * size.depth + depth] = pattern;
                    });
  }
  is_read = is_read &&
            read_matrix(form.type(MatrixRole::B), reader, Descriptor(pending.b), form.transposes_b,
                        0, size.columns, [&](uint32_t line, uint32_t depth, uint32_t pattern) {
                          matrices.b[depth * size.columns + line] = pattern;
                        });
  if (!is_read) return false;
  if (pending.adds) {
    gather(context, form, MatrixRole::D, matrices.d);
  } else {
    std::memset(matrices.d, 0, sizeof(uint32_t) * size.rows * size.columns);
  }
  multiply(form, size, matrices);
  scatter(context, form, MatrixRole::D, matrices.d);
  context.pc = pc;
  return true;
}

Flow start_multiply(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const MatrixForm& form = form_of(context, instruction);
  PendingMultiply pending;
  pending.instruction = &instruction;
  pending.registers = context.bases[decode::Operand::Frame];
  pending.pc = context.pc;
  if (!form.a_in_registers) pending.a = *operand<uint64_t>(context, instruction, 0);
  pending.b = *operand<uint64_t>(context, instruction, 1);
  pending.adds = (predicate(context, instruction, 2) & 1) != 0;
  context.warp->warpgroup.multiplies.push_back(pending);
  return Flow::Next;
}

Flow fence(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  is_whole_warp(context, instruction, mask, flow);
  return flow;
}

Flow commit(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  WarpgroupState& state = context.warp->warpgroup;
  for (PendingMultiply& pending : state.multiplies) {
    if (pending.is_committed) continue;
    pending.is_committed = true;
    pending.group = state.groups;
  }
  ++state.groups;
  return Flow::Next;
}

/// All but the latest `immediate` groups are complete when the warp goes on.
Flow wait(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  WarpgroupState& state = context.warp->warpgroup;
  size_t done = 0;
  for (; done < state.multiplies.size(); ++done) {
    const PendingMultiply& pending = state.multiplies[done];
    const bool may_stay =
        !pending.is_committed || pending.group + uint64_t(instruction.immediate) >= state.groups;
    if (may_stay) break;
    if (!complete(context, pending)) return Flow::Fault;
  }
  state.multiplies.erase(state.multiplies.begin(), state.multiplies.begin() + ptrdiff_t(done));
  return Flow::Next;
}

}  // namespace

Handler bind_WarpgroupMultiply(const Instruction&) { return start_multiply; }
Handler bind_WarpgroupFence(const Instruction&) { return fence; }
Handler bind_WarpgroupCommit(const Instruction&) { return commit; }
Handler bind_WarpgroupWait(const Instruction&) { return wait; }

}  // namespace gtl::exec::GTL_LANES
