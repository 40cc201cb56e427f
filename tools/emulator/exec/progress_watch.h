// Tells blocks that wait for ever from blocks that wait.
//
// A block that spins on a flag runs, so it is never "blocked". But if its state recurs (registers,
// local memory, where its lanes are) and no thread of the launch changed memory in between, the
// same will happen again and again. exec/progress.cc says what the state is; here is when to look.
#pragma once

#include <cstdint>

#include "exec/launch.h"

namespace gtl::exec {

/// Follows one resident cluster from turn to turn: Brent's method for finding a cycle, with a new
/// reference state at every power of two.
class ProgressWatch {
 public:
  /// After a turn without an effect; `progress` counts the turns with one, of all blocks of the
  /// launch.
  void look(const BlockRunner& runner, uint64_t progress) {
    if (progress != progress_) {
      *this = {};
      progress_ = progress;
    }
    ++turns_;
    if (is_stuck_ || turns_ < kPatience) return;
    const bool is_new_reference = (turns_ & (turns_ - 1)) == 0;
    if (is_new_reference) reference_turn_ = turns_;
    // Short of looking at every state: a circle is short, or there is none.
    if (turns_ - reference_turn_ > kLongestCircle) return;
    const uint64_t state = runner.state_hash();
    if (is_new_reference) {
      reference_ = state;
    } else {
      is_stuck_ = state == reference_;
    }
  }
  /// Whether the cluster goes round in a circle unless somebody else has an effect.
  bool is_stuck(uint64_t progress) const { return is_stuck_ && progress_ == progress; }

 private:
  static constexpr uint64_t kPatience = 8;  ///< Turns; a power of two.
  static constexpr uint64_t kLongestCircle = 1024;

  uint64_t progress_ = ~uint64_t{0};
  uint64_t turns_ = 0, reference_turn_ = 0, reference_ = 0;
  bool is_stuck_ = false;
};

}  // namespace gtl::exec
