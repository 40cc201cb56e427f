// Which blocks belong to a cluster, their turns, and the way from one to another's shared memory.
#include "exec/cluster.h"

#include <algorithm>

namespace gtl::exec {

namespace {

/// The linear index in the grid of the block of rank `rank` in cluster `number`.
uint64_t block_index(const Launch& launch, uint64_t number, uint64_t rank) {
  const Dim3& shape = launch.cluster;
  const uint64_t columns = launch.grid.x / shape.x, rows = launch.grid.y / shape.y;
  const uint64_t x = number % columns * shape.x + rank % shape.x;
  const uint64_t y = number / columns % rows * shape.y + rank / shape.x % shape.y;
  const uint64_t z = number / columns / rows * shape.z + rank / shape.x / shape.y;
  return x + launch.grid.x * (y + launch.grid.y * z);
}

}  // namespace

Cluster::Cluster(const Launch& launch, Observer* observer) : launch_(launch), observer_(observer) {
  functions.resize(launch.program->functions.size());
  counts.resize(launch.program->functions.size());
  for (uint32_t rank = 0; rank < launch.cluster.count(); ++rank) {
    blocks_.push_back(std::make_unique<Context>(launch, observer, *this, rank));
  }
}

Cluster::~Cluster() = default;

SharedPlace Cluster::place(uint64_t address) {
  const uint64_t rank = address >> kRankShift;
  if (rank >= blocks_.size()) return {nullptr, uint32_t(rank), address & kSharedOffsetMask};
  return {blocks_[rank].get(), uint32_t(rank), address & kSharedOffsetMask};
}

std::byte* Cluster::bytes(Context& context, uint64_t address, uint32_t size, AccessKind kind,
                          uint32_t lanes) {
  const SharedPlace target = place(address);
  std::string problem;
  uint64_t space_size = 0;
  if (!target.block) {
    problem = "The address names block " + std::to_string(target.rank) +
              " of the cluster, which has " + std::to_string(blocks_.size()) +
              (blocks_.size() == 1 ? " block" : " blocks");
  } else if (target.block->has_ended) {
    problem = "The block of rank " + std::to_string(target.rank) +
              " in the cluster has ended, and its shared memory with it: let all blocks meet at "
              "cluster.sync() before they return";
  } else {
    space_size = target.block->shared.size();
    if (target.offset <= space_size && size <= space_size - target.offset)
      return target.block->shared.data() + target.offset;
    if (target.block != &context) {
      problem = "in the shared memory of the block of rank " + std::to_string(target.rank) +
                " in the cluster";
    }
  }
  const bool is_there = target.block && !target.block->has_ended;
  context.fail(is_there ? FaultKind::OutOfBounds : FaultKind::NotInCluster, std::move(problem),
               lanes);
  context.fault.space = memory::Space::Shared;
  context.fault.access = kind;
  context.fault.bytes = size;
  context.fault.space_size = space_size;
  context.fault.address.fill(target.offset);
  context.fault.shared_block = target.block ? target.block->block : context.block;
  return nullptr;
}

uint32_t Cluster::alive_threads() const {
  uint32_t threads = 0;
  for (const auto& block : blocks_) threads += block->alive_threads;
  return threads;
}

uint64_t Cluster::executed() const {
  uint64_t sum = 0;
  for (const auto& block : blocks_) sum += block->clock;
  return sum;
}

uint64_t Cluster::effects() const {
  uint64_t sum = 0;
  for (const auto& block : blocks_) sum += block->effects;
  return sum;
}

uint64_t Cluster::state_hash() const {
  uint64_t hash = next_;
  for (const auto& block : blocks_) hash = hash * 0x9E37'79B9'7F4A'7C15 + block->state_hash();
  return hash;
}

void Cluster::start(uint64_t number) {
  for (uint32_t rank = 0; rank < blocks_.size(); ++rank) {
    blocks_[rank]->start(block_index(launch_, number, rank));
  }
  to_come_ = alive_threads();
  next_ = 0;
}

/// Every block has a turn. With one block, as with several, all that wait for each other go on when
/// this is called again.
RunState Cluster::run(uint64_t budget) {
  const auto remaining = uint64_t(std::count_if(
      blocks_.begin(), blocks_.end(), [](const auto& block) { return !block->has_ended; }));
  const uint64_t share = std::max<uint64_t>(1, budget / std::max<uint64_t>(1, remaining));
  const uint64_t opened_before = barriers_opened_, effects_before = effects();
  bool all_wait = true, all_ended = true;
  for (uint32_t i = 0; i < blocks_.size(); ++i) {
    Context& block = *blocks_[next_];
    next_ = (next_ + 1) % uint32_t(blocks_.size());
    if (block.has_ended) continue;
    const RunState state = block.run(share);
    if (state == RunState::Faulted) {
      fault_ = block.fault;
      return state;
    }
    if (state == RunState::Finished) continue;
    all_ended = false;
    all_wait = all_wait && block.waits_for_cluster;
  }
  if (all_ended) return RunState::Finished;
  // A block may have opened the barrier for those before it, or arrived at an mbarrier of theirs.
  if (!all_wait || opened_before != barriers_opened_ || effects_before != effects())
    return RunState::Suspended;
  stop(FaultKind::Deadlock);
  return RunState::Faulted;
}

void Cluster::stop(FaultKind kind) {
  std::string groups;
  Context* first = nullptr;
  for (const auto& block : blocks_) {
    if (block->has_ended) continue;
    if (!first) first = block.get();
    groups += block->waiting_groups();
  }
  first->fail_where_it_stands(kind, std::move(groups));
  fault_ = first->fault;
}

}  // namespace gtl::exec
