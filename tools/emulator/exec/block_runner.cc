// The public face of Context.
#include "exec/context.h"

namespace gtl::exec {

struct BlockRunner::State {
  State(const Launch& launch, Observer* observer)
      : launch_copy(launch), context(launch_copy, observer) {}
  Launch launch_copy;
  Context context;
};

BlockRunner::BlockRunner(const Launch& launch, Observer* observer)
    : state_(std::make_unique<State>(launch, observer)) {}
BlockRunner::~BlockRunner() = default;

void BlockRunner::start(uint64_t block) { state_->context.start(block); }
RunState BlockRunner::run(uint64_t budget) { return state_->context.run(budget); }
const Fault& BlockRunner::fault() const { return state_->context.fault; }
const std::vector<std::vector<InstructionCount>>& BlockRunner::instruction_counts() const {
  return state_->context.counts;
}

}  // namespace gtl::exec
