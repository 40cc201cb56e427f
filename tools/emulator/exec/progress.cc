// Threads that can never go on although they run: `while (flag == 0);` when nobody is left to set
// the flag. What a block does next follows from its registers, its threads' local memory, where its
// groups of lanes are, and the memory that others see too. A store, an atomic that changes
// something, a read of a clock: each raises Context::effects. So when no block had an effect
// between two moments at which the state of all was the same, they go round in a circle for ever.
#include <cstring>

#include "exec/context.h"

namespace gtl::exec {

namespace {

class Hash {
 public:
  void add(uint64_t value) {
    value_ = (value_ ^ value) * 0x9E37'79B9'7F4A'7C15;
    value_ ^= value_ >> 32;
  }
  /// `size` is a multiple of 8.
  void add(const std::byte* bytes, size_t size) {
    for (size_t i = 0; i + 8 <= size; i += 8) {
      uint64_t word;
      std::memcpy(&word, bytes + i, sizeof word);
      add(word);
    }
  }
  uint64_t value() const { return value_; }

 private:
  uint64_t value_ = 0;
};

}  // namespace

uint64_t Context::state_hash() const {
  Hash hash;
  hash.add(next_warp_);
  for (const Barrier& barrier : barriers) hash.add(uint64_t{barrier.arrived} << 32 | barrier.votes);
  for (const Warp& entry : warps) {
    if (entry.alive == 0) continue;
    hash.add(uint64_t{entry.index} << 32 | entry.alive);
    hash.add(uint64_t{entry.turn} << 32 | entry.spins);
    hash.add(uint64_t{entry.cluster_arrived} << 32 | entry.cluster_open);
    hash.add(entry.local.data(), entry.local.size());
    for (const Join* join : entry.joins) {
      hash.add(uint64_t{join->pc} << 32 | join->arrived);
      hash.add(join->expected);
    }
    for (const Split& group : entry.splits) {
      hash.add(uint64_t{group.pc} << 32 | group.mask);
      hash.add(uint64_t(group.state) << 32 | group.members);
      for (const Frame* frame = group.frame; frame; frame = frame->caller) {
        hash.add(uint64_t{frame->function} << 32 | frame->call_pc);
        hash.add(frame->registers, launch.program->functions[frame->function].frame_bytes);
      }
    }
  }
  return hash.value();
}

}  // namespace gtl::exec
