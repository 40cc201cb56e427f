#include "runtime/cubin.h"

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

namespace gtl::runtime {
namespace {

// ELF64, little endian (System V ABI, "Object Files").
struct ElfHeader {
  unsigned char ident[16];
  uint16_t type, machine;
  uint32_t version;
  uint64_t entry, program_offset, section_offset;
  uint32_t flags;
  uint16_t header_bytes, program_entry_bytes, program_count, section_entry_bytes, section_count,
      name_section;
};

struct SectionHeader {
  uint32_t name, type;
  uint64_t flags, address, offset, size;
  uint32_t link, info;
  uint64_t alignment, entry_bytes;
};

struct Symbol {
  uint32_t name;
  unsigned char info, other;
  uint16_t section;
  uint64_t value, size;
};

// Attributes of .nv.info.
constexpr uint8_t kFormWithSize = 0x04;
constexpr uint8_t kRegisterCount = 0x2F, kMinStackSize = 0x12;
constexpr size_t kEntryHeader = 4;

// Instructions of sm_75 to sm_90. The low 9 bits name the operation, 3 more the form of its
// operands.
constexpr size_t kInstructionBytes = 16;
constexpr uint64_t kOperation = 0x1FF, kOperationAndForm = 0xFFF;
constexpr uint64_t kLoadShared = 0x184, kStoreShared = 0x188;     // LDS, STS
constexpr uint64_t kCountInShared = 0xF8C, kUniformVote = 0x886;  // ATOMS.POPC.INC, VOTEU
// In the second half, without what concerns the scheduler.
constexpr uint64_t kModifiers = 0x3FFFFFF, kAnyOfTrue = 0x38E0100;

/// Of a lane, for the width that an LDS or STS names: 8 and 16 bits with and without sign, 32, 64,
/// 128.
uint32_t bytes_of_width(uint64_t second_half) {
  constexpr uint32_t kBytes[] = {1, 1, 2, 2, 4, 8, 16, 0};
  return kBytes[second_half >> 9 & 7];
}

template <class T>
std::optional<T> read(std::span<const std::byte> bytes, uint64_t offset) {
  if (offset > bytes.size() || sizeof(T) > bytes.size() - offset) return std::nullopt;
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

class Reader {
 public:
  explicit Reader(std::span<const std::byte> elf) : elf_(elf) {}

  std::map<std::string, MachineResources> run() {
    if (!read_sections()) return {};
    const std::vector<std::string> names = symbol_names();
    std::map<std::string, MachineResources> result;
    uint32_t constant_bytes = 0;
    for (const SectionHeader& section : sections_) {
      if (name_of(section) == ".nv.constant3") constant_bytes = static_cast<uint32_t>(section.size);
    }
    const auto info = content(".nv.info");
    for (size_t at = 0; at + kEntryHeader <= info.size();) {
      const auto form = static_cast<uint8_t>(info[at]),
                 attribute = static_cast<uint8_t>(info[at + 1]);
      const uint16_t size = *read<uint16_t>(info, at + 2);
      const auto symbol = read<uint32_t>(info, at + kEntryHeader),
                 value = read<uint32_t>(info, at + kEntryHeader + sizeof(uint32_t));
      const bool is_about_function = form == kFormWithSize && size == 2 * sizeof(uint32_t) &&
                                     symbol && value && *symbol < names.size();
      if (is_about_function && attribute == kRegisterCount) {
        result[names[*symbol]].registers = *value;
      }
      if (is_about_function && attribute == kMinStackSize) {
        result[names[*symbol]].local_bytes = *value;
      }
      at += kEntryHeader + (form == kFormWithSize ? size : 0);
    }
    for (auto& [name, resources] : result) {
      resources.constant_bytes = constant_bytes;
      look_at_code(content(".text." + name), resources);
    }
    return result;
  }

 private:
  static void look_at_code(std::span<const std::byte> code, MachineResources& resources) {
    for (size_t at = 0; at + kInstructionBytes <= code.size(); at += kInstructionBytes) {
      const uint64_t first = *read<uint64_t>(code, at),
                     second = *read<uint64_t>(code, at + sizeof(uint64_t));
      auto widen = [&](uint32_t& bytes) { bytes = std::max(bytes, bytes_of_width(second)); };
      if ((first & kOperation) == kLoadShared) widen(resources.shared_load_bytes);
      if ((first & kOperation) == kStoreShared) widen(resources.shared_store_bytes);
      if ((first & kOperationAndForm) == kCountInShared) resources.counts_in_shared = true;
      if ((first & kOperationAndForm) == kUniformVote && (second & kModifiers) == kAnyOfTrue)
        resources.asks_for_active_lanes = true;
    }
  }

  bool read_sections() {
    const auto header = read<ElfHeader>(elf_, 0);
    if (!header || std::memcmp(header->ident, "\177ELF\2\1", 6) != 0) return false;
    for (uint16_t i = 0; i < header->section_count; ++i) {
      const auto section = read<SectionHeader>(
          elf_, header->section_offset + uint64_t{i} * header->section_entry_bytes);
      if (!section) return false;
      sections_.push_back(*section);
    }
    if (header->name_section >= sections_.size()) return false;
    names_ = bytes_of(sections_[header->name_section]);
    return true;
  }

  std::span<const std::byte> bytes_of(const SectionHeader& section) const {
    if (section.offset > elf_.size() || section.size > elf_.size() - section.offset) return {};
    return elf_.subspan(section.offset, section.size);
  }

  static std::string text(std::span<const std::byte> strings, uint64_t offset) {
    if (offset >= strings.size()) return "";
    const auto* start = reinterpret_cast<const char*>(strings.data()) + offset;
    return std::string(start, strnlen(start, strings.size() - offset));
  }

  std::string name_of(const SectionHeader& section) const { return text(names_, section.name); }

  std::span<const std::byte> content(const std::string& name) const {
    for (const SectionHeader& section : sections_) {
      if (name_of(section) == name) return bytes_of(section);
    }
    return {};
  }

  std::vector<std::string> symbol_names() const {
    const auto table = content(".symtab"), strings = content(".strtab");
    std::vector<std::string> names;
    for (uint64_t at = 0; at + sizeof(Symbol) <= table.size(); at += sizeof(Symbol)) {
      names.push_back(text(strings, read<Symbol>(table, at)->name));
    }
    return names;
  }

  std::span<const std::byte> elf_, names_;
  std::vector<SectionHeader> sections_;
};

}  // namespace

std::map<std::string, MachineResources> read_cubin(std::span<const std::byte> elf) {
  return Reader(elf).run();
}

}  // namespace gtl::runtime
