#include "wasm/emulator_api.h"

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "wasm/session.h"
#include "wasm/warp_view.h"

namespace {

using gtl::exec::RunState;
using gtl::wasm::LaunchRequest;
using gtl::wasm::Session;
using gtl::wasm::WarpView;

/// The one device of this instance.
struct Device {
  Session session;
  std::optional<WarpView> view;
  std::vector<std::byte> input;
  std::string text;
  std::string message;
  uint64_t values[32] = {};
};

Device& device() {
  static Device the_device;
  return the_device;
}

std::string_view input_text(uint32_t size) {
  const Device& d = device();
  return {reinterpret_cast<const char*>(d.input.data()),
          size < d.input.size() ? size : d.input.size()};
}

const char* give(std::string text) {
  device().text = std::move(text);
  return device().text.c_str();
}

uint32_t state_of(RunState state) {
  switch (state) {
    case RunState::Finished:
      return EMULATOR_FINISHED;
    case RunState::Faulted:
      return EMULATOR_FAULTED;
    default:
      return EMULATOR_RUNNING;
  }
}

/// Keeps the message where it can be asked for: another call may follow a failed one.
uint32_t done(bool succeeded) {
  device().message = succeeded ? "" : device().session.message();
  return succeeded ? 1 : 0;
}

}  // namespace

extern "C" {

uint32_t emulator_version() { return EMULATOR_API_VERSION; }

void* emulator_input(uint32_t size) {
  device().input.assign(size, std::byte{0});
  return device().input.data();
}
uint32_t emulator_text_size() { return static_cast<uint32_t>(device().text.size()); }
const char* emulator_message() { return give(device().message); }

uint32_t emulator_load(uint32_t size) {
  device().view.reset();
  return done(device().session.load(input_text(size)));
}
const char* emulator_kernels() { return give(device().session.kernels()); }

uint64_t emulator_allocate(uint64_t bytes) {
  const uint64_t address = device().session.allocate(bytes);
  done(address != 0);
  return address;
}
uint32_t emulator_release(uint64_t address) { return done(device().session.release(address)); }
uint64_t emulator_variable(uint32_t size) { return device().session.variable(input_text(size)); }
void* emulator_write(uint64_t address, uint64_t bytes) {
  return device().session.bytes(address, bytes, /*writes=*/true);
}
const void* emulator_read(uint64_t address, uint64_t bytes) {
  return device().session.bytes(address, bytes, /*writes=*/false);
}

uint32_t emulator_begin(uint32_t kernel, uint32_t grid_x, uint32_t grid_y, uint32_t grid_z,
                        uint32_t block_x, uint32_t block_y, uint32_t block_z,
                        uint32_t dynamic_shared_bytes, uint32_t watch, uint32_t size) {
  device().view.reset();
  LaunchRequest request;
  request.kernel = kernel;
  request.grid = {grid_x, grid_y, grid_z};
  request.block = {block_x, block_y, block_z};
  request.dynamic_shared_bytes = dynamic_shared_bytes;
  request.counts = (watch & EMULATOR_COUNT) != 0;
  if (watch & EMULATOR_RACECHECK) request.checks.insert(gtl::checks::Check::Racecheck);
  if (watch & EMULATOR_INITCHECK) request.checks.insert(gtl::checks::Check::Initcheck);
  if (watch & EMULATOR_SYNCCHECK) request.checks.insert(gtl::checks::Check::Synccheck);
  const std::string_view parameters = input_text(size);
  const auto* first = reinterpret_cast<const std::byte*>(parameters.data());
  request.parameters.assign(first, first + parameters.size());
  return done(device().session.begin(std::move(request)));
}
uint32_t emulator_run(uint32_t budget) { return state_of(device().session.run(budget)); }
double emulator_blocks_done() { return static_cast<double>(device().session.blocks_done()); }
double emulator_warp_instructions() {
  return static_cast<double>(device().session.warp_instructions());
}
double emulator_thread_instructions() {
  return static_cast<double>(device().session.thread_instructions());
}
const char* emulator_counters() { return give(device().session.counters()); }
const char* emulator_findings() { return give(device().session.findings()); }

uint32_t emulator_step_begin(uint32_t block, uint32_t warp) {
  Device& d = device();
  d.view.reset();
  d.message = "";
  if (!d.session.has_launch()) {
    d.message = "no launch is prepared";
  } else if (block >= d.session.launch().grid.count() ||
             warp >= (d.session.launch().block.count() + 31) / 32) {
    d.message = "the launch has no such block or warp";
  }
  if (!d.message.empty()) return 0;
  d.view.emplace(d.session, block, warp);
  return 1;
}
uint32_t emulator_step() {
  return device().view ? state_of(device().view->step()) : uint32_t{EMULATOR_FINISHED};
}
const char* emulator_step_state() {
  return give(device().view ? device().view->state() : std::string("{}"));
}
const char* emulator_step_registers() {
  return give(device().view ? device().view->registers() : std::string("[]"));
}
const uint64_t* emulator_step_values(uint32_t size) {
  Device& d = device();
  if (!d.view || d.view->values(input_text(size), d.values) == 0) return nullptr;
  return d.values;
}

}  // extern "C"
