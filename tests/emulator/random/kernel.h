// Random kernels in PTX: typed expressions, predication, diverging control flow, loops, calls,
// shared memory, what warps do together, reductions. All from a seed; every one ends, and is free
// of races and of undefined behaviour, so a GPU and the emulator must give the same bits.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace random_kernels {

constexpr uint32_t kBlocks = 2, kThreadsPerBlock = 64, kThreads = kBlocks * kThreadsPerBlock;
constexpr uint32_t kInputWords = 8;  ///< 64-bit words of input a thread.
constexpr uint32_t kResults = 16;  ///< 64-bit results a thread: each sums up every 16th statement.
constexpr uint32_t kCells = 16;    ///< 64-bit cells of global memory that all threads reduce into.

/// Bytes of `memory`: results, 64 bytes of scratch a thread, cells.
constexpr uint64_t kScratchOffset = uint64_t{kThreads} * kResults * 8;
constexpr uint64_t kCellOffset = kScratchOffset + uint64_t{kThreads} * 64;
constexpr uint64_t kMemoryBytes = kCellOffset + kCells * 8;

/// The entry `random_SEED(.param .u64 inputs, .param .u64 memory)` and the functions it calls.
std::string kernel_text(uint64_t seed);
/// A module of the kernels from `first` on.
std::string module_text(uint64_t first, uint64_t count);

/// kThreads * kInputWords words: edge values of all types and random ones.
std::vector<uint64_t> inputs_of(uint64_t seed);
/// What `memory` holds before the launch.
std::vector<uint64_t> initial_memory();

}  // namespace random_kernels
