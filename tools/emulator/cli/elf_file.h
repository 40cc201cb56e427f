// What an executable says about itself: enough to tell whether the emulator can take the runtime's
// place in it.
#pragma once

#include <string>
#include <vector>

namespace gtl::cli {

struct ElfFile {
  bool is_elf = false;      ///< Otherwise it may be a script, and everything below is empty.
  bool is_cut_off = false;  ///< It has fewer bytes than its headers speak of.
  std::vector<std::string> needed;  ///< Names of the shared libraries it is linked with.
  bool has_device_code = false;     ///< It has a section that nvcc writes.
  bool has_rpath = false;           ///< A search path that goes before LD_LIBRARY_PATH.
};

/// Reads a 64-bit little-endian ELF file. What is damaged or of another kind reads as "not ELF".
ElfFile read_elf_file(const std::string& path);

}  // namespace gtl::cli
