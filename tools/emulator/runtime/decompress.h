// The two compressions that nvcc uses for embedded PTX, by the libraries that define them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

#include "base/result.h"

namespace gtl::runtime {

/// Exactly `full_bytes` bytes, or an error: damaged input is never read past its end.
Result<std::string> decompress_zstd(std::span<const std::byte> packed, uint64_t full_bytes);
Result<std::string> decompress_lz4(std::span<const std::byte> packed, uint64_t full_bytes);

}  // namespace gtl::runtime
