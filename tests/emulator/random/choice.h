// Choices that depend on a seed alone, the same on every machine.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace random_kernels {

inline uint64_t mix(uint64_t x) {  // The finaliser of SplitMix64.
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EB;
  return x ^ (x >> 31);
}

class Choice {
 public:
  explicit Choice(uint64_t seed) : state_(mix(seed + 0x9E3779B97F4A7C15)) {}
  uint64_t bits() { return mix(state_ += 0x9E3779B97F4A7C15); }
  /// 0 … count - 1
  uint32_t below(uint32_t count) { return uint32_t((bits() >> 32) * count >> 32); }
  bool one_in(uint32_t count) { return below(count) == 0; }
  template <class T>
  const T& of(const std::vector<T>& list) {
    return list[below(uint32_t(list.size()))];
  }

 private:
  uint64_t state_;
};

}  // namespace random_kernels
