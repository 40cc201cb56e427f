#include "exec/async_copies.h"

#include <algorithm>
#include <cstring>

#include "exec/mbarrier.h"
#include "exec/mbarriers.h"

namespace gtl::exec {

namespace {

template <class Test>
void land_small(Context& context, uint32_t warp, uint32_t lanes, Test is_due) {
  auto& copies = context.async.warps[warp].small;
  for (SmallCopy& copy : copies) {
    uint32_t due = 0;
    for (uint32_t left = copy.mask & lanes; left != 0; left &= left - 1) {
      const auto lane = uint32_t(__builtin_ctz(left));
      if (!is_due(copy, lane)) continue;
      due |= 1u << lane;
      std::memcpy(context.shared.data() + copy.destination[lane], copy.data.data() + lane * 16,
                  copy.bytes);
    }
    if (due == 0) continue;
    copy.mask &= ~due;
    ++context.effects;
    AsyncAccess access;
    access.issuer = &context;
    access.function = copy.function;
    access.instruction = copy.instruction;
    access.warp = warp;
    report(context, access, due, copy.destination.data(), copy.bytes);
  }
  while (!copies.empty() && copies.front().mask == 0) copies.pop_front();
}

AsyncAccess access_of(const BulkCopy& copy) {
  AsyncAccess access;
  access.issuer = copy.issuer;
  access.function = copy.function;
  access.instruction = copy.instruction;
  access.warp = copy.warp;
  return access;
}

}  // namespace

WarpCopies& copies_of(Context& context) {
  if (context.async.warps.empty()) context.async.warps.resize(context.warps.size());
  return context.async.warps[context.warp->index];
}

void land_small_groups(Context& context, uint32_t lanes, uint32_t groups) {
  const auto& committed = copies_of(context).groups;
  land_small(context, context.warp->index, lanes, [&](const SmallCopy& copy, uint32_t lane) {
    return uint64_t{copy.group[lane]} + groups < committed[lane];
  });
}

void land_small_before(Context& context, uint32_t warp, uint32_t lanes, uint64_t sequence) {
  land_small(context, warp, lanes,
             [&](const SmallCopy& copy, uint32_t) { return copy.sequence < sequence; });
}

void read_sources(BulkCopy& copy) {
  if (copy.sources.empty()) return;
  AsyncAccess access = access_of(copy);
  access.kind = AccessKind::Load;
  size_t end = copy.data.size();
  for (const Run& run : copy.sources) end += run.bytes;
  copy.data.reserve(end);
  for (const Run& run : copy.sources) {
    const std::byte* from = copy.issuer->shared.data() + run.place;
    copy.data.insert(copy.data.end(), from, from + run.bytes);
    report(*copy.issuer, access, copy.lane, run.place, run.bytes);
  }
  copy.sources.clear();
}

void land(Context& context, BulkCopy& copy) {
  read_sources(copy);
  ++context.effects;
  AsyncAccess access = access_of(copy);
  access.kind = copy.reduce ? AccessKind::Reduction : AccessKind::Store;
  if (!copy.target) access.space = memory::Space::Global;
  const std::byte* from = copy.data.data();
  for (const Run& run : copy.destinations) {
    // The kernel may have freed global memory meanwhile.
    std::byte* to = copy.target ? copy.target->shared.data() + run.place
                                : context.launch.memory->host_bytes(run.place, run.bytes);
    if (to && copy.reduce) {
      copy.reduce(to, from, run.bytes, copy.target != nullptr);
    } else if (to) {
      std::memcpy(to, from, run.bytes);
    }
    from += run.bytes;
    report(copy.target ? *copy.target : context, access, copy.lane, run.place, run.bytes);
  }
}

void land_at_end(Context& context) {
  for (WarpCopies& warp : context.async.warps) {
    for (BulkCopy& copy : warp.bulk) {
      if (!copy.target) land(context, copy);
    }
  }
}

void add_completion(Context& block, PendingCompletion completion) {
  const uint32_t barrier = completion.barrier;
  block.async.completions.push_back(std::move(completion));
  block.wake_at_mbarrier(barrier);
}

std::string land_completions(Context& block, uint32_t offset) {
  auto& completions = block.async.completions;
  const auto is_here = [&](const PendingCompletion& each) { return each.barrier == offset; };
  uint32_t arrivals = 0;
  for (const PendingCompletion& each : completions) {
    if (is_here(each)) arrivals += uint32_t(__builtin_popcount(each.lanes));
  }
  const uint32_t parity = mbarrier_at(block, offset).parity();
  // While threads are still to arrive, nothing that comes now would end the phase.
  if (mbarrier_at(block, offset).pending() > arrivals) return "";
  while (mbarrier_at(block, offset).parity() == parity) {
    const auto next = std::find_if(completions.begin(), completions.end(), is_here);
    if (next == completions.end()) break;
    PendingCompletion completion = std::move(*next);
    completions.erase(next);
    AsyncAccess access = access_of(completion.copy);
    access.kind = AccessKind::Atomic;
    access.is_release = true;
    std::array<uint64_t, kWarpSize> offsets;
    offsets.fill(offset);
    if (completion.lanes != 0) {
      land_small_before(block, completion.warp, completion.lanes, completion.sequence);
      report(block, access, completion.lanes, offsets.data(), 8);
      const auto count = uint32_t(__builtin_popcount(completion.lanes));
      const std::string error = arrive(block, offset, count);
      if (!error.empty()) return error;
    } else {
      land(block, completion.copy);
      report(block, access, 1u << completion.copy.lane, offsets.data(), 8);
      const std::string error =
          add_transactions(block, offset, -int64_t{completion.copy.transaction_bytes});
      if (!error.empty()) return error;
    }
  }
  return "";
}

void append_run(std::vector<Run>& runs, uint64_t place, uint32_t bytes) {
  if (!runs.empty() && runs.back().place + runs.back().bytes == place) {
    runs.back().bytes += bytes;
  } else {
    runs.push_back({place, bytes});
  }
}

}  // namespace gtl::exec
