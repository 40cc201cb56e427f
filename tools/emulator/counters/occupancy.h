// Occupancy: how many blocks of a kernel are resident on one multiprocessor at once. The rules are
// those of NVIDIA's occupancy calculator; its answers on an H200 are the tests.
#pragma once

#include <cstdint>

namespace gtl::counters {

/// What a multiprocessor of one compute capability has (CUDA C++ Programming Guide 13.0, "Compute
/// Capabilities").
struct MultiprocessorLimits {
  uint32_t capability = 0;  ///< 90 for 9.0
  uint32_t threads = 0, blocks = 0;
  uint32_t registers = 65536, registers_per_block = 65536;
  uint32_t shared_bytes = 0;            ///< The largest share of the L1 that it can use.
  uint32_t shared_bytes_per_block = 0;  ///< The most that one block can ask for.
  uint32_t reserved_shared_bytes = 0;   ///< Of each block, for the system.
  uint32_t shared_granularity = 128;    ///< Shared memory is handed out in pieces of that size.
  uint32_t carveouts[10] = {};          ///< Sizes that the share can have, in KiB, rising.
  uint32_t carveout_count = 0;
};

/// The limits of 7.5, 8.0, 8.6, 8.7, 8.9, 9.0, 10.0; null for others.
const MultiprocessorLimits* limits_of(uint32_t capability);

constexpr uint32_t kMostThreadsPerBlock = 1024;
constexpr uint32_t kSharedPerBlockByDefault = 48 * 1024;  ///< Without asking for more.

struct KernelResources {
  uint32_t registers = 0;  ///< A thread's, in machine code; 0: not known, and no limit.
  uint32_t static_shared_bytes = 0;
  uint32_t max_dynamic_shared_bytes = 0;  ///< cudaFuncAttributeMaxDynamicSharedMemorySize
  int carveout = -1;                      ///< Preferred share, in percent; -1: the largest.
};

/// Blocks that are resident at once, and how many each resource alone would allow.
struct Occupancy {
  uint32_t blocks = 0;
  uint32_t by_threads = 0, by_blocks = 0, by_registers = 0, by_shared = 0;
};

/// `__launch_bounds__` is not asked: CUDA, too, answers for larger blocks.
Occupancy occupancy(const MultiprocessorLimits& limits, const KernelResources& kernel,
                    uint32_t threads_per_block, uint64_t dynamic_shared_bytes);

/// The largest block whose registers a multiprocessor has: what cudaFuncAttributes says where
/// __launch_bounds__ does not say less.
uint32_t threads_by_registers(const MultiprocessorLimits& limits, uint32_t registers);

/// The dynamic shared memory that each of `blocks` resident blocks can have, or -1 when there are
/// not so many.
int64_t available_dynamic_shared(const MultiprocessorLimits& limits, const KernelResources& kernel,
                                 uint32_t blocks, uint32_t threads_per_block);

}  // namespace gtl::counters
