// wgmma: multiplications that a warpgroup has started and not yet waited for.
#pragma once

#include <cstdint>
#include <vector>

#include "decode/instruction.h"

namespace gtl::exec {

/// A wgmma.mma_async of one warp. Its matrices are read and its accumulators change when
/// wgmma.wait_group lets the warp go on: as late as the hardware may, so that a program that does
/// not wait, or writes to the matrices too early, does not get the right result by luck.
struct PendingMultiply {
  const decode::Instruction* instruction = nullptr;
  const std::byte* registers = nullptr;  ///< Of the frame that holds the accumulators.
  uint32_t pc = 0;
  uint64_t a = 0, b = 0;  ///< Descriptors.
  bool adds = true;       ///< scale-d: false leaves the old accumulators out.
  bool is_committed = false;
  uint32_t group = 0;  ///< Of those committed: counts up.
};

/// In the order of their start.
struct WarpgroupState {
  std::vector<PendingMultiply> multiplies;
  uint32_t groups = 0;  ///< Committed so far.
};

}  // namespace gtl::exec
