// A thread block cluster: blocks that run at the same time and reach one another's shared memory.
// Without clusters, every block is a cluster of its own.
//
// The blocks of a cluster run on one worker and take turns, so accesses between them need no locks.
//
// An address in shared memory is the block's rank in its cluster << 24 + the offset in that block's
// shared memory, in a 32-bit register as it is, or behind memory::kSharedWindow as a generic address.
// This is so for a block's own shared memory too (as on sm_90): every shared::cta address is a valid
// shared::cluster address of the same place.
#pragma once

#include <memory>
#include <vector>

#include "exec/context.h"

namespace gtl::exec {

constexpr uint32_t kRankShift = 24;
constexpr uint64_t kSharedOffsetMask = (uint64_t{1} << kRankShift) - 1;

/// A place in the shared memory of one of the blocks.
struct SharedPlace {
  Context* block = nullptr;  ///< Null: the cluster has no block of that rank.
  uint32_t rank = 0;
  uint64_t offset = 0;  ///< Not compared with the size of the block's shared memory.
};

class Cluster {
 public:
  Cluster(const Launch& launch, Observer* observer);
  ~Cluster();
  Cluster(const Cluster&) = delete;
  Cluster& operator=(const Cluster&) = delete;

  uint32_t size() const { return uint32_t(blocks_.size()); }
  Context& block(uint32_t rank) { return *blocks_[rank]; }
  const Context& block(uint32_t rank) const { return *blocks_[rank]; }

  /// What a shared::cluster address means: `address` counts from the start of the shared window.
  SharedPlace place(uint64_t address);
  /// The `size` bytes of shared memory at `address` of the shared window, which lanes of `context`'s
  /// current instruction access; null after setting the fault: no such block, a block that has ended,
  /// or out of bounds.
  std::byte* bytes(Context& context, uint64_t address, uint32_t size, AccessKind kind,
                   uint32_t lanes);

  // The barrier of the cluster (cluster_barrier.cc).
  Flow arrive(Context& context, uint32_t lanes);
  Flow wait(Context& context, uint32_t lanes);
  void threads_exit(Context& context, uint32_t lanes);
  uint32_t threads_to_come() const { return to_come_; }
  uint32_t alive_threads() const;

  // What a BlockRunner offers.
  void start(uint64_t number);
  RunState run(uint64_t budget);
  void stop(FaultKind kind);
  const Fault& fault() const { return fault_; }
  uint64_t executed() const;
  uint64_t effects() const;
  uint64_t state_hash() const;

  std::vector<BoundFunction> functions;
  std::vector<std::vector<InstructionCount>> counts;

 private:
  void open_barrier();

  const Launch& launch_;
  Observer* observer_;
  std::vector<std::unique_ptr<Context>> blocks_;  ///< By rank.
  uint32_t to_come_ = 0;        ///< Threads that have neither arrived at the barrier nor exited.
  uint64_t barriers_opened_ = 0;
  uint32_t next_ = 0;           ///< The block whose turn it is.
  Fault fault_;
};

}  // namespace gtl::exec
