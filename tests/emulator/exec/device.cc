#include "device.h"

#include <cstring>

#include "ptx/parser.h"

namespace gtl::test {

Device::Device(const std::string& text) {
  auto module = ptx::parse(text);
  if (!module.ok()) {
    decode_error_ = module.error().where + ": " + module.error().what;
    return;
  }
  auto program = decode::decode(std::move(module.value()));
  if (!program.ok()) {
    decode_error_ = program.error().where + ": " + program.error().what;
    return;
  }
  program_ = std::make_unique<decode::Program>(std::move(program.value()));
  const auto loaded = decode::load(*program_, memory_);
  if (!loaded.ok()) decode_error_ = loaded.error().what;
}

uint64_t Device::allocate(uint64_t bytes) {
  return memory_.allocate(bytes, memory::kAllocationAlignment, memory::Kind::Device).value();
}

void Device::append(std::vector<std::byte>& parameters, const void* value, size_t bytes) {
  parameters.resize((parameters.size() + bytes - 1) / bytes * bytes);
  const size_t offset = parameters.size();
  parameters.resize(offset + bytes);
  std::memcpy(parameters.data() + offset, value, bytes);
}

exec::RunState Device::run(const std::string& kernel, const Options& options,
                           std::vector<std::byte> parameters) {
  exec::Launch launch;
  launch.program = program_.get();
  launch.kernel = uint32_t(program_->find_kernel(kernel));
  launch.grid = options.grid;
  launch.block = options.block;
  launch.cluster = options.cluster;
  launch.has_explicit_cluster = options.cluster.count() > 1;
  launch.dynamic_shared_bytes = options.dynamic_shared;
  launch.parameters = std::move(parameters);
  launch.memory = &memory_;
  launch.host = options.host;
  launch.seed = options.seed;
  exec::BlockRunner runner(launch, options.observer);
  executed_ = lanes_ = 0;
  exec::RunState state = exec::RunState::Finished;
  const uint64_t clusters = launch.grid.count() / launch.cluster.count();
  for (uint64_t cluster = 0; cluster < clusters && state == exec::RunState::Finished; ++cluster) {
    runner.start(cluster);
    // A kernel that takes longer than this many turns is taken to hang.
    for (int turn = 0; turn < 100'000; ++turn) {
      state = runner.run(1'000'000);
      if (state != exec::RunState::Suspended) break;
    }
  }
  if (state == exec::RunState::Faulted) fault_ = runner.fault();
  for (const auto& function : runner.instruction_counts()) {
    for (const auto& count : function) {
      executed_ += count.executed;
      lanes_ += count.lanes;
    }
  }
  return state;
}

std::string Device::fault_line() const {
  const auto& location = program_->functions[fault_.function].locations[fault_.instruction];
  return location.file + ":" + std::to_string(location.line);
}

}  // namespace gtl::test
