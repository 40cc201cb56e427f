// wgmma: multiplications that a warpgroup has started and not yet waited for.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "decode/instruction.h"
#include "exec/observer.h"

namespace gtl::exec {

struct Frame;

/// A and B of one warp's part of a multiplication: bit patterns, row by row.
struct FactorMatrices {
  static constexpr uint32_t kRows = 16, kMaximalDepth = 32, kMaximalColumns = 256;
  alignas(64) uint32_t a[kRows * kMaximalDepth];
  alignas(64) uint32_t b[kMaximalDepth * kMaximalColumns];
};

/// A wgmma.mma_async of one warp: a quarter of the warpgroup's. As late as the hardware may, so
/// that a program that does not wait, or writes to the matrices too early, does not get the right
/// result by luck: shared memory is read, for all four quarters, when wgmma.wait_group lets the
/// first of the four warps go on; registers are read and written when it lets their own warp go on.
struct PendingMultiply {
  const decode::Instruction* instruction = nullptr;
  Frame* frame = nullptr;  ///< Whose registers hold the accumulators.
  uint32_t pc = 0;
  uint64_t a = 0, b = 0;  ///< Descriptors.
  bool adds = true;       ///< scale-d: false leaves the old accumulators out.
  bool is_committed = false;
  uint32_t group = 0;  ///< Of those committed: counts up.
  /// What shared memory held when another warp of the warpgroup went on; null: not read yet.
  std::unique_ptr<FactorMatrices> factors;
};

/// In the order of their start.
struct WarpgroupState {
  std::vector<PendingMultiply> multiplies;
  uint32_t groups = 0;  ///< Committed so far.
  /// Multiplications so far. The warps of a warpgroup run the same ones: the nth of one belongs to
  /// the nth of the others.
  uint64_t started = 0, committed = 0;
  /// The first that is not complete.
  uint64_t first() const { return started - multiplies.size(); }
};

}  // namespace gtl::exec
