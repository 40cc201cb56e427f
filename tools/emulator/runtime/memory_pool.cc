#include "runtime/memory_pool.h"

#include <algorithm>

namespace gtl::runtime {
namespace {

/// Pools take memory from the device in pieces of 32 MiB: so an H200's attributes say.
constexpr uint64_t kPiece = 32 << 20;

uint64_t align_up(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

}  // namespace

bool MemoryPool::take(uint64_t bytes) {
  if (maximum != 0 && used + bytes > align_up(maximum, kPiece)) return false;
  used += bytes;
  used_high = std::max(used_high, used);
  reserved = std::max(reserved, align_up(used, kPiece));
  reserved_high = std::max(reserved_high, reserved);
  return true;
}

void MemoryPool::give_back(uint64_t bytes) { used -= std::min(used, bytes); }

void MemoryPool::trim(uint64_t keep) {
  reserved = std::min(reserved, align_up(std::max(keep, used), kPiece));
}

}  // namespace gtl::runtime
