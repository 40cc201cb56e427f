// Containers of device code, by the layout in runtime/fatbin.h, for tests that read them.
#pragma once

#include <lz4.h>
#include <zstd.h>

#include <cstring>
#include <string>

#include "runtime/fatbin.h"

namespace fatbin_builder {

template <class T>
void put(std::string& bytes, size_t offset, T value) {
  std::memcpy(bytes.data() + offset, &value, sizeof value);
}

/// One entry, by the layout in fatbin.h.
inline std::string entry(gtl::runtime::EntryKind kind, uint32_t architecture, uint64_t flags,
                         const std::string& payload, uint64_t full_bytes) {
  std::string bytes(64 + (payload.size() + 7) / 8 * 8, '\0');
  put(bytes, 0, static_cast<uint16_t>(kind));
  put(bytes, 4, uint32_t{64});
  put(bytes, 8, uint64_t{bytes.size() - 64});
  put(bytes, 16, static_cast<uint32_t>(full_bytes != 0 ? payload.size() : 0));
  put(bytes, 28, architecture);
  put(bytes, 40, flags);
  put(bytes, 56, full_bytes);
  std::memcpy(bytes.data() + 64, payload.data(), payload.size());
  return bytes;
}

inline std::string plain(uint32_t architecture, const std::string& text) {
  return entry(gtl::runtime::EntryKind::Ptx, architecture, 0x11, text, 0);
}

inline std::string zstd(uint32_t architecture, const std::string& text) {
  std::string packed(ZSTD_compressBound(text.size()), '\0');
  packed.resize(ZSTD_compress(packed.data(), packed.size(), text.data(), text.size(), 3));
  return entry(gtl::runtime::EntryKind::Ptx, architecture, 0x11 | gtl::runtime::kEntryIsZstd,
               packed, text.size());
}

inline std::string lz4(uint32_t architecture, const std::string& text) {
  std::string packed(static_cast<size_t>(LZ4_compressBound(static_cast<int>(text.size()))), '\0');
  packed.resize(static_cast<size_t>(LZ4_compress_default(
      text.data(), packed.data(), static_cast<int>(text.size()), static_cast<int>(packed.size()))));
  return entry(gtl::runtime::EntryKind::Ptx, architecture, 0x11 | gtl::runtime::kEntryIsLz4, packed,
               text.size());
}

inline std::string container(const std::string& entries) {
  std::string bytes(16, '\0');
  put(bytes, 0, gtl::runtime::kContainerMagic);
  put(bytes, 4, uint16_t{1});
  put(bytes, 6, uint16_t{16});
  put(bytes, 8, uint64_t{entries.size()});
  return bytes + entries;
}

}  // namespace fatbin_builder
