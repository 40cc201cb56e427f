// Input classes: the values that a form is run on. The first ones are edge values in every
// combination, then come random ones; all are the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace ptx_programs {

/// Threads that run a form: each has its own values.
constexpr uint32_t kVectors = 2048;

struct InputClass {
  const char* name;
  uint32_t width;  ///< Of the register: 16, 32 or 64; 1 stands for a predicate.
  std::vector<uint64_t> edges;
  uint64_t (*random)(uint64_t bits);  ///< From 64 random bits.
};

/// Null when there is no class of that name.
const InputClass* find_class(const std::string& name);

/// kVectors values for the operand at `position` of a form whose operands have these classes.
std::vector<uint64_t> values_of(const std::vector<std::string>& classes, size_t position);

}  // namespace ptx_programs
