// Where things lie: sizes of variables, kernel parameters, shared memory of each kernel.
#pragma once

#include <map>
#include <string>

#include "decode/program.h"

namespace gtl::decode {

uint32_t bytes_of(ptx::Type type);
uint64_t size_of(const ptx::Variable& variable);
uint64_t alignment_of(const ptx::Variable& variable);
constexpr uint64_t align_up(uint64_t value, uint64_t alignment) {
  return (value + alignment - 1) / alignment * alignment;
}

/// Offset and size of every parameter of a kernel, in order.
std::vector<Parameter> lay_out_parameters(const ptx::Function& function, uint32_t& total_bytes);

/// Offsets in shared memory by the variable's name.
struct SharedLayout {
  std::map<std::string, uint32_t> offsets;
  uint32_t bytes = 0;
};
/// One layout a function, in the module's order. Variables that device functions use lie first and
/// at the same place in every kernel that may call them, since the functions are decoded once.
std::vector<SharedLayout> lay_out_shared(const ptx::Module& module);

}  // namespace gtl::decode
