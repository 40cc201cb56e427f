// What the machine code that nvcc embeds says of each kernel: registers, memory, and how it
// accesses memory. NVIDIA does not document the format; the layout was read off nvcc 13.0's output:
// an ELF file whose section .nv.info holds entries {u8 form, u8 attribute, u16 size, payload}, and
// whose section .text.KERNEL holds instructions of 16 bytes, which were compared with what nvdisasm
// makes of them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>

namespace gtl::runtime {

struct MachineResources {
  uint32_t registers = 0;
  uint32_t local_bytes = 0;     ///< A thread's stack.
  uint32_t constant_bytes = 0;  ///< Of the module's __constant__ variables.

  uint32_t shared_load_bytes = 0;   ///< Of a lane, in the widest of the loads (LDS).
  uint32_t shared_store_bytes = 0;  ///< The same (STS).
  bool counts_in_shared = false;    ///< ATOMS.POPC.INC
  /// VOTEU.ANY of the constant true: who is here? So begins an atomic that adds up the warp first.
  bool asks_for_active_lanes = false;
};

/// By mangled name; empty when `elf` is no cubin that can be read.
std::map<std::string, MachineResources> read_cubin(std::span<const std::byte> elf);

}  // namespace gtl::runtime
