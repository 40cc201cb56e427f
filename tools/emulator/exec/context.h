// The state of one block while it runs: warps, their splits, frames of called functions, barriers.
//
// A warp is a set of splits: lanes that run together, with a pc of their own. A divergent branch
// makes two of one and a Join, where they become one again: at the branch's immediate
// post-dominator. Calls make a Join too: the return. Lanes that wait at a Join are released early
// when the others seem to wait for them (a spin lock), so every thread makes progress, as on Volta
// and later.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "decode/program.h"
#include "exec/async_state.h"
#include "exec/launch.h"
#include "exec/warpgroup.h"

namespace gtl::exec {

constexpr uint32_t kWarpSize = 32;
constexpr uint32_t kAllLanes = 0xFFFF'FFFF;
constexpr uint32_t kBarriers = 16;

/// What follows an instruction.
enum class Flow : uint8_t {
  Next,    ///< The instruction behind it.
  Jump,    ///< Context::next_pc.
  Yield,   ///< Context::next_pc, after others had a turn.
  Switch,  ///< The current split has changed or cannot go on: look for one that can.
  Fault,
};

struct Context;
/// Executes one instruction. `mask` holds the lanes that pass the guard and those that have exited
/// or never existed: arithmetic may write these, anything visible must use `mask & context.alive`.
using Handler = Flow (*)(Context& context, const decode::Instruction& instruction, uint32_t mask);

struct BoundFunction {
  const decode::Function* function = nullptr;
  std::vector<Handler> handlers;
};

/// The registers of one call of a function, shared by the splits inside it.
struct Frame {
  uint32_t function = 0;
  std::byte* registers = nullptr;
  Frame* caller = nullptr;
  uint32_t call_pc = 0;     ///< Of the call, in the caller.
  uint32_t local_base = 0;  ///< Where the function's variables start in each thread's local memory.
  uint32_t depth = 0;
  uint32_t argument_bytes = 0;  ///< Of a variadic function: in local memory, below local_base.
};

struct Join {
  Join* parent = nullptr;
  Frame* frame = nullptr;
  uint32_t pc = 0;        ///< kFunctionEnd: the return of `frame`.
  uint32_t expected = 0;  ///< Lanes that will arrive (or exit).
  uint32_t arrived = 0;
};

enum class SplitState : uint8_t {
  Ready,
  AtBarrier,
  AtWarpSync,
  AtWarpBarrier,
  AtClusterBarrier,
  AtMbarrier,
  AtWarpgroup,
};

struct Split {
  uint32_t pc = 0;
  uint32_t mask = 0;
  Frame* frame = nullptr;
  Join* join = nullptr;
  SplitState state = SplitState::Ready;
  uint32_t barrier = 0;     ///< AtBarrier: its number. AtMbarrier: its offset in shared memory.
  uint32_t members = 0;     ///< AtWarpSync, AtWarpBarrier: whom it waits for.
  bool is_time_up = false;  ///< A wait for an mbarrier shall return, whatever the barrier says.
};

struct Warp {
  uint32_t index = 0;
  uint32_t alive = 0;  ///< Lanes that exist and have not exited.
  std::vector<Split> splits;
  size_t turn = 0;           ///< The split that runs next.
  std::vector<Join*> joins;  ///< Those with lanes still to come.
  std::byte* specials = nullptr;
  std::vector<std::byte> local;  ///< Local memory: kWarpSize areas of local_stride bytes.
  uint32_t local_stride = 0;
  uint32_t spins = 0;  ///< Backward branches taken while diverged, weighted: see splits.cc.
  /// Lanes between arriving at the cluster's barrier and waiting there; those of `cluster_open` may
  /// pass.
  uint32_t cluster_arrived = 0, cluster_open = 0;
  WarpgroupState warpgroup;
};

struct Barrier {
  uint32_t arrived = 0;         ///< Threads.
  uint32_t expected = 0;        ///< Threads; 0: all of the block that have not exited.
  uint32_t votes = 0;           ///< bar.red: threads whose predicate holds.
  std::vector<uint32_t> lanes;  ///< That have arrived, by warp.
};

/// The last allocation that one instruction hit.
struct AllocationCache {
  uint64_t begin = 0, end = 0;
  std::byte* origin = nullptr;  ///< Host address of device address 0 of this allocation.
  uint64_t generation = 0;
  bool is_constant = false;
};

class Cluster;

struct Context {
  Context(const Launch& launch, Observer* observer, Cluster& cluster, uint32_t rank);
  Context(const Context&) = delete;
  Context& operator=(const Context&) = delete;

  // What handlers read and write most.
  std::array<std::byte*, 4> bases{};  ///< By decode::Operand::Base.
  uint32_t alive = 0;
  uint32_t pc = 0, next_pc = 0;
  const decode::Function* function = nullptr;
  Warp* warp = nullptr;
  size_t split_index = 0;
  Split& split() { return warp->splits[split_index]; }

  const Launch& launch;
  Observer* observer;
  Cluster&
      cluster;  ///< The blocks that share one another's shared memory; of one without clusters.
  std::vector<BoundFunction>& functions;               ///< The cluster's.
  std::vector<std::vector<InstructionCount>>& counts;  ///< The cluster's.

  // The block.
  uint64_t block = 0;
  std::vector<Warp> warps;
  std::vector<uint32_t> order;  ///< In which warps take turns.
  std::vector<std::byte> shared;
  const uint32_t rank;         ///< Of the block in its cluster.
  const uint32_t shared_base;  ///< Where the block's own shared memory lies in the shared window.
  bool has_ended = false;      ///< All threads have exited: its shared memory is gone.
  /// Nothing can go on before another block of the cluster acts.
  bool waits_for_cluster = false;
  /// Counts what may let other threads go on: every instruction that changes what they can see, or
  /// reads a clock, raises it. While it stands still, a state that recurs recurs for ever: see
  /// progress.cc.
  uint64_t effects = 0;
  std::array<Barrier, kBarriers> barriers;
  AsyncState async;
  std::array<AllocationCache, 64> allocation_caches;
  uint32_t alive_threads = 0;
  uint64_t clock = 0;        ///< Warp instructions so far: what %clock shows.
  uint64_t clock_limit = 0;  ///< When the warp's turn ends.
  Fault fault;

  // block.cc
  void start(uint64_t linear_block);
  /// Suspended: the budget is spent, all warps gave up their turn, or waits_for_cluster.
  RunState run(uint64_t budget);
  const BoundFunction& bound(uint32_t function_index);
  Flow fail(FaultKind kind, std::string detail, uint32_t lanes);

  // stepper.cc
  RunState step_warp(uint32_t index);
  void settle_warp(uint32_t index);
  bool can_run(uint32_t index) const;

  // splits.cc
  Flow diverge(uint32_t taken, uint32_t taken_pc, uint32_t other_pc, uint32_t join_pc);
  void arrive_at_join();
  void exit_lanes(uint32_t lanes);
  void return_lanes(uint32_t lanes);
  bool release_waiting_lanes();
  Flow wait_for_lanes(SplitState state, uint32_t members);
  bool merge_waiting_lanes();
  bool count_spin(bool may_wait);
  void report_warp_sync(uint32_t lanes, const uint32_t* members, bool waits, bool is_barrier);
  void report_open_warp_barrier(uint32_t lanes);
  void remove_split(size_t index);

  // frames.cc
  Frame* new_frame(uint32_t function_index, Frame* caller);
  void free_frame(Frame* frame);
  bool reserve_local(uint32_t bytes);
  void start_stack(const Frame& frame);
  uint32_t stack_end(const Frame& frame, uint32_t lanes) const;
  Flow call(const decode::CallSite& site, uint32_t function_index, uint32_t lanes);
  void copy_results(const Frame& frame, uint32_t lanes);

  // barriers.cc
  Flow arrive_at_barrier(uint32_t number, uint32_t expected, uint32_t lanes, uint32_t votes,
                         bool waits);
  void report_barrier(uint32_t number, uint32_t lanes, bool waits);
  void check_barriers();

  // waiting.cc
  /// One line a group of lanes: where it is, and what it waits for.
  std::string waiting_groups() const;
  void fail_where_it_stands(FaultKind kind, std::string detail);
  void report_lanes_left_alone(const Join& join);

  // progress.cc
  uint64_t state_hash() const;

  // mbarrier_waits.cc
  Flow wait_at_mbarrier(uint32_t offset);
  void wake_at_mbarrier(uint32_t offset);
  bool end_mbarrier_waits(bool is_stuck);
  Flow rest(SplitState state);

  // warpgroup_waits.cc
  std::span<Warp> warpgroup();
  bool has_warpgroup_committed(uint64_t multiplies);
  void wake_warpgroup();

 private:
  RunState run_warp();
  Flow run_split();
  bool pick_split();
  void start_warp(Warp& warp);
  void set_up_tables();
  void update_block_specials(uint64_t linear_block);
  void complete_join(Join* join);
  void drop_lanes(Join*& join, uint32_t lanes, const Join* last);
  bool only_end_is_left(const Frame* frame, uint32_t at) const;
  void complete_barrier(uint32_t number);
  bool is_complete(const Barrier& barrier) const;
  Join* new_join();

  std::vector<decode::CacheLine> block_specials_, warp_specials_;
  std::deque<Join> join_storage_;
  std::vector<Join*> free_joins_;
  std::deque<Frame> frame_storage_;
  std::vector<Frame*> free_frames_;
  std::vector<std::vector<std::byte*>> free_registers_;  ///< By function.
  std::vector<std::unique_ptr<decode::CacheLine[]>> register_storage_;
  size_t next_warp_ = 0;
  bool has_local_memory_ = true;
};

}  // namespace gtl::exec
