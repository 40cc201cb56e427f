#include "counters/occupancy.h"

#include <algorithm>

namespace gtl::counters {
namespace {

constexpr uint32_t kWarp = 32, kPartitions = 4, kRegisterGranularity = 256;
constexpr uint32_t kMaxRegistersPerThread = 256;
constexpr uint32_t kNoLimit = 0x7FFFFFFF;

constexpr uint32_t kib(uint32_t number) { return number * 1024; }

// Share sizes: CUDA C++ Programming Guide, "Shared Memory" of each capability.
constexpr MultiprocessorLimits kTuring = {75,      1024, 16,  65536,    65536, kib(64),
                                          kib(64), 0,    256, {32, 64}, 2};
constexpr MultiprocessorLimits kAmpere = {
    80, 2048, 32, 65536, 65536, kib(164), kib(163), 1024, 128, {0, 8, 16, 32, 64, 100, 132, 164},
    8};
constexpr MultiprocessorLimits kSmallAmpere = {
    86, 1536, 16, 65536, 65536, kib(100), kib(99), 1024, 128, {0, 8, 16, 32, 64, 100}, 6};
constexpr MultiprocessorLimits kHopper = {
    90,       2048,     32,   65536, 65536,
    kib(228), kib(227), 1024, 128,   {0, 8, 16, 32, 64, 100, 132, 164, 196, 228},
    10};

/// The limits of a capability that has those of another, but for how many threads and blocks.
constexpr MultiprocessorLimits like(MultiprocessorLimits limits, uint32_t capability,
                                    uint32_t threads, uint32_t blocks) {
  limits.capability = capability;
  limits.threads = threads;
  limits.blocks = blocks;
  return limits;
}

constexpr MultiprocessorLimits kLimits[] = {
    kTuring,
    kAmpere,
    kSmallAmpere,
    like(kAmpere, 87, 1536, 16),
    like(kSmallAmpere, 89, 1536, 24),
    kHopper,
    like(kHopper, 100, 2048, 32),
};

uint64_t round_up(uint64_t value, uint64_t to) { return (value + to - 1) / to * to; }

/// The smallest share that holds so many bytes.
uint32_t share_for(const MultiprocessorLimits& limits, uint64_t bytes) {
  for (uint32_t i = 0; i < limits.carveout_count; ++i) {
    if (kib(limits.carveouts[i]) >= bytes) return kib(limits.carveouts[i]);
  }
  return limits.shared_bytes;
}

uint32_t preferred_share(const MultiprocessorLimits& limits, int carveout) {
  if (carveout < 0) return limits.shared_bytes;
  return share_for(limits, uint64_t{limits.shared_bytes} * static_cast<uint32_t>(carveout) / 100);
}

/// The most shared memory of one block, the reserved part included.
uint32_t shared_limit_of_block(const MultiprocessorLimits& limits, const KernelResources& kernel) {
  const uint64_t most = uint64_t{kernel.static_shared_bytes} + kernel.max_dynamic_shared_bytes;
  const uint32_t limit =
      most > kSharedPerBlockByDefault ? limits.shared_bytes_per_block : kSharedPerBlockByDefault;
  return limit + limits.reserved_shared_bytes;
}

uint32_t blocks_by_registers(const MultiprocessorLimits& limits, uint32_t registers,
                             uint32_t warps) {
  if (registers == 0) return kNoLimit;
  // Each of the four partitions hands registers to whole warps. A block is admitted as if its warps
  // filled all partitions evenly.
  const auto per_warp =
      static_cast<uint32_t>(round_up(uint64_t{registers} * kWarp, kRegisterGranularity));
  if (registers > kMaxRegistersPerThread ||
      per_warp * round_up(warps, kPartitions) > limits.registers_per_block) {
    return 0;
  }
  return limits.registers / kPartitions / per_warp * kPartitions / warps;
}

uint32_t blocks_by_shared(const MultiprocessorLimits& limits, const KernelResources& kernel,
                          uint64_t dynamic_bytes) {
  const uint64_t block =
      round_up(uint64_t{kernel.static_shared_bytes} + limits.reserved_shared_bytes + dynamic_bytes,
               limits.shared_granularity);
  if (dynamic_bytes > kernel.max_dynamic_shared_bytes ||
      block > shared_limit_of_block(limits, kernel)) {
    return 0;
  }
  const uint32_t preferred = preferred_share(limits, kernel.carveout);
  const uint32_t share = preferred >= block ? preferred : share_for(limits, block);
  return block == 0 ? kNoLimit : static_cast<uint32_t>(share / block);
}

}  // namespace

uint32_t threads_by_registers(const MultiprocessorLimits& limits, uint32_t registers) {
  if (registers == 0) return kNoLimit;
  const uint64_t per_warp = round_up(uint64_t{registers} * kWarp, kRegisterGranularity);
  return static_cast<uint32_t>(limits.registers_per_block / kPartitions / per_warp * kPartitions *
                               kWarp);
}

const MultiprocessorLimits* limits_of(uint32_t capability) {
  for (const MultiprocessorLimits& limits : kLimits) {
    if (limits.capability == capability) return &limits;
  }
  return nullptr;
}

Occupancy occupancy(const MultiprocessorLimits& limits, const KernelResources& kernel,
                    uint32_t threads_per_block, uint64_t dynamic_shared_bytes) {
  Occupancy result;
  if (threads_per_block == 0 || threads_per_block > kMostThreadsPerBlock) return result;
  const uint32_t warps = (threads_per_block + kWarp - 1) / kWarp;
  result.by_threads = limits.threads / kWarp / warps;
  result.by_blocks = limits.blocks;
  result.by_registers = blocks_by_registers(limits, kernel.registers, warps);
  result.by_shared = blocks_by_shared(limits, kernel, dynamic_shared_bytes);
  result.blocks =
      std::min({result.by_threads, result.by_blocks, result.by_registers, result.by_shared});
  return result;
}

int64_t available_dynamic_shared(const MultiprocessorLimits& limits, const KernelResources& kernel,
                                 uint32_t blocks, uint32_t threads_per_block) {
  if (blocks == 0 || occupancy(limits, kernel, threads_per_block, 0).blocks < blocks) return -1;
  const uint32_t limit = limits.shared_bytes_per_block;
  const uint32_t share = blocks == 1 ? limit : preferred_share(limits, kernel.carveout);
  const uint64_t piece = share / blocks / limits.shared_granularity * limits.shared_granularity;
  const auto room =
      static_cast<int64_t>(std::min<uint64_t>(piece, limit)) - kernel.static_shared_bytes;
  return std::clamp<int64_t>(room, 0, kernel.max_dynamic_shared_bytes);
}

}  // namespace gtl::counters
