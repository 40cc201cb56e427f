// Million thread instructions a second, of kernels that are typical for lessons: without counters,
// with them, with all checks; and from one thread to two.
//
//     exec_benchmark [KERNEL…]
//
// memcheck is always on: it is how the emulator resolves addresses.
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "checks/init_shadow.h"
#include "checks/initcheck.h"
#include "checks/racecheck.h"
#include "checks/synccheck.h"
#include "counters/counters.h"
#include "device.h"

using gtl::exec::BlockRunner;
using gtl::exec::Launch;
using gtl::test::Device;

namespace {

constexpr uint32_t kElements = 1 << 20;

enum class Watch { Nothing, Counters, AllChecks };

/// What the runtime's workers have: everything that watches, one a thread.
class Watchers : public gtl::exec::Observer {
 public:
  Watchers(const Launch& launch, Watch watch, gtl::checks::InitShadow& shadow,
           gtl::checks::GlobalShadow& accesses)
      : counters_(*launch.program) {
    if (watch != Watch::AllChecks) return;
    racecheck_.emplace(launch, accesses);
    initcheck_.emplace(launch, shadow);
    synccheck_.emplace(launch);
  }
  void block_begins(uint64_t block) override {
    if (!racecheck_) return;
    racecheck_->block_begins(block);
    initcheck_->block_begins(block);
    synccheck_->block_begins(block);
  }
  void block_ends(uint64_t block) override {
    if (!racecheck_) return;
    racecheck_->block_ends(block);
    initcheck_->block_ends(block);
    synccheck_->block_ends(block);
  }
  void memory(const gtl::exec::MemoryEvent& event) override {
    counters_.memory(event);
    if (!racecheck_) return;
    racecheck_->memory(event);
    initcheck_->memory(event);
  }
  void barrier(const gtl::exec::BarrierEvent& event) override {
    if (!racecheck_) return;
    racecheck_->barrier(event);
    synccheck_->barrier(event);
  }
  void barrier_opens(const gtl::exec::BarrierOpening& opening) override {
    if (!racecheck_) return;
    racecheck_->barrier_opens(opening);
    synccheck_->barrier_opens(opening);
  }
  void warp_sync(const gtl::exec::WarpSyncEvent& event) override {
    if (!racecheck_) return;
    racecheck_->warp_sync(event);
    synccheck_->warp_sync(event);
  }
  void fence(const gtl::exec::FenceEvent& event) override {
    if (racecheck_) racecheck_->fence(event);
  }

 private:
  gtl::counters::CounterObserver counters_;
  std::optional<gtl::checks::Racecheck> racecheck_;
  std::optional<gtl::checks::Initcheck> initcheck_;
  std::optional<gtl::checks::Synccheck> synccheck_;
};

struct Kernel {
  const char* name;
  gtl::exec::Dim3 grid, block;
  std::vector<std::byte> parameters;
};

template <class... Arguments>
std::vector<std::byte> pack(Arguments... arguments) {
  std::vector<std::byte> parameters;
  (Device::append(parameters, &arguments, sizeof arguments), ...);
  return parameters;
}

/// The sizes are chosen so that each takes some hundredths of a second.
std::vector<Kernel> kernels(uint64_t a, uint64_t b, uint64_t c) {
  const int width = 1024, gemm_width = 256;
  return {
      {"copy", {kElements / 256}, {256}, pack(a, b)},
      {"saxpy", {kElements / 256}, {256}, pack(int(kElements), 2.0f, a, b)},
      {"transpose", {32, 32}, {32, 32}, pack(a, b, width)},
      {"shared_fma", {256}, {256}, pack(b, 64)},
      {"reduce", {kElements / 256}, {256}, pack(a, b)},
      {"gemm_tile", {gemm_width / 16, gemm_width / 16}, {16, 16}, pack(a, b, c, gemm_width)},
      {"divergent", {64}, {256}, pack(c)},
  };
}

struct Measured {
  double seconds = 0;
  uint64_t lanes = 0, executed = 0;
};

/// Runs all blocks on `threads` threads. The time is the processor's, so that other work on the
/// machine counts less; of several threads, that of the one that took longest.
Measured run(const Launch& launch, Watch watch, gtl::checks::InitShadow& shadow, int threads) {
  std::atomic<uint64_t> next_block = 0;
  gtl::checks::GlobalShadow accesses;
  std::vector<Measured> measured(static_cast<size_t>(threads));
  auto work = [&](Measured& result) {
    Watchers watchers(launch, watch, shadow, accesses);
    BlockRunner runner(launch, watch == Watch::Nothing ? nullptr : &watchers);
    timespec begin, end;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
    for (uint64_t block; (block = next_block++) < launch.grid.count();) {
      runner.start(block);
      while (runner.run(1 << 16) == gtl::exec::RunState::Suspended) {
      }
    }
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
    result.seconds = double(end.tv_sec - begin.tv_sec) + double(end.tv_nsec - begin.tv_nsec) * 1e-9;
    for (const auto& function : runner.instruction_counts()) {
      for (const auto& count : function) {
        result.lanes += count.lanes;
        result.executed += count.executed;
      }
    }
  };
  std::vector<std::thread> others;
  for (int i = 1; i < threads; ++i) others.emplace_back(work, std::ref(measured[size_t(i)]));
  work(measured[0]);
  for (std::thread& other : others) other.join();
  Measured sum;
  for (const Measured& each : measured) {
    sum.seconds = std::max(sum.seconds, each.seconds);
    sum.lanes += each.lanes;
    sum.executed += each.executed;
  }
  return sum;
}

/// The fastest of `repeats`.
Measured best(const Launch& launch, Watch watch, gtl::checks::InitShadow& shadow, int threads,
              int repeats) {
  Measured fastest;
  for (int i = 0; i < repeats; ++i) {
    const Measured measured = run(launch, watch, shadow, threads);
    if (i == 0 || measured.seconds < fastest.seconds) fastest = measured;
  }
  return fastest;
}

std::string read_file(const char* path) {
  std::ifstream file(path);
  return {std::istreambuf_iterator<char>(file), {}};
}

double rate(const Measured& measured) { return double(measured.lanes) / measured.seconds / 1e6; }

}  // namespace

int main(int argc, char** argv) {
  Device device(read_file(KERNELS_PTX));
  if (!device.decode_error().empty()) {
    std::fprintf(stderr, "%s\n", device.decode_error().c_str());
    return 1;
  }
  const uint64_t a = device.upload(std::vector<float>(kElements, 1.0f));
  const uint64_t b = device.upload(std::vector<float>(kElements, 2.0f));
  const uint64_t c = device.upload(std::vector<float>(kElements, 0.0f));
  gtl::checks::InitShadow shadow;
  for (const uint64_t address : {a, b, c}) {
    shadow.track(address, kElements * sizeof(float));
    shadow.host_writes(address, kElements * sizeof(float));
  }
  std::printf(
      "M thread instructions/s, memory checked\n"
      "                   one thread            |       two threads, and scaling       |  ns a "
      "warp\n"
      "kernel       plain  counters  all checks |  counters         all checks         |  "
      "instruction\n");
  for (const Kernel& kernel : kernels(a, b, c)) {
    const bool is_wanted = argc < 2 || std::any_of(argv + 1, argv + argc, [&](const char* name) {
                             return std::strcmp(name, kernel.name) == 0;
                           });
    if (!is_wanted) continue;
    Launch launch;
    launch.program = &device.program();
    launch.kernel = uint32_t(device.program().find_kernel(kernel.name));
    launch.grid = kernel.grid;
    launch.block = kernel.block;
    launch.parameters = kernel.parameters;
    launch.memory = &device.memory();
    auto rate_of = [&](Watch watch, int threads, int repeats) {
      return rate(best(launch, watch, shadow, threads, repeats));
    };
    const Measured plain = best(launch, Watch::Nothing, shadow, 1, 5);
    const double counted = rate_of(Watch::Counters, 1, 5),
                 checked = rate_of(Watch::AllChecks, 1, 3);
    const double counted2 = rate_of(Watch::Counters, 2, 5),
                 checked2 = rate_of(Watch::AllChecks, 2, 3);
    std::printf("%-10s %7.0f %9.0f %11.0f | %9.0f (x %.2f) %9.0f (x %.2f) | %8.1f\n", kernel.name,
                rate(plain), counted, checked, counted2, counted2 / counted, checked2,
                checked2 / checked, plain.seconds / double(plain.executed) * 1e9);
  }
}
