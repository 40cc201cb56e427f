// wgmma (PTX ISA 9.7.15): each warp of a warpgroup computes 16 of the 64 rows.
#include "exec/warpgroup.h"

#include <algorithm>
#include <memory>

#include "exec/access.h"
#include "exec/matrix_arithmetic.h"
#include "exec/matrix_rules.h"
#include "exec/matrix_warp.h"

namespace gtl::exec::GTL_LANES {

namespace {

constexpr uint32_t kRows = FactorMatrices::kRows;  ///< Of a warp.
/// Of a row of A or a column of B, whatever the type.
constexpr uint32_t kDepthBytes = FactorMatrices::kMaximalDepth;
constexpr uint32_t kMaximalColumns = FactorMatrices::kMaximalColumns;

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

struct Numbers {
  alignas(64) uint32_t d[kRows * kMaximalColumns];
  /// A and B as numbers, of 8-bit integers.
  alignas(64) int32_t a[kRows * kDepthBytes];
  alignas(64) int32_t b[kDepthBytes * kMaximalColumns];
};

void multiply(const MatrixForm& form, const MatrixSize& size, const FactorMatrices& factors,
              Numbers& numbers) {
  if (form.type(MatrixRole::A) == Type::B1)
    return multiply_bits(size, factors.a, factors.b, form.is_and, numbers.d);
  if (form.type(MatrixRole::D) != Type::S32)
    return multiply_float_matrices(form, size, factors.a, factors.b, numbers.d);
  extend_integers(form.type(MatrixRole::A), size.rows * size.depth, factors.a, numbers.a);
  extend_integers(form.type(MatrixRole::B), size.depth * size.columns, factors.b, numbers.b);
  multiply_integers(size, numbers.a, numbers.b, form.saturates, numbers.d);
}

MatrixSize size_of(const MatrixForm& form) {
  return {kRows, form.n, form.fragment(MatrixRole::A).columns};
}

/// While it lives, the context's current instruction is a multiplication of a warp: events and
/// faults are that warp's, and name the multiplication instead of the wait.
class AtMultiply {
 public:
  AtMultiply(Context& context, Warp& warp, const PendingMultiply& pending)
      : context_(context),
        warp_(context.warp),
        split_(context.split_index),
        alive_(context.alive),
        pc_(context.pc),
        function_(context.function),
        borrowed_(warp.splits.front()),
        frame_(borrowed_.frame) {
    context.warp = &warp;
    context.split_index = 0;
    context.alive = warp.alive;
    context.pc = pending.pc;
    context.function = &context.launch.program->functions[pending.frame->function];
    borrowed_.frame = pending.frame;
  }
  ~AtMultiply() {
    borrowed_.frame = frame_;
    context_.warp = warp_;
    context_.split_index = split_;
    context_.alive = alive_;
    context_.pc = pc_;
    context_.function = function_;
  }
  AtMultiply(const AtMultiply&) = delete;
  AtMultiply& operator=(const AtMultiply&) = delete;

 private:
  Context& context_;
  Warp* const warp_;
  const size_t split_;
  const uint32_t alive_, pc_;
  const decode::Function* const function_;
  Split& borrowed_;
  Frame* const frame_;
};

/// Reads of the factors what lies in shared memory. False: a descriptor reaches beyond it, and a
/// fault is set.
bool read_factors(Context& context, const PendingMultiply& pending, FactorMatrices& factors) {
  const Instruction& instruction = *pending.instruction;
  const MatrixForm& form = form_of(context, instruction);
  const MatrixSize size = size_of(form);
  Reader reader(context, instruction);
  if (!form.a_in_registers) {
    const uint32_t first = context.warp->index % kWarpsOfGroup * kRows;
    if (!read_matrix(form.type(MatrixRole::A), reader, Descriptor(pending.a), form.transposes_a,
                     first, kRows, [&](uint32_t line, uint32_t depth, uint32_t pattern) {
                       factors.a[line * size.depth + depth] = pattern;
                     }))
      return false;
  }
  return read_matrix(form.type(MatrixRole::B), reader, Descriptor(pending.b), form.transposes_b, 0,
                     size.columns, [&](uint32_t line, uint32_t depth, uint32_t pattern) {
                       factors.b[depth * size.columns + line] = pattern;
                     });
}

/// Whether the function that started a multiplication has not returned.
bool is_open(const Warp& warp, const Frame* frame) {
  return std::any_of(warp.splits.begin(), warp.splits.end(), [=](const Split& split) {
    const Frame* open = split.frame;
    while (open && open != frame) open = open->caller;
    return open != nullptr;
  });
}

/// The other warps' parts of the multiplications before number `end`: they may do what they like
/// with shared memory before they wait themselves. Sets a bit of `readers` for each that has read.
bool read_for_others(Context& context, uint64_t end, uint32_t& readers) {
  for (Warp& other : context.warpgroup()) {
    if (&other == context.warp) continue;
    WarpgroupState& state = other.warpgroup;
    for (uint64_t number = state.first(); number < std::min(end, state.committed); ++number) {
      PendingMultiply& pending = state.multiplies[number - state.first()];
      if (pending.factors || !is_open(other, pending.frame)) continue;
      pending.factors = std::make_unique_for_overwrite<FactorMatrices>();
      readers |= 1u << other.index % kWarpsOfGroup;
      const AtMultiply at(context, other, pending);
      if (!read_factors(context, pending, *pending.factors)) return false;
    }
  }
  return true;
}

/// False: a fault is set.
bool complete(Context& context, PendingMultiply& pending, uint32_t& readers) {
  if (pending.frame != context.split().frame) return true;  // the function ended
  const MatrixForm& form = form_of(context, *pending.instruction);
  const MatrixSize size = size_of(form);
  if (!pending.factors) {
    // Too large for a small stack, such as WebAssembly's.
    pending.factors = std::make_unique_for_overwrite<FactorMatrices>();
    readers |= 1u << context.warp->index % kWarpsOfGroup;
    const AtMultiply at(context, *context.warp, pending);
    if (!read_factors(context, pending, *pending.factors)) return false;
  }
  FactorMatrices& factors = *pending.factors;
  const auto numbers = std::make_unique_for_overwrite<Numbers>();
  if (form.a_in_registers) gather(context, form, MatrixRole::A, factors.a);
  if (pending.adds) {
    gather(context, form, MatrixRole::D, numbers->d);
  } else {
    std::memset(numbers->d, 0, sizeof(uint32_t) * size.rows * size.columns);
  }
  multiply(form, size, factors, *numbers);
  scatter(context, form, MatrixRole::D, numbers->d);
  pending.factors.reset();
  return true;
}

Flow start_multiply(Context& context, const Instruction& instruction, uint32_t mask) {
  Flow flow;
  if (!is_whole_warp(context, instruction, mask, flow)) return flow;
  const MatrixForm& form = form_of(context, instruction);
  PendingMultiply pending;
  pending.instruction = &instruction;
  pending.frame = context.split().frame;
  pending.pc = context.pc;
  if (!form.a_in_registers) pending.a = *operand<uint64_t>(context, instruction, 0);
  pending.b = *operand<uint64_t>(context, instruction, 1);
  pending.adds = (predicate(context, instruction, 2) & 1) != 0;
  WarpgroupState& state = context.warp->warpgroup;
  state.multiplies.push_back(std::move(pending));
  ++state.started;
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
  state.committed = state.started;
  ++context.effects;
  context.wake_warpgroup();
  return Flow::Next;
}

/// All but the latest `immediate` groups are complete when the warp goes on: as far as shared
/// memory goes, for all warps of the warpgroup.
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
  }
  if (done == 0) return Flow::Next;
  const uint64_t end = state.first() + done;
  if (!context.has_warpgroup_committed(end)) return context.rest(SplitState::AtWarpgroup);
  uint32_t readers = 0;
  if (!read_for_others(context, end, readers)) return Flow::Fault;
  for (size_t i = 0; i < done; ++i) {
    if (!complete(context, state.multiplies[i], readers)) return Flow::Fault;
  }
  if (context.observer) context.observer->warpgroup({context.block, context.warp->index, readers});
  state.multiplies.erase(state.multiplies.begin(), state.multiplies.begin() + ptrdiff_t(done));
  return Flow::Next;
}

}  // namespace

Handler bind_WarpgroupMultiply(const Instruction&) { return start_multiply; }
Handler bind_WarpgroupFence(const Instruction&) { return fence; }
Handler bind_WarpgroupCommit(const Instruction&) { return commit; }
Handler bind_WarpgroupWait(const Instruction&) { return wait; }

}  // namespace gtl::exec::GTL_LANES
