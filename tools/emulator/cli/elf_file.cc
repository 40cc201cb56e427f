#include "cli/elf_file.h"

#include <elf.h>

#include <array>
#include <cstring>
#include <fstream>
#include <iterator>
#include <vector>

namespace gtl::cli {
namespace {

/// A file's bytes; reading outside them yields zeros.
class Bytes {
 public:
  explicit Bytes(std::istream& stream) : bytes_(std::istreambuf_iterator<char>(stream), {}) {}

  template <class T>
  T at(uint64_t offset) const {
    T value{};
    if (has(offset, sizeof value)) std::memcpy(&value, bytes_.data() + offset, sizeof value);
    return value;
  }
  bool has(uint64_t offset, uint64_t size) const {
    return offset <= bytes_.size() && size <= bytes_.size() - offset;
  }
  std::string text(uint64_t offset) const {
    if (offset >= bytes_.size()) return "";
    return std::string(bytes_.data() + offset,
                       strnlen(bytes_.data() + offset, bytes_.size() - offset));
  }

 private:
  std::vector<char> bytes_;
};

/// Whether a part that is to be loaded lies beyond the file's end.
bool is_cut_off(const Bytes& file, const Elf64_Ehdr& header) {
  if (!file.has(0, sizeof header)) return true;
  for (uint64_t i = 0; i < header.e_phnum; ++i) {
    const uint64_t at = header.e_phoff + i * sizeof(Elf64_Phdr);
    if (!file.has(at, sizeof(Elf64_Phdr))) return true;
    const auto segment = file.at<Elf64_Phdr>(at);
    if (segment.p_type == PT_LOAD && !file.has(segment.p_offset, segment.p_filesz)) return true;
  }
  return false;
}

std::vector<Elf64_Shdr> read_sections(const Bytes& file, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections;
  for (uint64_t i = 0; i < header.e_shnum; ++i) {
    sections.push_back(file.at<Elf64_Shdr>(header.e_shoff + i * sizeof(Elf64_Shdr)));
  }
  return sections;
}

}  // namespace

ElfFile read_elf_file(const std::string& path) {
  std::ifstream stream(path, std::ios::binary);
  const Bytes file(stream);
  const auto identity = file.at<std::array<unsigned char, EI_NIDENT>>(0);
  ElfFile result;
  result.is_elf = std::memcmp(identity.data(), ELFMAG, SELFMAG) == 0 &&
                  identity[EI_CLASS] == ELFCLASS64 && identity[EI_DATA] == ELFDATA2LSB;
  if (!result.is_elf) return result;
  const auto header = file.at<Elf64_Ehdr>(0);
  result.is_cut_off = is_cut_off(file, header);

  const auto sections = read_sections(file, header);
  const uint64_t names =
      header.e_shstrndx < sections.size() ? sections[header.e_shstrndx].sh_offset : 0;
  for (const Elf64_Shdr& section : sections) {
    const std::string name = file.text(names + section.sh_name);
    if (name == ".nv_fatbin" || name == "__nv_relfatbin") result.has_device_code = true;
    if (section.sh_type != SHT_DYNAMIC || section.sh_link >= sections.size()) continue;
    const uint64_t strings = sections[section.sh_link].sh_offset;
    for (uint64_t offset = 0; offset < section.sh_size; offset += sizeof(Elf64_Dyn)) {
      const auto entry = file.at<Elf64_Dyn>(section.sh_offset + offset);
      if (entry.d_tag == DT_NULL) break;
      if (entry.d_tag == DT_NEEDED) result.needed.push_back(file.text(strings + entry.d_un.d_val));
      if (entry.d_tag == DT_RPATH) result.has_rpath = true;
    }
  }
  return result;
}

}  // namespace gtl::cli
