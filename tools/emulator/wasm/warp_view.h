// Steps one warp of a prepared launch and describes what it did, for the page's stepper.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exec/observer.h"
#include "exec/stepper.h"
#include "wasm/session.h"

namespace gtl::wasm {

class WarpView : public exec::Observer {
 public:
  /// Starts `block`; `session` has a launch that begin() prepared, and outlives the view.
  WarpView(Session& session, uint64_t block, uint32_t warp);

  /// One instruction. As exec::WarpStepper::step; a fault becomes one of the session's findings.
  exec::RunState step();
  /// JSON: where the lanes stand, the instruction that ran last, what memory it touched.
  std::string state() const;
  /// JSON: the registers of the function that the warp is in: `[{"name":"%r1","bytes":4},…]`.
  std::string registers() const;
  /// The 32 values of a register, extended with zeros; a predicate's are 0 and 1. Returns its bytes
  /// a lane (1 for a predicate), or 0 when there is no such register here.
  uint32_t values(std::string_view name, uint64_t* lanes) const;

  // Of all warps of the block: passed on to the launch's counters and checks.
  void block_begins(uint64_t block) override { session_.watchers().block_begins(block); }
  void block_ends(uint64_t block) override { session_.watchers().block_ends(block); }
  void memory(const exec::MemoryEvent& event) override;
  void barrier(const exec::BarrierEvent& event) override { session_.watchers().barrier(event); }
  void barrier_opens(const exec::BarrierOpening& opening) override {
    session_.watchers().barrier_opens(opening);
  }
  void warp_sync(const exec::WarpSyncEvent& event) override {
    session_.watchers().warp_sync(event);
  }
  void fence(const exec::FenceEvent& event) override { session_.watchers().fence(event); }
  void warpgroup(const exec::WarpgroupEvent& event) override {
    session_.watchers().warpgroup(event);
  }

 private:
  struct Access {
    exec::MemoryEvent event;
    std::array<uint64_t, 32> address;
  };
  const decode::Function* function() const;

  Session& session_;
  uint64_t block_;
  uint32_t warp_;
  exec::WarpStepper stepper_;
  exec::RunState run_state_ = exec::RunState::Suspended;
  uint64_t steps_ = 0;
  std::vector<Access> accesses_;  ///< Of the last step.
};

}  // namespace gtl::wasm
