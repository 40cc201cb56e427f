// What the tests of the checks drive by hand: a launch of a kernel that never runs.
#pragma once

#include "decode/program.h"
#include "exec/launch.h"

namespace gtl::test {

/// A kernel of ten instructions. Instruction n is line n of kernel.cu.
struct KernelLaunch {
  explicit KernelLaunch(exec::Dim3 block, exec::Dim3 grid = {}) {
    decode::Function function;
    function.name = "kernel";
    function.instructions.resize(10);
    function.inline_stacks.resize(10, -1);
    for (uint32_t line = 0; line < 10; ++line) function.locations.push_back({"kernel.cu", line});
    program.functions.push_back(function);
    launch.program = &program;
    launch.memory = &memory;
    launch.grid = grid;
    launch.block = block;
  }
  KernelLaunch(const KernelLaunch&) = delete;
  KernelLaunch& operator=(const KernelLaunch&) = delete;

  memory::Memory memory;
  decode::Program program;
  exec::Launch launch;
};

/// The texts of all findings.
template <class Findings>
std::string text_of(const Findings& findings) {
  std::string text;
  for (const auto& finding : findings) text += finding.text;
  return text;
}

}  // namespace gtl::test
