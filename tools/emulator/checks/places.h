// Instructions of a whole program, numbered through.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "decode/program.h"

namespace gtl::checks {

class Places {
 public:
  explicit Places(const decode::Program& program) {
    uint32_t next = 1;  // 0 is no place.
    for (const decode::Function& function : program.functions) {
      first_.push_back(next);
      next += static_cast<uint32_t>(function.instructions.size());
    }
  }
  uint32_t number(uint32_t function, uint32_t instruction) const {
    return first_[function] + instruction;
  }
  /// Function and instruction of a number.
  std::pair<uint32_t, uint32_t> at(uint32_t number) const {
    const auto above = std::upper_bound(first_.begin(), first_.end(), number);
    const auto function = static_cast<uint32_t>(above - first_.begin()) - 1;
    return {function, number - first_[function]};
  }

 private:
  std::vector<uint32_t> first_;  ///< By function.
};

}  // namespace gtl::checks
