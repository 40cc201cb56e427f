#include "wasm/session.h"

#include <algorithm>
#include <utility>

#include "base/demangle.h"
#include "base/json.h"
#include "checks/stopped_blocks.h"
#include "counters/json_lines.h"
#include "ptx/parser.h"
#include "wasm/findings.h"

namespace gtl::wasm {
namespace {

/// Warp instructions of a block before another gets its turn: as in the native runtime.
constexpr uint64_t kTurn = 1 << 16;
/// Of an H200: blocks that wait for each other find as many resident as there.
constexpr uint64_t kMultiprocessors = 132, kThreadsPerMultiprocessor = 2048;
constexpr uint64_t kMaxThreadsPerBlock = 1024;
constexpr uint64_t kMaxSharedBytes = 227 << 10;

std::string text_of(const Error& error) {
  return error.where.empty() ? error.what : error.where + ": " + error.what;
}

bool has_more(const exec::Dim3& shape, const exec::Dim3& limit) {
  return shape.x > limit.x || shape.y > limit.y || shape.z > limit.z;
}

std::string shape_problem(const LaunchRequest& request, const decode::Function& function) {
  if (has_more(request.block, {1024, 1024, 64}))
    return "a block is at most 1024 x 1024 x 64 threads";
  if (has_more(request.grid, {(1u << 31) - 1, 65535, 65535}))
    return "a grid is at most 2147483647 x 65535 x 65535 blocks";
  const uint64_t threads = request.block.count();
  if (threads == 0 || request.grid.count() == 0)
    return "the grid or the block is empty: every dimension must be at least 1";
  if (threads > kMaxThreadsPerBlock) {
    return "the block has " + std::to_string(threads) + " threads, and a block has at most " +
           std::to_string(kMaxThreadsPerBlock);
  }
  if (request.grid.x % request.cluster.x != 0 || request.grid.y % request.cluster.y != 0 ||
      request.grid.z % request.cluster.z != 0)
    return "the grid is not a whole number of clusters";
  if (function.static_shared_bytes + uint64_t{request.dynamic_shared_bytes} > kMaxSharedBytes) {
    return "the block needs more than " + std::to_string(kMaxSharedBytes) +
           " bytes of shared memory";
  }
  if (request.parameters.size() < function.parameter_bytes) {
    return "the kernel takes " + std::to_string(function.parameter_bytes) +
           " bytes of parameters, and " + std::to_string(request.parameters.size()) + " were given";
  }
  return "";
}

}  // namespace

void Watchers::block_begins(uint64_t block) {
  if (racecheck) racecheck->block_begins(block);
  if (initcheck) initcheck->block_begins(block);
  if (synccheck) synccheck->block_begins(block);
}
void Watchers::block_ends(uint64_t block) {
  if (racecheck) racecheck->block_ends(block);
  if (initcheck) initcheck->block_ends(block);
  if (synccheck) synccheck->block_ends(block);
}
void Watchers::memory(const exec::MemoryEvent& event) {
  if (counters) counters->memory(event);
  if (racecheck) racecheck->memory(event);
  if (initcheck) initcheck->memory(event);
}
void Watchers::barrier(const exec::BarrierEvent& event) {
  if (racecheck) racecheck->barrier(event);
  if (synccheck) synccheck->barrier(event);
}
void Watchers::barrier_opens(const exec::BarrierOpening& opening) {
  if (racecheck) racecheck->barrier_opens(opening);
  if (synccheck) synccheck->barrier_opens(opening);
}
void Watchers::warp_sync(const exec::WarpSyncEvent& event) {
  if (racecheck) racecheck->warp_sync(event);
  if (synccheck) synccheck->warp_sync(event);
}
void Watchers::fence(const exec::FenceEvent& event) {
  if (racecheck) racecheck->fence(event);
}

void Watchers::warpgroup(const exec::WarpgroupEvent& event) {
  if (racecheck) racecheck->warpgroup(event);
}

Session::Session() : memory_(std::make_unique<memory::Memory>()) {}
Session::~Session() = default;

bool Session::load(std::string_view ptx) {
  launch_.reset();
  runners_.clear();
  kernels_.clear();
  shadow_ = {};
  memory_ = std::make_unique<memory::Memory>();
  program_ = {};
  auto module = ptx::parse(ptx);
  if (!module.ok()) {
    message_ = text_of(module.error());
    return false;
  }
  source_lines_ = SourceLines(ptx, module.value());
  auto program = decode::declare(std::move(module.value()));
  if (!program.ok()) {
    message_ = text_of(program.error());
    return false;
  }
  program_ = std::move(program.value());
  if (const auto loaded = decode::load(program_, *memory_); !loaded.ok()) {
    message_ = text_of(loaded.error());
    return false;
  }
  for (uint32_t i = 0; i < program_.functions.size(); ++i) {
    if (program_.functions[i].is_kernel) kernels_.push_back(i);
  }
  message_.clear();
  return true;
}

std::string Session::kernels() const {
  JsonWriter json;
  json.begin('[');
  for (const uint32_t index : kernels_) {
    const decode::Function& function = program_.functions[index];
    json.begin('{').member("name", demangle(function.name)).member("mangled", function.name);
    json.member("sharedBytes", function.static_shared_bytes);
    json.member("parameterBytes", function.parameter_bytes).key("parameters").begin('[');
    for (const decode::Parameter& parameter : function.parameters) {
      json.begin('{').member("name", parameter.name).member("offset", parameter.offset);
      json.member("size", parameter.size).end('}');
    }
    json.end(']').end('}');
  }
  return json.end(']').take();
}

uint64_t Session::allocate(uint64_t bytes) {
  const auto address = memory_->allocate(bytes, memory::kAllocationAlignment, memory::Kind::Device);
  if (!address.ok()) {
    message_ = text_of(address.error());
    return 0;
  }
  shadow_.track(address.value(), bytes);
  return address.value();
}

bool Session::release(uint64_t address) {
  const auto released = memory_->release(address);
  if (!released.ok()) {
    message_ = text_of(released.error());
    return false;
  }
  shadow_.forget(address);
  return true;
}

uint64_t Session::variable(std::string_view name) const {
  for (const decode::ModuleVariable& variable : program_.variables) {
    if (variable.name == name) return variable.address;
  }
  return 0;
}

std::byte* Session::bytes(uint64_t address, uint64_t size, bool writes) {
  std::byte* const found = memory_->host_bytes(address, size);
  if (found != nullptr && writes) shadow_.host_writes(address, size);
  return found;
}

bool Session::begin(LaunchRequest request) {
  launch_.reset();
  if (request.kernel >= kernels_.size()) {
    message_ = "the module has no such kernel";
    return false;
  }
  const uint32_t index = kernels_[request.kernel];
  message_ = shape_problem(request, program_.functions[index]);
  if (!message_.empty()) return false;
  if (const auto refusal = decode::decode_reachable(program_, index)) {
    message_ = text_of(*refusal);
    return false;
  }

  exec::Launch launch;
  launch.program = &program_;
  launch.kernel = index;
  launch.grid = request.grid;
  launch.block = request.block;
  launch.cluster = request.cluster;
  launch.dynamic_shared_bytes = request.dynamic_shared_bytes;
  launch.parameters = std::move(request.parameters);
  launch.memory = memory_.get();
  launch.id = launches_++;
  launch_ = std::move(launch);

  watchers_.counters.reset();
  watchers_.racecheck.reset();
  watchers_.accesses.emplace();
  watchers_.initcheck.reset();
  watchers_.synccheck.reset();
  if (request.counts) watchers_.counters.emplace(program_);
  if (request.checks.has(checks::Check::Racecheck)) {
    watchers_.racecheck.emplace(*launch_, *watchers_.accesses);
  }
  if (request.checks.has(checks::Check::Initcheck)) watchers_.initcheck.emplace(*launch_, shadow_);
  if (request.checks.has(checks::Check::Synccheck)) watchers_.synccheck.emplace(*launch_);
  runners_.clear();
  idle_.clear();
  waiting_.clear();
  fault_.reset();
  next_cluster_ = blocks_done_ = progress_ = 0;
  const uint64_t threads = request.block.count();
  resident_limit_ = kMultiprocessors * std::max<uint64_t>(1, kThreadsPerMultiprocessor / threads);
  return true;
}

bool Session::has_more_to_start() const {
  return next_cluster_ < launch_->grid.count() / launch_->cluster.count() &&
         waiting_.size() < resident_limit_;
}

/// A new block (or cluster) while there is room, so that those which wait for it go on; else the
/// one that waits longest; nothing when all are done.
std::optional<Session::Resident> Session::next() {
  if (has_more_to_start()) {
    if (idle_.empty()) {
      const bool is_watched =
          watchers_.counters || watchers_.racecheck || watchers_.initcheck || watchers_.synccheck;
      runners_.push_back(
          std::make_unique<exec::BlockRunner>(*launch_, is_watched ? &watchers_ : nullptr));
      idle_.push_back(runners_.back().get());
    }
    exec::BlockRunner* const runner = idle_.back();
    idle_.pop_back();
    runner->start(next_cluster_);
    return Resident{runner, next_cluster_++, runner->effects(), {}};
  }
  if (waiting_.empty()) return std::nullopt;
  Resident resident = waiting_.front();
  waiting_.pop_front();
  return resident;
}

/// Whether every block that runs goes round in a circle, and none is to come.
bool Session::nobody_goes_on() const {
  return !has_more_to_start() && waiting_.back().watch.is_stuck(progress_) &&
         std::all_of(waiting_.begin(), waiting_.end(),
                     [&](const Resident& resident) { return resident.watch.is_stuck(progress_); });
}

void Session::stop_all(exec::FaultKind kind) {
  std::vector<checks::StoppedCluster> stopped;
  for (const Resident& resident : waiting_) {
    resident.runner->stop(kind);
    stopped.push_back({resident.cluster, resident.runner->fault()});
  }
  fault_ = checks::fault_of_stopped(*launch_, std::move(stopped));
}

exec::RunState Session::run(uint64_t budget) {
  if (!launch_ || fault_) return exec::RunState::Faulted;
  const uint64_t end = warp_instructions() + budget;
  while (std::optional<Resident> resident = next()) {
    exec::BlockRunner& runner = *resident->runner;
    const exec::RunState state = runner.run(std::min(budget, kTurn));
    const bool had_effects = runner.effects() != resident->effects;
    resident->effects = runner.effects();
    if (had_effects) ++progress_;
    switch (state) {
      case exec::RunState::Suspended:
        if (!had_effects) resident->watch.look(runner, progress_);
        waiting_.push_back(*resident);
        if (nobody_goes_on()) {
          stop_all(exec::FaultKind::NoProgress);
          return exec::RunState::Faulted;
        }
        break;
      case exec::RunState::Faulted:
        fault_ = runner.fault();
        return exec::RunState::Faulted;
      case exec::RunState::Finished:
        idle_.push_back(&runner);
        blocks_done_ += launch_->cluster.count();
        break;
    }
    if (warp_instructions() >= end && blocks_done_ < launch_->grid.count())
      return exec::RunState::Suspended;
  }
  return exec::RunState::Finished;
}

uint64_t Session::warp_instructions() const {
  uint64_t sum = 0;
  for (const auto& runner : runners_) sum += runner->executed();
  return sum;
}

uint64_t Session::thread_instructions() const {
  uint64_t sum = 0;
  for (const auto& runner : runners_) {
    for (const auto& function : runner->instruction_counts()) {
      for (const exec::InstructionCount& count : function) sum += count.lanes;
    }
  }
  return sum;
}

std::string Session::counters() const {
  if (!launch_ || !watchers_.counters) return "{}";
  counters::LaunchCounters sum(program_);
  sum.add(*watchers_.counters);
  for (const auto& runner : runners_) sum.add(runner->instruction_counts());
  const std::string& name = program_.functions[launch_->kernel].name;
  return counters::json_line({launch_->id, demangle(name), name, launch_->grid, launch_->block},
                             sum);
}

std::string Session::findings() const {
  if (!launch_) return "[]";
  return findings_json(*launch_, fault_ ? &*fault_ : nullptr,
                       watchers_.racecheck ? &*watchers_.racecheck : nullptr, *watchers_.accesses,
                       watchers_.initcheck ? &*watchers_.initcheck : nullptr,
                       watchers_.synccheck ? &*watchers_.synccheck : nullptr);
}

}  // namespace gtl::wasm
