// The public face of a cluster.
#include "exec/cluster.h"

namespace gtl::exec {

struct BlockRunner::State {
  State(const Launch& launch, Observer* observer)
      : launch_copy(launch), cluster(launch_copy, observer) {}
  Launch launch_copy;
  Cluster cluster;
};

BlockRunner::BlockRunner(const Launch& launch, Observer* observer)
    : state_(std::make_unique<State>(launch, observer)) {}
BlockRunner::~BlockRunner() = default;

void BlockRunner::start(uint64_t cluster) { state_->cluster.start(cluster); }
RunState BlockRunner::run(uint64_t budget) { return state_->cluster.run(budget); }
const Fault& BlockRunner::fault() const { return state_->cluster.fault(); }
const std::vector<std::vector<InstructionCount>>& BlockRunner::instruction_counts() const {
  return state_->cluster.counts;
}
uint64_t BlockRunner::executed() const { return state_->cluster.executed(); }
uint64_t BlockRunner::effects() const { return state_->cluster.effects(); }
uint64_t BlockRunner::state_hash() const { return state_->cluster.state_hash(); }
void BlockRunner::stop(FaultKind kind) { state_->cluster.stop(kind); }

}  // namespace gtl::exec
