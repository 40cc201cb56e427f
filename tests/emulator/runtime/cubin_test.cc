// Damaged machine code; sound machine code is tested by recorded/functions.cu.
#include "runtime/cubin.h"

#include <cstring>
#include <vector>

#include "doctest/doctest.h"

using gtl::runtime::read_cubin;

namespace {

std::vector<std::byte> elf_header(uint16_t sections, uint64_t section_offset) {
  std::vector<std::byte> bytes(64);
  std::memcpy(bytes.data(), "\177ELF\2\1", 6);
  std::memcpy(bytes.data() + 40, &section_offset, sizeof section_offset);
  const uint16_t entry_bytes = 64;
  std::memcpy(bytes.data() + 58, &entry_bytes, sizeof entry_bytes);
  std::memcpy(bytes.data() + 60, &sections, sizeof sections);
  return bytes;
}

}  // namespace

TEST_CASE("what_is_no_cubin_tells_nothing") {
  CHECK(read_cubin({}).empty());
  CHECK(read_cubin(std::vector<std::byte>(200)).empty());
}

TEST_CASE("sections_beyond_the_end_tell_nothing") {
  CHECK(read_cubin(elf_header(3, 64)).empty());
  CHECK(read_cubin(elf_header(65535, ~uint64_t{0})).empty());
}

TEST_CASE("a_file_without_sections_tells_nothing") { CHECK(read_cubin(elf_header(0, 0)).empty()); }
