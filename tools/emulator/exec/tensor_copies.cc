// cp.async.bulk.tensor, cp.reduce.async.bulk.tensor and their prefetch, in tile mode (PTX ISA
// 9.7.9.27).
#include <algorithm>
#include <cstring>

#include "exec/async_copies.h"
#include "exec/async_handlers.h"
#include "exec/mbarriers.h"
#include "exec/tensor_map.h"

namespace gtl::exec {

using decode::AsyncForm;
using decode::Instruction;
using decode::Opcode;

namespace {

/// A tile of a tensor in shared memory starts at a multiple of this.
constexpr uint32_t kTileAlignment = 128;

/// One instruction of one thread.
struct Tile {
  const AsyncForm& form;
  TensorMap map;
  int64_t start[TensorMap::kMaximalRank];  ///< Coordinates of its first element.
  uint32_t element_bytes;
  uint32_t row_bytes;  ///< A row runs along dimension 0.
  uint32_t pitch;      ///< From row to row in shared memory: all of the swizzle's span.
  uint32_t rows;
  Context* block = nullptr;  ///< In whose shared memory it lies,
  uint64_t shared = 0;       ///< and where it starts there.

  uint32_t bytes() const { return rows * row_bytes; }
};

/// The part of a row that lies in the tensor: bytes [begin, end) of the row, from `address` on.
struct RowPart {
  uint32_t begin = 0, end = 0;
  uint64_t address = 0;
};

RowPart part_in_tensor(const Tile& tile, uint32_t row) {
  const TensorMap& map = tile.map;
  RowPart part;
  uint64_t address = map.address;
  for (uint32_t dimension = 1, rest = row; dimension < map.rank; ++dimension) {
    const uint32_t extent = map.tile(dimension);
    const int64_t position =
        tile.start[dimension] + int64_t{rest % extent} * map.element_strides[dimension];
    rest /= extent;
    if (position < 0 || position > int64_t{map.last[dimension]}) return part;
    address += uint64_t(position) * map.strides[dimension - 1];
  }
  const int64_t first = std::max<int64_t>(tile.start[0], 0);
  const int64_t end =
      std::min<int64_t>(tile.start[0] + int64_t{map.tile(0)}, int64_t{map.last[0]} + 1);
  if (first >= end) return part;
  part.begin = uint32_t(first - tile.start[0]) * tile.element_bytes;
  part.end = uint32_t(end - tile.start[0]) * tile.element_bytes;
  part.address = address + uint64_t(first) * tile.element_bytes;
  return part;
}

/// Calls body(place in shared memory, position in the row, bytes) for bytes [begin, end) of a row.
template <class Body>
void for_each_piece(const Tile& tile, uint32_t row, uint32_t begin, uint32_t end, Body body) {
  const uint64_t start = tile.shared + uint64_t{row} * tile.pitch;
  if (tile.map.swizzle == Swizzle::None) {
    if (begin != end) body(start + begin, begin, end - begin);
    return;
  }
  for (uint32_t at = begin; at < end;) {
    const uint32_t chunk_end = (at / 16 + 1) * 16;  // Rows start at multiples of 16.
    const uint32_t stop = std::min(end, chunk_end);
    body(swizzled(tile.map.swizzle, start + at), at, stop - at);
    at = stop;
  }
}

/// What fills elements outside the tensor: zeros, or a NaN in any of the formats.
void fill(const Tile& tile, std::vector<std::byte>& data) {
  constexpr uint16_t kNaN = 0x7FF7;
  for (size_t at = 0; at < data.size() && tile.map.fills_with_nan; at += sizeof kNaN)
    std::memcpy(data.data() + at, &kNaN, sizeof kNaN);
}

/// Numbers arrive in shared memory rounded to tf32: to nearest, ties to even.
uint32_t rounded_to_tf32(uint32_t bits) {
  constexpr uint32_t kDropped = 13, kInfinity = 0x7F80'0000, kNaN = 0x7FFF'E000;
  if ((bits & 0x7FFF'FFFF) > kInfinity) return kNaN;
  const uint32_t half = (1u << (kDropped - 1)) - 1 + (bits >> kDropped & 1);
  return (bits + half) & ~((1u << kDropped) - 1);
}

void round_to_tf32(std::byte* data, size_t bytes) {
  for (size_t at = 0; at + 4 <= bytes; at += 4) {
    uint32_t bits;
    std::memcpy(&bits, data + at, sizeof bits);
    bits = rounded_to_tf32(bits);
    std::memcpy(data + at, &bits, sizeof bits);
  }
}

/// Reads the map and checks that the instruction fits it.
bool read_map(Context& context, const Instruction& part, uint32_t lane, Tile& tile) {
  Place place;
  if (!find_place(context, part, 0, lane, TensorMap::kBytes, TensorMap::kAlignment,
                  AccessKind::Load, place)) {
    return false;
  }
  std::memcpy(static_cast<void*>(&tile.map), place.data, sizeof tile.map);
  std::string wrong;
  if (tile.map.magic != TensorMap::kMagic) {
    wrong =
        "there is no tensor map at the address: pass the CUtensorMap as a __grid_constant__ "
        "parameter, or copy it to global memory";
  } else if (tile.map.rank != tile.form.dimensions) {
    wrong = "the instruction names " + std::to_string(tile.form.dimensions) +
            " dimensions, and the tensor map has " + std::to_string(tile.map.rank);
  }
  if (!wrong.empty()) {
    context.fail(FaultKind::IllegalInstruction, wrong, 1u << lane);
    return false;
  }
  tile.element_bytes = info(tile.map.type).bytes;
  tile.row_bytes = tile.map.tile(0) * tile.element_bytes;
  tile.pitch = tile.map.swizzle == Swizzle::None ? tile.row_bytes : span_of(tile.map.swizzle);
  tile.rows = 1;
  for (uint32_t dimension = 1; dimension < tile.map.rank; ++dimension)
    tile.rows *= tile.map.tile(dimension);
  for (uint32_t dimension = 0; dimension < tile.map.rank; ++dimension) {
    tile.start[dimension] = int32_t(value_of(context, tile.form.coordinates[dimension], lane, 4));
  }
  // The ISA does not say so, an H200 does: it takes others for an illegal instruction.
  if (tile.start[0] * int64_t{tile.element_bytes} % 16 != 0) {
    context.fail(FaultKind::IllegalInstruction,
                 "the first coordinate is " + std::to_string(tile.start[0]) +
                     ", which is no multiple of 16 bytes with elements of " +
                     std::to_string(tile.element_bytes),
                 1u << lane);
    return false;
  }
  return true;
}

/// The tile's place in shared memory. A swizzled row may use all of its 128-byte line.
bool find_tile(Context& context, const Instruction& part, uint32_t lane, AccessKind kind,
               Tile& tile) {
  constexpr uint32_t kLine = 128;
  const bool is_plain = tile.map.swizzle == Swizzle::None;
  const uint32_t reach = tile.rows * tile.pitch;
  const uint32_t bytes = is_plain ? reach : (reach + kLine - 1) / kLine * kLine;
  Place place;
  if (!find_place(context, part, 0, lane, bytes, kTileAlignment, kind, place)) return false;
  if (place.space != memory::Space::Shared ||
      (kind == AccessKind::Load && place.block != &context)) {
    context.fail(FaultKind::WrongSpace, "a tile of a tensor lies in the block's shared memory",
                 1u << lane);
    return false;
  }
  tile.block = place.block;
  tile.shared = place.address;
  return true;
}

/// The rows' bytes in global memory all belong to allocations.
bool check_rows(Context& context, const Tile& tile, uint32_t lane, AccessKind kind) {
  const memory::Allocation* last = nullptr;
  for (uint32_t row = 0; row < tile.rows; ++row) {
    const RowPart part = part_in_tensor(tile, row);
    const uint32_t bytes = part.end - part.begin;
    if (bytes == 0) continue;
    const auto covers = [&] {
      return last && part.address >= last->address &&
             part.address + bytes <= last->address + last->size;
    };
    if (!covers()) last = context.launch.memory->find(part.address);
    if (covers()) continue;
    Place place;
    return find_place(context, decode::Space::Global, part.address, lane, bytes, 1, kind, place);
  }
  return true;
}

bool start_load(Context& context, Tile& tile, uint32_t lane) {
  if (!read_map(context, tile.form.source, lane, tile) ||
      !find_tile(context, tile.form.destination, lane, AccessKind::Store, tile) ||
      !check_rows(context, tile, lane, AccessKind::Load)) {
    return false;
  }
  BulkCopy copy = new_bulk_copy(context, lane);
  copy.transaction_bytes = tile.bytes();
  copy.target = tile.block;
  copy.data.resize(tile.bytes());
  fill(tile, copy.data);
  const bool is_tf32 =
      tile.map.type == TensorType::TF32 || tile.map.type == TensorType::TF32Flushed;
  for (uint32_t row = 0; row < tile.rows; ++row) {
    const RowPart part = part_in_tensor(tile, row);
    if (part.begin != part.end) {
      const uint32_t bytes = part.end - part.begin;
      std::byte* to = copy.data.data() + size_t{row} * tile.row_bytes + part.begin;
      std::memcpy(to, context.launch.memory->host_bytes(part.address, bytes), bytes);
      if (is_tf32) round_to_tf32(to, bytes);
      report_global_read(context, copy, part.address, bytes);
    }
    for_each_piece(tile, row, 0, tile.row_bytes, [&](uint64_t place, uint32_t, uint32_t bytes) {
      append_run(copy.destinations, place, bytes);
    });
  }
  const uint32_t multicast =
      tile.form.is_multicast ? uint32_t(value_of(context, tile.form.mask, lane, 2)) : kNoMulticast;
  return complete_later(context, tile.form, lane, std::move(copy), multicast);
}

bool start_store(Context& context, const Instruction& instruction, Tile& tile, uint32_t lane) {
  const bool reduces = instruction.opcode == Opcode::TensorReduce;
  if (!read_map(context, tile.form.destination, lane, tile) ||
      !find_tile(context, tile.form.source, lane, AccessKind::Load, tile) ||
      !check_rows(context, tile, lane, reduces ? AccessKind::Reduction : AccessKind::Store)) {
    return false;
  }
  // Loads may start before the tensor, an H200 refuses stores that do.
  if (std::any_of(tile.start, tile.start + tile.map.rank, [](int64_t at) { return at < 0; })) {
    context.fail(FaultKind::IllegalInstruction,
                 "a tile that is stored must not start at a negative coordinate", 1u << lane);
    return false;
  }
  BulkCopy copy = new_bulk_copy(context, lane);
  if (reduces) {
    copy.reduce = reducer_for(instruction.variant, info(tile.map.type).type, false);
    if (!copy.reduce) {
      context.fail(FaultKind::IllegalInstruction,
                   "there is no such reduction of the tensor map's type", 1u << lane);
      return false;
    }
  }
  for (uint32_t row = 0; row < tile.rows; ++row) {
    RowPart part = part_in_tensor(tile, row);
    // An H200 stores whole chunks of 16 bytes: where a row of the tensor ends within one, the rest
    // of it is written too, if there is memory.
    const uint32_t whole_end = (part.end + 15) / 16 * 16;
    if (part.end != part.begin &&
        context.launch.memory->host_bytes(part.address, whole_end - part.begin))
      part.end = whole_end;
    for_each_piece(tile, row, part.begin, part.end,
                   [&](uint64_t place, uint32_t at, uint32_t bytes) {
                     append_run(copy.sources, place, bytes);
                     append_run(copy.destinations, part.address + (at - part.begin), bytes);
                   });
  }
  return complete_later(context, tile.form, lane, std::move(copy), kNoMulticast);
}

}  // namespace

Flow tensor_copy(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  for (uint32_t lanes = mask & context.alive; lanes != 0; lanes &= lanes - 1) {
    const auto lane = uint32_t(__builtin_ctz(lanes));
    Tile tile{form, {}, {}, 0, 0, 0, 0};
    const bool is_well = form.completes_on_barrier ? start_load(context, tile, lane)
                                                   : start_store(context, instruction, tile, lane);
    if (!is_well) return Flow::Fault;
  }
  return Flow::Next;
}

Flow tensor_prefetch(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  for (uint32_t lanes = mask & context.alive; lanes != 0; lanes &= lanes - 1) {
    const auto lane = uint32_t(__builtin_ctz(lanes));
    Tile tile{form, {}, {}, 0, 0, 0, 0};
    if (!read_map(context, form.source, lane, tile)) return Flow::Fault;
  }
  return Flow::Next;
}

}  // namespace gtl::exec
