// A block from start to end: its threads, the turns of its warps, and the loop that runs
// instructions.
#include <algorithm>
#include <cstring>

#include "decode/layout.h"
#include "decode/special_registers.h"
#include "exec/async_copies.h"
#include "exec/bind.h"
#include "exec/cluster.h"

namespace gtl::exec {

using decode::Instruction;
using decode::kSpecialBytes;

namespace {

constexpr uint64_t kTurn = 1 << 16;  ///< Warp instructions before another warp runs.

uint32_t* slot(std::byte* table, uint32_t index) {
  return reinterpret_cast<uint32_t*>(table + index * kSpecialBytes);
}

void broadcast(std::byte* table, uint32_t index, uint32_t value) {
  std::fill_n(slot(table, index), kWarpSize, value);
}

void broadcast64(std::byte* table, uint32_t index, uint64_t value) {
  std::fill_n(reinterpret_cast<uint64_t*>(table + index * kSpecialBytes), kWarpSize, value);
}

/// A permutation that depends on the seed and the block alone (Fisher-Yates, SplitMix64).
void shuffle(std::vector<uint32_t>& order, uint64_t state) {
  for (size_t i = order.size(); i > 1; --i) {
    state += 0x9E37'79B9'7F4A'7C15;
    uint64_t value = state;
    value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9;
    value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EB;
    value ^= value >> 31;
    std::swap(order[i - 1], order[value % i]);
  }
}

bool has_split_in(const Warp& warp, SplitState state) {
  return std::any_of(warp.splits.begin(), warp.splits.end(),
                     [=](const Split& split) { return split.state == state; });
}

}  // namespace

Context::Context(const Launch& the_launch, Observer* the_observer, Cluster& the_cluster,
                 uint32_t the_rank)
    : launch(the_launch),
      observer(the_observer),
      cluster(the_cluster),
      functions(the_cluster.functions),
      counts(the_cluster.counts),
      rank(the_rank),
      shared_base(the_rank << kRankShift) {
  free_registers_.resize(launch.program->functions.size());
  set_up_tables();
}

const BoundFunction& Context::bound(uint32_t function_index) {
  BoundFunction& result = functions[function_index];
  if (!result.function) {
    result.function = &launch.program->functions[function_index];
    result.handlers.reserve(result.function->instructions.size());
    for (const Instruction& instruction : result.function->instructions) {
      result.handlers.push_back(bind(instruction));
    }
    counts[function_index].resize(result.function->instructions.size());
  }
  return result;
}

/// What does not change from block to block.
void Context::set_up_tables() {
  namespace ws = decode::warp_special;
  namespace bs = decode::block_special;
  const uint32_t threads = uint32_t(launch.block.count());
  const uint32_t warp_count = (threads + kWarpSize - 1) / kWarpSize;
  constexpr uint32_t kLines = kSpecialBytes / sizeof(decode::CacheLine);
  block_specials_.resize((bs::Count + 2 * launch.program->shared_addresses.size()) * kLines);
  warp_specials_.resize(size_t{warp_count} * ws::Count * kLines);
  warps.resize(warp_count);
  order.resize(warp_count);
  for (Barrier& barrier : barriers) barrier.lanes.assign(warp_count, 0);

  for (uint32_t w = 0; w < warp_count; ++w) {
    Warp& entry = warps[w];
    entry.index = w;
    entry.specials =
        reinterpret_cast<std::byte*>(warp_specials_.data()) + size_t{w} * ws::Count * kSpecialBytes;
    for (uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const uint32_t thread = w * kWarpSize + lane;
      const uint32_t bit = 1u << lane;
      slot(entry.specials, ws::TidX)[lane] = thread % launch.block.x;
      slot(entry.specials, ws::TidY)[lane] = thread / launch.block.x % launch.block.y;
      slot(entry.specials, ws::TidZ)[lane] = thread / launch.block.x / launch.block.y;
      slot(entry.specials, ws::LaneId)[lane] = lane;
      slot(entry.specials, ws::MaskEq)[lane] = bit;
      slot(entry.specials, ws::MaskLt)[lane] = bit - 1;
      slot(entry.specials, ws::MaskLe)[lane] = bit | (bit - 1);
      slot(entry.specials, ws::MaskGe)[lane] = ~(bit - 1);
      slot(entry.specials, ws::MaskGt)[lane] = ~(bit | (bit - 1));
      slot(entry.specials, ws::WarpId)[lane] = w;
    }
  }

  auto* table = reinterpret_cast<std::byte*>(block_specials_.data());
  const auto& kernel = launch.program->functions[launch.kernel];
  const uint32_t dynamic_start =
      uint32_t(decode::align_up(kernel.static_shared_bytes, kernel.dynamic_shared_alignment));
  const uint64_t shared_end = uint64_t{dynamic_start} + launch.dynamic_shared_bytes;
  const uint64_t reserved_start = decode::align_up(shared_end, 16);
  // Only programs that use the reserved part have it: others shall not reach beyond their own.
  shared.resize(kernel.needs_reserved_shared ? reserved_start + decode::kReservedSharedBytes
                                             : shared_end);
  broadcast(table, bs::ReservedShared, shared_base + uint32_t(reserved_start));
  broadcast(table, bs::ReservedSharedEnd,
            shared_base + uint32_t(reserved_start + decode::kReservedSharedBytes));
  broadcast(table, bs::NtidX, launch.block.x);
  broadcast(table, bs::NtidY, launch.block.y);
  broadcast(table, bs::NtidZ, launch.block.z);
  broadcast(table, bs::NctaidX, launch.grid.x);
  broadcast(table, bs::NctaidY, launch.grid.y);
  broadcast(table, bs::NctaidZ, launch.grid.z);
  broadcast(table, bs::NwarpId, warp_count);
  broadcast(table, bs::NsmId, kMultiprocessors);
  broadcast(table, bs::DynamicSharedBytes, launch.dynamic_shared_bytes);
  broadcast(table, bs::TotalSharedBytes, uint32_t(shared_end));
  broadcast(table, bs::DynamicShared32, shared_base + dynamic_start);
  broadcast64(table, bs::DynamicShared64, shared_base + dynamic_start);
  uint32_t next_address = bs::Count;
  for (const decode::SharedAddress& address : launch.program->shared_addresses) {
    if (address.bytes == 8) {
      broadcast64(table, next_address, uint64_t(shared_base + address.offset));
    } else {
      broadcast(table, next_address, uint32_t(shared_base + address.offset));
    }
    next_address += 2;
  }
  broadcast64(table, bs::GridId, launch.id);
  // Where cooperative groups look for the grid's workspace (its header driver_abi.h).
  broadcast(table, bs::EnvReg1, uint32_t(launch.grid_workspace >> 32));
  broadcast(table, bs::EnvReg2, uint32_t(launch.grid_workspace));
  const uint32_t cluster_shape[3] = {launch.cluster.x, launch.cluster.y, launch.cluster.z};
  uint32_t blocks_before = rank;
  for (uint32_t i = 0; i < 3; ++i) {
    broadcast(table, bs::NclusterIdX + i, slot(table, bs::NctaidX + i)[0] / cluster_shape[i]);
    broadcast(table, bs::ClusterNctaidX + i, cluster_shape[i]);
    broadcast(table, bs::ClusterCtaidX + i, blocks_before % cluster_shape[i]);
    blocks_before /= cluster_shape[i];
  }
  broadcast(table, bs::ClusterCtaRank, rank);
  broadcast(table, bs::ClusterNctaRank, uint32_t(launch.cluster.count()));
  broadcast(table, bs::IsExplicitCluster, launch.has_explicit_cluster ? kAllLanes : 0);
  bases[decode::Operand::BlockSpecials] = table;
}

void Context::update_block_specials(uint64_t linear_block) {
  namespace bs = decode::block_special;
  std::byte* table = bases[decode::Operand::BlockSpecials];
  const uint32_t position[3] = {uint32_t(linear_block % launch.grid.x),
                                uint32_t(linear_block / launch.grid.x % launch.grid.y),
                                uint32_t(linear_block / launch.grid.x / launch.grid.y)};
  for (uint32_t i = 0; i < 3; ++i) {
    broadcast(table, bs::CtaidX + i, position[i]);
    broadcast(table, bs::ClusterIdX + i, position[i] / slot(table, bs::ClusterNctaidX + i)[0]);
  }
  broadcast(table, bs::SmId, uint32_t(linear_block % kMultiprocessors));
}

void Context::start(uint64_t linear_block) {
  block = linear_block;
  update_block_specials(linear_block);
  bound(launch.kernel);
  alive_threads = uint32_t(launch.block.count());
  for (size_t i = 0; i < order.size(); ++i) order[i] = uint32_t(i);
  if (launch.seed != 0) shuffle(order, launch.seed ^ (linear_block << 32));
  next_warp_ = 0;
  has_ended = waits_for_cluster = false;
  for (Barrier& barrier : barriers) {
    barrier.arrived = barrier.expected = barrier.votes = 0;
    std::fill(barrier.lanes.begin(), barrier.lanes.end(), 0);
  }
  async.clear();
  for (Warp& entry : warps) start_warp(entry);
  // The system's part of shared memory starts out cleared.
  namespace bs = decode::block_special;
  const uint32_t own = slot(bases[decode::Operand::BlockSpecials], bs::TotalSharedBytes)[0];
  std::fill(shared.begin() + ptrdiff_t(own), shared.end(), std::byte{0});
  if (observer) observer->block_begins(block);
}

void Context::start_warp(Warp& entry) {
  warp = &entry;
  const uint32_t first = entry.index * kWarpSize;
  const uint32_t threads = std::min(kWarpSize, alive_threads - first);
  entry.alive = threads == kWarpSize ? kAllLanes : (1u << threads) - 1;
  for (Join* join : entry.joins) free_joins_.push_back(join);
  entry.joins.clear();
  entry.splits.clear();
  entry.spins = 0;
  entry.cluster_arrived = entry.cluster_open = 0;
  entry.warpgroup = {};
  entry.turn = 0;
  Split all;
  all.mask = entry.alive;
  all.frame = new_frame(launch.kernel, nullptr);
  entry.splits.push_back(all);
  start_stack(*all.frame);
  has_local_memory_ = reserve_local(launch.program->functions[launch.kernel].local_bytes);
}

RunState Context::run(uint64_t budget) {
  const uint64_t end = clock + budget;
  waits_for_cluster = false;
  if (!has_local_memory_) {
    warp = &warps[0];
    split_index = 0;
    pc = 0;
    alive = warp->alive;
    fail(FaultKind::StackOverflow, "the kernel's local variables are larger than a thread's stack",
         warp->alive);
    return RunState::Faulted;
  }
  while (alive_threads != 0) {
    bool any_ran = false, all_yielded = true;
    for (size_t i = 0; i < order.size(); ++i) {
      warp = &warps[order[next_warp_]];
      next_warp_ = (next_warp_ + 1) % order.size();
      if (warp->alive == 0 || !pick_split()) continue;
      any_ran = true;
      clock_limit = std::min(end, clock + kTurn);
      if (run_warp() == RunState::Faulted) return RunState::Faulted;
      if (clock >= end && alive_threads != 0) return RunState::Suspended;
      all_yielded = all_yielded && clock < clock_limit && has_split_in(*warp, SplitState::Ready);
    }
    // Every warp gave up its turn: what they wait for may come from another block.
    if (any_ran && all_yielded && alive_threads != 0) {
      end_mbarrier_waits(false);
      return RunState::Suspended;
    }
    if (any_ran) continue;
    // Everyone waits. Lanes that only wait for others of their warp may hold the rest up: let them
    // go.
    bool released = false;
    for (Warp& entry : warps) {
      warp = &entry;
      released = release_waiting_lanes() || released;
    }
    if (released || end_mbarrier_waits(true)) continue;
    waits_for_cluster = std::any_of(warps.begin(), warps.end(), [&](const Warp& entry) {
      return has_split_in(entry, SplitState::AtClusterBarrier) ||
             (cluster.size() > 1 && has_split_in(entry, SplitState::AtMbarrier));
    });
    if (waits_for_cluster) return RunState::Suspended;
    fail_where_it_stands(FaultKind::Deadlock, waiting_groups());
    return RunState::Faulted;
  }
  land_at_end(*this);
  has_ended = true;
  if (observer) observer->block_ends(block);
  return RunState::Finished;
}

/// The next split of the warp that can run, starting with the one whose turn it is.
bool Context::pick_split() {
  for (bool retried = false;; retried = true) {
    const size_t count = warp->splits.size();
    size_t index = warp->turn < count ? warp->turn : warp->turn % count;
    for (size_t i = 0; i < count; ++i, index = index + 1 < count ? index + 1 : 0) {
      if (warp->splits[index].state != SplitState::Ready) continue;
      split_index = warp->turn = index;
      return true;
    }
    if (retried) return false;
    // Lanes that a group waited for may have exited.
    for (size_t i = 0; i < warp->splits.size(); ++i) {
      split_index = i;
      const SplitState state = split().state;
      if ((state == SplitState::AtWarpSync || state == SplitState::AtWarpBarrier) &&
          merge_waiting_lanes())
        break;
    }
  }
}

/// Runs the warp until it waits, ends, yields or its turn is over.
RunState Context::run_warp() {
  alive = warp->alive;
  do {
    const Flow flow = run_split();
    if (flow == Flow::Fault) return RunState::Faulted;
    if (flow == Flow::Yield) {
      ++warp->turn;
      return RunState::Suspended;
    }
  } while (clock < clock_limit && warp->alive != 0 && pick_split());
  return RunState::Suspended;
}

Flow Context::run_split() {
  const Frame* frame = split().frame;
  const uint32_t active = split().mask;
  const Join* join = split().join;
  const uint32_t join_pc = join && join->frame == frame ? join->pc : Instruction::kFunctionEnd;
  const BoundFunction& code = bound(frame->function);
  function = code.function;
  const Instruction* instructions = function->instructions.data();
  const Handler* handlers = code.handlers.data();
  InstructionCount* count = counts[frame->function].data();
  const uint64_t lanes = uint64_t(__builtin_popcount(active));
  std::byte* registers = frame->registers;
  bases[decode::Operand::Frame] = registers;
  bases[decode::Operand::Constants] =
      const_cast<std::byte*>(reinterpret_cast<const std::byte*>(function->constants.data()));
  bases[decode::Operand::WarpSpecials] = warp->specials;
  const uint32_t dead = ~alive;

  for (uint32_t at = split().pc;;) {
    if (at == join_pc) {
      split().pc = at;
      arrive_at_join();
      return Flow::Switch;
    }
    if (clock >= clock_limit) {
      split().pc = at;
      return Flow::Yield;
    }
    ++clock;
    const Instruction& instruction = instructions[at];
    uint32_t mask = active;
    if (instruction.guard != Instruction::kNoGuard) {
      const uint32_t guard = *reinterpret_cast<const uint32_t*>(registers + instruction.guard);
      mask &= instruction.has(decode::kGuardNegated) ? ~guard : guard;
    }
    ++count[at].executed;
    count[at].lanes += lanes;
    pc = at;
    const Flow flow = handlers[at](*this, instruction, mask | dead);
    if (flow == Flow::Next) [[likely]] {
      ++at;
    } else if (flow == Flow::Jump) {
      at = next_pc;
    } else {
      if (flow == Flow::Yield) split().pc = next_pc;
      return flow;
    }
  }
}

Flow Context::fail(FaultKind kind, std::string detail, uint32_t lanes) {
  fault = {};
  fault.kind = kind;
  fault.detail = std::move(detail);
  fault.lanes = lanes;
  fault.block = block;
  fault.warp = warp->index;
  const Frame* frame = split().frame;
  fault.function = frame->function;
  fault.instruction = pc;
  for (; frame->caller; frame = frame->caller) {
    fault.call_stack.emplace_back(frame->caller->function, frame->call_pc);
  }
  return Flow::Fault;
}

}  // namespace gtl::exec
