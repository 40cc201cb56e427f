// The device that programs see: an H200's limits, under the emulator's own name.
#pragma once

#include <cstdint>
#include <optional>

#include "runtime/abi.h"

namespace gtl::runtime {

constexpr uint32_t kArchitecture = 90;  ///< sm_90

// Limits of compute capability 9.0 (CUDA C++ Programming Guide 13.0, "Compute Capabilities").
constexpr uint32_t kMaxThreadsPerBlock = 1024;
constexpr uint32_t kMaxBlockX = 1024, kMaxBlockY = 1024, kMaxBlockZ = 64;
constexpr uint32_t kMaxGridX = 2147483647, kMaxGridY = 65535, kMaxGridZ = 65535;
constexpr uint32_t kMaxThreadsPerMultiprocessor = 2048;
constexpr uint32_t kMaxBlocksPerMultiprocessor = 32;
constexpr uint32_t kSharedPerBlock = 48 * 1024;        ///< Without asking for more.
constexpr uint32_t kSharedPerBlockOptin = 227 * 1024;  ///< With cudaFuncSetAttribute.
constexpr uint32_t kSharedPerMultiprocessor = 228 * 1024;
constexpr uint32_t kReservedSharedPerBlock = 1024;
constexpr uint32_t kMultiprocessors = 132;  ///< H200 (data sheet)

DeviceProperties device_properties();

/// The value of a cudaDeviceAttr, or nothing for a number that is none.
std::optional<int> device_attribute(int attribute);

}  // namespace gtl::runtime
