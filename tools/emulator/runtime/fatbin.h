// Reading what nvcc embeds in a program: containers of device code ("fat binaries") and the wrapper
// that points at them. NVIDIA does not document the format; the layout below was read off
// nvcc 13.0's output.
//
//   wrapper    u32 0x466243B1, u32 version, pointer data, pointer list
//              version 2 (-rdc=true): list is a null-terminated array of more containers, one a
//              source file
//   container  u32 0xBA55ED50, u16 1, u16 header bytes, u64 bytes of entries; then the entries
//   entry      +0 u16 kind, +4 u32 header bytes, +8 u64 payload bytes, +16 u32 compressed bytes,
//              +28 u32 architecture, +32 u32 name offset, +36 u32 name bytes, +40 u64 flags,
//              +56 u64 bytes once decompressed; then the payload
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/result.h"

namespace gtl::runtime {

constexpr uint32_t kWrapperMagic = 0x466243B1;
constexpr uint32_t kContainerMagic = 0xBA55ED50;
constexpr size_t kContainerHeaderBytes = 16;

enum class EntryKind : uint16_t { Ptx = 1, Elf = 2, LtoIr = 8 };

constexpr uint64_t kEntryIsLz4 = 0x2000;
constexpr uint64_t kEntryIsZstd = 0x8000;
constexpr uint64_t kEntryIsArchitectureSpecific = 0x10'0000;  ///< sm_90a

struct FatbinEntry {
  EntryKind kind = EntryKind::Ptx;  ///< May hold values that have no name here.
  uint32_t architecture = 0;        ///< 90 for sm_90 and sm_90a
  std::string name;                 ///< The source file's, where nvcc wrote it.
  uint64_t flags = 0;
  uint64_t full_bytes = 0;             ///< Once decompressed; 0 when the payload is not compressed.
  std::span<const std::byte> payload;  ///< Points into the container.
};

/// Whether `bytes` begins with the magic number of a container.
bool is_container(std::span<const std::byte> bytes);
/// Header and entries together, from a container's first 16 bytes.
Result<uint64_t> container_bytes(std::span<const std::byte> header);
/// The entries of one container. `bytes` may be longer than the container.
Result<std::vector<FatbinEntry>> read_container(std::span<const std::byte> bytes);

/// The containers behind a wrapper as __cudaRegisterFatBinary receives it, the linked one first.
Result<std::vector<std::span<const std::byte>>> containers_of_wrapper(const void* wrapper);

/// The content of an entry, decompressed. PTX ends with zeros.
Result<std::string> entry_bytes(const FatbinEntry& entry);
/// The text of a PTX entry.
Result<std::string> ptx_text(const FatbinEntry& entry);

/// The PTX to run on sm_`architecture`: the newest that is not newer than the device. What is
/// embedded but does not fit is named in the error.
Result<std::string> best_ptx(const std::vector<FatbinEntry>& entries, uint32_t architecture);

}  // namespace gtl::runtime
