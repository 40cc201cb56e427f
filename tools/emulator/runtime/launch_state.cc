#include "runtime/launch_state.h"

#include <algorithm>
#include <thread>

namespace gtl::runtime {

namespace {
/// How long a kernel may wait for a thread of the host.
constexpr std::chrono::seconds kHostPatience{2};
}  // namespace

uint64_t LaunchState::take() {
  const uint64_t cluster = next_.fetch_add(1, std::memory_order_relaxed);
  return cluster < clusters_ && cluster < failed() ? cluster : kNone;
}

void LaunchState::report(const exec::Fault& fault, uint64_t cluster) {
  std::lock_guard lock(mutex_);
  if (cluster >= failed()) return;
  fault_ = fault;
  failed_.store(cluster, std::memory_order_release);
}

uint64_t LaunchState::claim(uint64_t wanted) {
  if (!has_limit_) return wanted;
  for (;;) {
    {
      std::lock_guard lock(mutex_);
      const uint64_t granted = std::min(wanted, left_);
      left_ -= granted;
      if (granted != 0) {
        ++in_turn_;
        return granted;
      }
      // Others may yet give back what they did not use.
      if (in_turn_ == 0) {
        stop(exec::FaultKind::InstructionLimit);
        return 0;
      }
    }
    std::this_thread::yield();
  }
}

void LaunchState::give_back(uint64_t claimed, uint64_t used) {
  if (!has_limit_) return;
  std::lock_guard lock(mutex_);
  left_ += claimed - std::min(claimed, used);
  --in_turn_;
}

bool LaunchState::all_stuck(uint64_t progress) const {
  return std::all_of(stuck_at_.begin(), stuck_at_.end(),
                     [=](uint64_t at) { return at == progress || at == kDone; });
}

void LaunchState::declare_stuck(size_t worker, uint64_t progress) {
  {
    std::lock_guard lock(mutex_);
    stuck_at_[worker] = progress;
    if (all_stuck(progress) && progress == this->progress()) {
      if (stuck_progress_ != progress) {
        stuck_progress_ = progress;
        stuck_since_ = Clock::now();
      }
      const bool may_end = options_.host_may_write && options_.host_may_write();
      if (!may_end || Clock::now() - *stuck_since_ > kHostPatience) {
        stop(exec::FaultKind::NoProgress);
        return;
      }
    }
  }
  std::this_thread::yield();
}

void LaunchState::declare_done(size_t worker) {
  std::lock_guard lock(mutex_);
  stuck_at_[worker] = kDone;
}

std::optional<exec::FaultKind> LaunchState::verdict() {
  if (options_.is_interrupted != nullptr &&
      options_.is_interrupted->load(std::memory_order_relaxed)) {
    stop(exec::FaultKind::Interrupted);
  }
  const int kind = verdict_.load(std::memory_order_acquire);
  if (kind < 0) return std::nullopt;
  return static_cast<exec::FaultKind>(kind);
}

}  // namespace gtl::runtime
