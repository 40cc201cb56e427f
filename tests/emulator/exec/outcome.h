// A kernel of a few instructions, run: what the tests of barriers, clusters and progress start
// from.
#pragma once

#include <string>
#include <vector>

#include "device.h"
#include "doctest/doctest.h"

namespace gtl::test {

/// The module of kernel `k`. %rd1: its parameter, the address of the output; %r1: the thread;
/// `word`: 64 words of shared memory. `prelude` comes before the body.
inline std::string kernel_of(const std::string& prelude, const std::string& body) {
  return kHead + ".file 1 \"kernel.cu\"\n" + R"(
.visible .entry k(.param .u64 p)
{
  .reg .pred %p<9>; .reg .b32 %r<40>; .reg .b64 %rd<20>;
  .shared .align 8 .b32 word[64];
  ld.param.u64 %rd1, [p];
  mov.u32 %r1, %tid.x;
)" + prelude +
         body + "  ret;\n}\n";
}

struct Outcome {
  exec::RunState state;
  std::vector<uint32_t> out;  ///< A word for each thread of the grid, 0 before.
  exec::Fault fault;
  std::string line;  ///< Of the fault.
};

inline Outcome run_kernel(const std::string& text, const Device::Options& options) {
  Device device(text);
  REQUIRE(device.decode_error() == "");
  const size_t threads = options.grid.count() * options.block.count();
  const uint64_t out = device.upload(std::vector<uint32_t>(threads, 0));
  Outcome outcome{};
  outcome.state = device.launch("k", options, out);
  outcome.out = device.download<uint32_t>(out, threads);
  outcome.fault = device.fault();
  if (outcome.state == exec::RunState::Faulted) outcome.line = device.fault_line();
  return outcome;
}

}  // namespace gtl::test
