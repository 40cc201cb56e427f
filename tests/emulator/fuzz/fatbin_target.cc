// A container of device code as it lies in a program: read, an entry chosen, decompressed.
#include "../runtime/fatbin_builder.h"
#include "runtime/fatbin.h"
#include "target.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
  // Own memory of exactly this size: a read beyond it is seen.
  const std::vector<std::byte> container(reinterpret_cast<const std::byte*>(bytes),
                                         reinterpret_cast<const std::byte*>(bytes) + size);
  if (!gtl::runtime::is_container(container)) return 0;
  auto entries = gtl::runtime::read_container(container);
  if (!entries.ok()) return 0;
  for (const gtl::runtime::FatbinEntry& entry : entries.value()) {
    if (entry.full_bytes > 1 << 24) continue;  // Asks for much memory, and may have it.
    (void)gtl::runtime::ptx_text(entry);
  }
  return 0;
}

namespace fuzz {

std::vector<std::string> seeds() {
  const std::string text =
      ".version 9.0\n.target sm_90\n.address_size 64\n" + std::string(300, '/');
  using namespace fatbin_builder;
  return {container(plain(90, text)), container(zstd(90, text)), container(lz4(90, text)),
          container(plain(75, "a") + zstd(80, text) + lz4(90, text))};
}

std::vector<std::string_view> dictionary() {
  using namespace std::string_view_literals;
  return {"\x50\xED\x55\xBA"sv,
          "\0\0\0\0"sv,
          "\xFF\xFF\xFF\xFF"sv,
          "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"sv,
          "\0\0\0\0\0\0\0\x80"sv,
          "\x40\0\0\0"sv,
          "\x28\xB5\x2F\xFD"sv,
          "\0\x20"sv,
          "\0\x80"sv,
          "\1\0"sv};
}

}  // namespace fuzz
