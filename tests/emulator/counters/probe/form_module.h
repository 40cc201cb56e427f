// A PTX module around one memory instruction: the kernel's only one, with its 32 offsets and its
// mask from the parameters. The probe loads it on a GPU, the test of its readings on the emulator.
#pragma once

#include <cstdint>
#include <string>

namespace probe {

/// `instruction` without its operands ("atom.global.add.v2.f32"), and the memory it finds there:
/// "global", "shared", "local" or "const". They differ where the instruction says nothing: a
/// generic access.
struct Form {
  std::string instruction, space;
};

/// Bytes that one lane accesses.
uint32_t bytes_of(const Form& form);

/// Bytes of memory that a pattern may reach in `space`.
uint32_t reach_of(const std::string& space);

/// The kernel is called `probe` and takes a Pattern, the address of `reach_of("global")` bytes, and
/// a number that no lane ever reads from memory.
std::string module_text(const Form& form);

}  // namespace probe
