// One warp of one block, an instruction at a time, for those who show what a warp does. The other
// warps of the block, and of its cluster, run only when this one waits for them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "exec/launch.h"
#include "exec/observer.h"

namespace gtl::exec {

/// Lanes of a warp that stand at one instruction.
struct LaneGroup {
  enum class State : uint8_t {
    Ready,           ///< Runs next, or when the group before it waits or ends.
    AtBarrier,       ///< Waits for the block's other warps, or the cluster's.
    AtMbarrier,      ///< Waits for the phase of an mbarrier to end.
    AtWarpSync,      ///< Waits for lanes of its own warp.
    AtReconvergence  ///< Has come to where the ways of a branch meet; waits for the others.
  };
  uint32_t function = 0, instruction = 0;
  uint32_t mask = 0;
  State state = State::Ready;
};

/// The instruction that ran last.
struct ExecutedInstruction {
  uint32_t function = 0, instruction = 0;
  uint32_t mask = 0;        ///< Lanes that executed it: the group's, without those predicated off.
  uint32_t predicated = 0;  ///< The group's lanes that were predicated off.
};

class WarpStepper {
 public:
  WarpStepper(const Launch& launch, Observer* observer);
  ~WarpStepper();
  WarpStepper(const WarpStepper&) = delete;
  WarpStepper& operator=(const WarpStepper&) = delete;

  void start(uint64_t block, uint32_t warp);
  /// Executes one instruction of the warp. Suspended: there is more to do. Finished: the warp has
  /// ended. Faulted: also when neither this warp nor any other can go on.
  RunState step();

  /// Where the warp's lanes stand; the group that step() runs next comes first.
  std::vector<LaneGroup> groups() const;
  uint32_t alive() const;
  const ExecutedInstruction& last() const;
  const Fault& fault() const;  ///< After Faulted only.

  /// The 32 values, one after the other, of the register at `frame_offset` (decode::NamedRegister)
  /// as the first group sees them; a predicate is one word with a bit a lane. Null when the warp
  /// has ended.
  const std::byte* register_values(uint32_t frame_offset) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace gtl::exec
