// Bulk copies without tensors, st.async, red.async and st.bulk (PTX ISA 9.7.9.25.4, 9.7.9.13–14,
// 9.7.13.8).
#include <algorithm>
#include <cstring>

#include "exec/async_copies.h"
#include "exec/async_handlers.h"
#include "exec/cluster.h"
#include "exec/mbarriers.h"

namespace gtl::exec {

using decode::AsyncForm;
using decode::Instruction;
using decode::Opcode;

namespace {

constexpr uint32_t kBulkAlignment = 16;

template <class Body>
Flow for_lanes(Context& context, uint32_t mask, Body body) {
  for (uint32_t lanes = mask & context.alive; lanes != 0; lanes &= lanes - 1) {
    if (!body(uint32_t(__builtin_ctz(lanes)))) return Flow::Fault;
  }
  return Flow::Next;
}

/// Runs of the bytes that a copy writes: all, or those that .cp_mask picks out of each 16.
std::vector<Run> masked_runs(uint64_t start, uint32_t bytes, uint32_t byte_mask) {
  std::vector<Run> runs;
  if (byte_mask == 0xFFFF) return {{start, bytes}};
  for (uint32_t at = 0; at < bytes; ++at) {
    if (byte_mask >> (at % 16) & 1) append_run(runs, start + at, 1);
  }
  return runs;
}

bool start_copy(Context& context, const Instruction& instruction, const AsyncForm& form,
                uint32_t lane) {
  const auto bytes = uint32_t(value_of(context, form.size, lane, 4));
  const AccessKind write =
      instruction.opcode == Opcode::BulkReduce ? AccessKind::Reduction : AccessKind::Store;
  Place from, to;
  if (bytes % kBulkAlignment != 0) {
    context.fail(FaultKind::IllegalInstruction,
                 "a bulk copy moves a multiple of 16 bytes, not " + std::to_string(bytes),
                 1u << lane);
    return false;
  }
  if (!find_place(context, form.source, 0, lane, bytes, kBulkAlignment, AccessKind::Load, from) ||
      !find_place(context, form.destination, 0, lane, bytes, kBulkAlignment, write, to)) {
    return false;
  }
  const uint32_t mask =
      form.mask.present() ? uint32_t(value_of(context, form.mask, lane, 2)) : 0xFFFF;
  BulkCopy copy = new_bulk_copy(context, lane);
  copy.target = to.block;
  copy.transaction_bytes = bytes;
  if (instruction.opcode == Opcode::BulkReduce) {
    copy.reduce = reducer_for(instruction.variant, instruction.type, copy.target != nullptr);
    if (!copy.reduce) {
      context.fail(FaultKind::IllegalInstruction,
                   "there is no such reduction of the type that this instruction names",
                   1u << lane);
      return false;
    }
  }
  copy.destinations = {{to.address, bytes}};
  if (from.space == memory::Space::Shared && from.block != &context) {
    context.fail(FaultKind::WrongSpace, "a bulk copy reads the shared memory of its own block only",
                 1u << lane);
    return false;
  }
  if (from.space == memory::Space::Shared) copy.sources = {{from.address, bytes}};
  if (form.has_byte_mask) {
    copy.destinations = masked_runs(to.address, bytes, mask);
    copy.sources = masked_runs(from.address, bytes, mask);
  }
  if (from.space != memory::Space::Shared) {
    copy.data.assign(from.data, from.data + bytes);
    report_global_read(context, copy, from.address, bytes);
  }
  return complete_later(context, form, lane, std::move(copy),
                        form.is_multicast ? mask : kNoMulticast);
}

}  // namespace

BulkCopy new_bulk_copy(Context& context, uint32_t lane) {
  BulkCopy copy;
  copy.issuer = &context;
  copy.function = context.split().frame->function;
  copy.instruction = context.pc;
  copy.warp = context.warp->index;
  copy.lane = lane;
  return copy;
}

void report_global_read(Context& context, const BulkCopy& copy, uint64_t address, uint32_t bytes) {
  AsyncAccess access;
  access.space = memory::Space::Global;
  access.kind = AccessKind::Load;
  access.issuer = copy.issuer;
  access.function = copy.function;
  access.instruction = copy.instruction;
  access.warp = copy.warp;
  report(context, access, copy.lane, address, bytes);
}

bool complete_later(Context& context, const AsyncForm& form, uint32_t lane, BulkCopy copy,
                    uint32_t multicast) {
  if (!form.completes_on_barrier) {
    WarpCopies& copies = copies_of(context);
    copy.group = copies.bulk_groups[lane];
    copies.bulk.push_back(std::move(copy));
    return true;
  }
  MbarrierPlace barrier;
  const bool is_from_global = form.is_tensor || form.source.space == decode::Space::Global;
  if (!is_from_global && !context.launch.has_explicit_cluster) {
    context.fail(
        FaultKind::IllegalInstruction,
        "copies from shared memory to shared memory, st.async and red.async need a launch "
        "with cluster dimensions (__cluster_dims__ or cudaLaunchKernelEx), be it 1 x 1 x 1",
        1u << lane);
    return false;
  }
  if (!find_mbarrier(context, form.barrier, 0, lane, barrier)) return false;
  if (copy.target != barrier.block) {
    context.fail(FaultKind::BarrierMisuse,
                 "the mbarrier must lie in the block whose shared memory the data goes to",
                 1u << lane);
    return false;
  }
  if (multicast == kNoMulticast) {
    add_completion(*barrier.block, {barrier.offset, 0, 0, 0, std::move(copy)});
    return true;
  }
  // To the same offsets in each of the blocks, whichever of them the addresses name.
  for (uint32_t left = multicast; left != 0; left &= left - 1) {
    const auto rank = uint32_t(__builtin_ctz(left));
    uint64_t end = 0;
    for (const Run& run : copy.destinations) end = std::max(end, run.place + run.bytes);
    const uint64_t base = uint64_t{rank} << kRankShift;
    if (!context.cluster.bytes(context, base, uint32_t(end), AccessKind::Store, 1u << lane))
      return false;
    barrier.block = copy.target = &context.cluster.block(rank);
    if (!check_mbarrier(context, barrier, lane)) return false;
    add_completion(*barrier.block, {barrier.offset, 0, 0, 0, copy});
  }
  return true;
}

Flow bulk_copy(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  return for_lanes(context, mask,
                   [&](uint32_t lane) { return start_copy(context, instruction, form, lane); });
}

/// Nothing happens, but to an address that does not exist.
Flow bulk_prefetch(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  return for_lanes(context, mask, [&](uint32_t lane) {
    Place from;
    return find_place(context, form.source, 0, lane, value_of(context, form.size, lane, 4),
                      kBulkAlignment, AccessKind::Load, from);
  });
}

Flow bulk_commit(Context& context, const Instruction&, uint32_t mask) {
  WarpCopies& copies = copies_of(context);
  return for_lanes(context, mask, [&](uint32_t lane) {
    ++copies.bulk_groups[lane];
    return true;
  });
}

Flow bulk_wait(Context& context, const Instruction& instruction, uint32_t mask) {
  WarpCopies& copies = copies_of(context);
  const uint32_t lanes = mask & context.alive;
  const auto is_due = [&](const BulkCopy& copy) {
    return (lanes >> copy.lane & 1) != 0 &&
           uint64_t{copy.group} + uint64_t(instruction.immediate) < copies.bulk_groups[copy.lane];
  };
  const bool lands = instruction.opcode == Opcode::BulkWait;
  for (BulkCopy& copy : copies.bulk) {
    if (!is_due(copy)) continue;
    if (lands) {
      land(context, copy);
    } else {
      read_sources(copy);
    }
  }
  if (lands) std::erase_if(copies.bulk, is_due);
  return Flow::Next;
}

/// st.async and red.async: [a], values, [mbarrier]
Flow store_async(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  const uint32_t element = form.bytes / instruction.vector;
  const bool reduces = instruction.opcode == Opcode::ReductionAsync;
  return for_lanes(context, mask, [&](uint32_t lane) {
    Place to;
    if (!find_place(context, form.destination, 0, lane, form.bytes, form.bytes,
                    reduces ? AccessKind::Reduction : AccessKind::Store, to)) {
      return false;
    }
    BulkCopy copy = new_bulk_copy(context, lane);
    copy.transaction_bytes = form.bytes;
    copy.target = to.block;
    copy.destinations = {{to.address, form.bytes}};
    copy.data.resize(form.bytes);
    if (reduces) copy.reduce = reducer_for(instruction.variant, instruction.type, true);
    for (uint32_t e = 0; e < instruction.vector; ++e) {
      const uint64_t value =
          value_of(context, context.function->vector_operands[form.elements + e], lane, element);
      std::memcpy(copy.data.data() + e * element, &value, element);
    }
    return complete_later(context, form, lane, std::move(copy), kNoMulticast);
  });
}

/// The only value that st.bulk can write is 0. It is no copy, and complete when it has run.
Flow store_bulk(Context& context, const Instruction& instruction, uint32_t mask) {
  const AsyncForm& form = context.function->async_forms[instruction.extra];
  return for_lanes(context, mask, [&](uint32_t lane) {
    const uint64_t bytes = value_of(context, form.size, lane, 8);
    Place to;
    if (!find_place(context, form.destination, 0, lane, bytes, 8, AccessKind::Store, to))
      return false;
    std::memset(to.data, 0, bytes);
    ++context.effects;
    AsyncAccess access;
    access.space = to.space;
    access.issuer = &context;
    access.function = context.split().frame->function;
    access.instruction = context.pc;
    access.warp = context.warp->index;
    report(to.block ? *to.block : context, access, lane, to.address, bytes);
    return true;
  });
}

}  // namespace gtl::exec
