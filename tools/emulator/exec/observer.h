// What a running kernel tells those who watch it: counters/ and checks/ implement this interface, and
// exec/ knows neither. One observer belongs to one worker, so its methods need no locks.
#pragma once

#include <cstdint>
#include <span>

#include "memory/memory.h"

namespace gtl::exec {

enum class AccessKind : uint8_t { Load, Store, Atomic, Reduction };

/// What an atomic or a reduction does to memory, as far as its cost depends on it.
enum class AtomicKind : uint8_t { None, Integer, CompareAndSwap, FloatingPoint, Exchange };

/// What an access comes from, where it is not simply its instruction.
enum class AccessOrigin : uint8_t {
  Instruction,
  /// The shared side of cp.async when the instruction runs: what the hardware counts. Nothing is
  /// written yet.
  CopyIssue,
  /// An asynchronous copy arrives, or completes on its mbarrier: in the name of the thread that
  /// started it, which may be elsewhere by now. Nothing to count.
  CopyLanding,
  /// An operation on an mbarrier: arrivals are releasing atomics, waits that succeed acquiring loads.
  Mbarrier,
  /// ldmatrix, stmatrix: each lane of the mask names a row of 16 bytes, whoever gets the elements.
  MatrixRows,
  /// wgmma reads a matrix that a descriptor names. The hardware does so outside of the pipe that the
  /// counters describe.
  MatrixDescriptor,
};

/// One warp instruction that accesses memory, after predication. Emitted even when every lane is
/// predicated off (`mask == 0`): the hardware counts the instruction.
struct MemoryEvent {
  memory::Space space;          ///< Resolved: a generic access arrives as the space it touched.
  AccessKind kind;
  AtomicKind atomic;            ///< None for loads and stores.
  bool is_addition;             ///< An atomic or reduction that adds, whole or real numbers.
  uint32_t bytes;               ///< Bytes a lane: element size times vector length (1 … 16; 32 for v8).
                                ///< Any number where a copy lands.
  uint32_t element_bytes;       ///< Bytes of one element of the vector.
  uint32_t mask;                ///< Lanes that access memory.
  uint32_t warp_mask;           ///< Lanes that exist and have not exited.
  const uint64_t* address;      ///< 32 entries; valid where `mask` is set. Global, const: the address.
                                ///< Shared, local: the offset in the block's or thread's memory.
  bool is_generic;              ///< The instruction names no space.
  bool is_contiguous;           ///< All 32 lanes, each `bytes` behind the one before.
  bool is_uniform;              ///< All 32 lanes at one address.
  uint32_t function;            ///< Index into decode::Program::functions.
  uint32_t instruction;         ///< Index into decode::Function::instructions.
  uint64_t block;               ///< Linear block index in the grid.
  uint32_t warp;                ///< Warp index in the block.
  uint64_t shared_block;        ///< Shared: the block whose memory it is; another one of the cluster
                                ///< for distributed shared memory. An instruction whose lanes touch
                                ///< several blocks is reported once for each.
  bool is_volatile = false, is_relaxed = false, is_acquire = false, is_release = false;
  uint8_t scope = 0;            ///< 0 none, 1 cta, 2 cluster, 3 gpu, 4 sys
  AccessOrigin origin = AccessOrigin::Instruction;
  bool bypasses_l1 = false;     ///< The global side of cp.async.cg, told right after its shared side.
};

struct BarrierEvent {
  uint64_t block;
  uint32_t warp;                ///< The warp that arrives.
  uint32_t barrier;             ///< Barrier number; kClusterBarrier for that of the cluster.
  uint32_t mask;                ///< Lanes that arrive.
  uint32_t function, instruction;
  bool waits;                   ///< bar.sync or bar.red; not bar.arrive.
};
/// The barrier of the cluster: reported once for every block of it, when it opens. `mask` is 0.
constexpr uint32_t kClusterBarrier = 0xFFFF'FFFF;

/// A barrier of the block opens, because the last thread that it waits for has arrived, or has
/// ended. Whoever arrived was told by BarrierEvents.
struct BarrierOpening {
  uint64_t block;
  uint32_t barrier;
  uint32_t expected;                   ///< Threads that were asked for; 0: all of the block.
  std::span<const uint32_t> arrived;   ///< Lanes, by warp.
  std::span<const uint32_t> alive;     ///< Lanes that have not ended, by warp.
};

/// Lanes run a `.sync` instruction of the warp: bar.warp.sync, shfl, vote, match, redux, elect.
struct WarpSyncEvent {
  uint64_t block;
  uint32_t warp;
  uint32_t function, instruction;
  uint32_t mask;                       ///< Lanes that are here.
  uint32_t alive;                      ///< Lanes that exist and have not ended.
  const uint32_t* members;             ///< By lane, valid where `mask` is set: whom it names.
  bool waits;                          ///< Lanes that are named are still to come.
  bool is_barrier;                     ///< bar.warp.sync.
  uint32_t left = 0;                   ///< Told again while it waits: named lanes that had gone where
                                       ///< both ways of a branch meet, and now go on from there alone.
};

/// membar or fence.
struct FenceEvent {
  uint64_t block;
  uint32_t warp;
  uint32_t mask;
  uint8_t scope;                       ///< As MemoryEvent::scope.
};

constexpr uint32_t kWarpsOfGroup = 4;
/// wgmma.wait_group lets a warp go on. What it waited for is one operation of the four warps of its
/// warpgroup: whatever these have read for it was told before, and comes before what the warp does
/// next.
struct WarpgroupEvent {
  uint64_t block;
  uint32_t warp;
  uint32_t readers;             ///< Of the four warps, a bit each: those that have read just now.
};

class Observer {
 public:
  virtual ~Observer() = default;
  virtual void block_begins(uint64_t /*block*/) {}
  virtual void block_ends(uint64_t /*block*/) {}
  virtual void memory(const MemoryEvent&) {}
  virtual void barrier(const BarrierEvent&) {}
  virtual void barrier_opens(const BarrierOpening&) {}
  virtual void warp_sync(const WarpSyncEvent&) {}
  virtual void fence(const FenceEvent&) {}
  virtual void warpgroup(const WarpgroupEvent&) {}
};

}  // namespace gtl::exec
