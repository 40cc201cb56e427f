#include "exec/stepper.h"

#include <algorithm>
#include <optional>

#include "exec/cluster.h"

namespace gtl::exec {

using decode::Instruction;

namespace {

/// Warp instructions that the other warps run before the stepped one is looked at again.
constexpr uint64_t kOthersTurn = 1 << 12;

LaneGroup::State shown(SplitState state) {
  switch (state) {
    case SplitState::Ready:
      return LaneGroup::State::Ready;
    case SplitState::AtBarrier:
    case SplitState::AtClusterBarrier:
    case SplitState::AtWarpgroup:
      return LaneGroup::State::AtBarrier;
    case SplitState::AtMbarrier:
      return LaneGroup::State::AtMbarrier;
    default:
      return LaneGroup::State::AtWarpSync;
  }
}

/// Whether the lanes have come to the join, though it has not been their turn to say so.
bool is_at_join(const Split& split) {
  const Join* const join = split.join;
  return split.state == SplitState::Ready && join != nullptr && join->frame == split.frame &&
         join->pc == split.pc;
}

}  // namespace

bool Context::can_run(uint32_t index) const {
  const std::vector<Split>& splits = warps[index].splits;
  return std::any_of(splits.begin(), splits.end(),
                     [](const Split& each) { return each.state == SplitState::Ready; });
}

/// Takes lanes that have come to a join into it, without executing anything.
void Context::settle_warp(uint32_t index) {
  warp = &warps[index];
  alive = warp->alive;
  clock_limit = clock;
  while (warp->alive != 0 && pick_split() && run_split() != Flow::Yield) {
  }
}

RunState Context::step_warp(uint32_t index) {
  warp = &warps[index];
  if (!pick_split()) return RunState::Suspended;
  alive = warp->alive;
  clock_limit = clock + 1;
  if (run_split() == Flow::Fault) return RunState::Faulted;
  // Lanes that wait in a loop for others of their warp let these go on.
  const Instruction& executed = function->instructions[pc];
  if (executed.has(decode::kMaySpin)) ++warp->turn;
  settle_warp(index);
  return RunState::Suspended;
}

struct WarpStepper::State {
  State(const Launch& launch, Observer* observer)
      : launch_copy(launch), cluster(launch_copy, observer) {}

  /// Steps all warps but the one that is shown; true: one of them ran.
  bool run_others() {
    bool any_ran = false;
    for (uint32_t rank = 0; rank < cluster.size(); ++rank) {
      Context& other = cluster.block(rank);
      for (uint32_t each = 0; each < other.warps.size(); ++each) {
        if (&other == context && each == warp) continue;
        for (uint64_t i = 0; i < kOthersTurn && other.can_run(each); ++i) {
          any_ran = true;
          if (other.step_warp(each) == RunState::Faulted) {
            fault = other.fault;
            return true;
          }
          if (context->can_run(warp)) return true;
        }
      }
    }
    return any_ran;
  }

  /// Lanes that only wait for others of their warp are let go; true: somebody can run.
  bool release() {
    for (uint32_t rank = 0; rank < cluster.size(); ++rank) {
      Context& other = cluster.block(rank);
      if (other.has_ended) continue;
      // No instruction: whoever is let go is to be seen when it runs.
      if (other.run(0) == RunState::Faulted) fault = other.fault;
    }
    for (uint32_t rank = 0; rank < cluster.size(); ++rank) {
      Context& other = cluster.block(rank);
      for (uint32_t each = 0; each < other.warps.size(); ++each) {
        if (other.can_run(each)) return true;
      }
    }
    return false;
  }

  /// Lets the others run until the warp can, has ended or a fault is set.
  void wait_for_others() {
    while (!fault && !context->can_run(warp) && context->warps[warp].alive != 0) {
      if (run_others() || release() || fault || context->warps[warp].alive == 0) continue;
      cluster.stop(FaultKind::Deadlock);
      fault = cluster.fault();
    }
  }

  /// The group that runs next.
  const Split* current() const {
    const Warp& entry = context->warps[warp];
    for (size_t i = 0; i < entry.splits.size(); ++i) {
      const Split& split = entry.splits[(entry.turn + i) % entry.splits.size()];
      if (split.state == SplitState::Ready) return &split;
    }
    return entry.splits.empty() ? nullptr : &entry.splits.front();
  }

  Launch launch_copy;
  Cluster cluster;
  Context* context = nullptr;
  uint32_t warp = 0;
  ExecutedInstruction last;
  std::optional<Fault> fault;
};

WarpStepper::WarpStepper(const Launch& launch, Observer* observer)
    : state_(std::make_unique<State>(launch, observer)) {}
WarpStepper::~WarpStepper() = default;

void WarpStepper::start(uint64_t block, uint32_t warp) {
  State& state = *state_;
  const Dim3& grid = state.launch_copy.grid;
  const Dim3& shape = state.launch_copy.cluster;
  const uint64_t x = block % grid.x / shape.x;
  const uint64_t y = block / grid.x % grid.y / shape.y;
  const uint64_t z = block / grid.x / grid.y / shape.z;
  state.cluster.start(x + grid.x / shape.x * (y + grid.y / shape.y * z));
  for (uint32_t rank = 0; rank < state.cluster.size(); ++rank) {
    if (state.cluster.block(rank).block == block) state.context = &state.cluster.block(rank);
  }
  state.warp = warp;
  state.last = {};
  state.fault.reset();
}

RunState WarpStepper::step() {
  State& state = *state_;
  Context& context = *state.context;
  state.wait_for_others();
  if (state.fault) return RunState::Faulted;
  if (alive() == 0) return RunState::Finished;
  const Split next = *state.current();
  const decode::Function& function = context.launch.program->functions[next.frame->function];
  const Instruction& instruction = function.instructions[next.pc];
  uint32_t holds = kAllLanes;
  if (instruction.guard != Instruction::kNoGuard) {
    holds = *reinterpret_cast<const uint32_t*>(next.frame->registers + instruction.guard);
    if (instruction.has(decode::kGuardNegated)) holds = ~holds;
  }
  state.last = {next.frame->function, next.pc, next.mask & holds, next.mask & ~holds};
  if (context.step_warp(state.warp) == RunState::Faulted) {
    state.fault = context.fault;
    return RunState::Faulted;
  }
  return alive() == 0 ? RunState::Finished : RunState::Suspended;
}

std::vector<LaneGroup> WarpStepper::groups() const {
  const Warp& entry = state_->context->warps[state_->warp];
  std::vector<LaneGroup> groups;
  const Split* first = state_->current();
  for (const Split& split : entry.splits) {
    if (&split != first && is_at_join(split)) continue;
    const LaneGroup group{split.frame->function, split.pc, split.mask, shown(split.state)};
    groups.insert(&split == first ? groups.begin() : groups.end(), group);
  }
  for (const Join* join : entry.joins) {
    uint32_t waiting = join->arrived;
    for (const Split& split : entry.splits) {
      if (&split != first && split.join == join && is_at_join(split)) waiting |= split.mask;
    }
    waiting &= entry.alive;
    if (waiting == 0 || join->pc == Instruction::kFunctionEnd) continue;
    groups.push_back({join->frame->function, join->pc, waiting, LaneGroup::State::AtReconvergence});
  }
  return groups;
}

uint32_t WarpStepper::alive() const { return state_->context->warps[state_->warp].alive; }
const ExecutedInstruction& WarpStepper::last() const { return state_->last; }
const Fault& WarpStepper::fault() const { return *state_->fault; }

const std::byte* WarpStepper::register_values(uint32_t frame_offset) const {
  const Split* current = state_->current();
  return current == nullptr ? nullptr : current->frame->registers + frame_offset;
}

}  // namespace gtl::exec
