// Pointers of the program as numbers, and back.
#pragma once

#include <cstdint>

namespace gtl::runtime {

inline uint64_t address_of(const void* pointer) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(pointer));
}

inline void* pointer_to(uint64_t address) {
  return reinterpret_cast<void*>(static_cast<uintptr_t>(address));
}

}  // namespace gtl::runtime
