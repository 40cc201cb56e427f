// Device printf: the format string and the packed arguments of vprintf's ABI turned into text.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "exec/launch.h"

namespace gtl::runtime {

struct Printed {
  std::string text;
  int32_t arguments = 0;       ///< How many were used: what device printf returns.
  bool has_wild_text = false;  ///< A %s argument is neither null nor an address on the device.
};

/// Arguments lie one after the other at their natural alignment, integers as 4 or 8 bytes and
/// floating point as double (CUDA C++ Programming Guide, "Formatted Output"). `%s` reads a string
/// through `text_at`; what cannot be read is shown as such in the text.
Printed format_printf(const char* format, std::span<const std::byte> arguments,
                      const exec::HostServices::TextAt& text_at);

}  // namespace gtl::runtime
