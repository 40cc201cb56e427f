#include "runtime/decompress.h"

#include <lz4.h>
#include <zstd.h>

namespace gtl::runtime {

Result<std::string> decompress_zstd(std::span<const std::byte> packed, uint64_t full_bytes) {
  std::string whole(full_bytes, '\0');
  const size_t written = ZSTD_decompress(whole.data(), whole.size(), packed.data(), packed.size());
  if (ZSTD_isError(written)) return Error{std::string("zstd: ") + ZSTD_getErrorName(written), ""};
  if (written != full_bytes) return Error{"zstd: the content is shorter than announced", ""};
  return whole;
}

Result<std::string> decompress_lz4(std::span<const std::byte> packed, uint64_t full_bytes) {
  std::string whole(full_bytes, '\0');
  const int written =
      LZ4_decompress_safe(reinterpret_cast<const char*>(packed.data()), whole.data(),
                          static_cast<int>(packed.size()), static_cast<int>(whole.size()));
  if (written < 0) return Error{"lz4: the content is damaged", ""};
  if (static_cast<uint64_t>(written) != full_bytes) {
    return Error{"lz4: the content is shorter than announced", ""};
  }
  return whole;
}

}  // namespace gtl::runtime
