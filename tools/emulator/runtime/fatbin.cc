#include "runtime/fatbin.h"

#include <link.h>

#include <cstring>

#include "runtime/decompress.h"

namespace gtl::runtime {
namespace {

/// The part of an entry's header that every entry has.
constexpr uint32_t kEntryHeaderBytes = 64;
/// Larger claims come from damaged headers; no compiler writes a module of this size.
constexpr uint64_t kLargestModule = uint64_t{1} << 28;

template <class T>
T read(std::span<const std::byte> bytes, size_t offset) {
  T value;
  std::memcpy(&value, bytes.data() + offset, sizeof value);
  return value;
}

Error damaged(const std::string& what) {
  return {"the program's embedded device code is damaged: " + what + "; build the program again",
          ""};
}

/// How far the loaded program or library goes on from `start`; without end for memory of its own.
uint64_t loaded_bytes(const std::byte* start) {
  struct Search {
    uintptr_t address;
    uint64_t bytes;
  } search{reinterpret_cast<uintptr_t>(start), UINT64_MAX};
  dl_iterate_phdr(
      [](dl_phdr_info* object, size_t, void* data) {
        auto& found = *static_cast<Search*>(data);
        for (const auto& segment : std::span(object->dlpi_phdr, object->dlpi_phnum)) {
          const uintptr_t first = object->dlpi_addr + segment.p_vaddr;
          if (segment.p_type != PT_LOAD || found.address < first) continue;
          if (found.address - first < segment.p_memsz) {
            found.bytes = first + segment.p_memsz - found.address;
            return 1;
          }
        }
        return 0;
      },
      &search);
  return search.bytes;
}

std::string architecture_name(const FatbinEntry& entry) {
  const bool specific = (entry.flags & kEntryIsArchitectureSpecific) != 0;
  return "sm_" + std::to_string(entry.architecture) + (specific ? "a" : "");
}

Result<FatbinEntry> read_entry(std::span<const std::byte> bytes) {
  if (bytes.size() < kEntryHeaderBytes) return damaged("an entry's header is cut off");
  const auto header_bytes = read<uint32_t>(bytes, 4);
  const auto payload_bytes = read<uint64_t>(bytes, 8);
  const auto compressed_bytes = read<uint32_t>(bytes, 16);
  if (header_bytes < kEntryHeaderBytes || header_bytes > bytes.size()) {
    return damaged("an entry's header has an impossible size");
  }
  if (payload_bytes > bytes.size() - header_bytes) return damaged("an entry's content is cut off");
  if (compressed_bytes > payload_bytes) {
    return damaged("an entry's compressed content is larger than its place");
  }
  FatbinEntry entry;
  entry.kind = static_cast<EntryKind>(read<uint16_t>(bytes, 0));
  entry.architecture = read<uint32_t>(bytes, 28);
  entry.flags = read<uint64_t>(bytes, 40);
  entry.full_bytes = read<uint64_t>(bytes, 56);
  const auto name_offset = read<uint32_t>(bytes, 32), name_bytes = read<uint32_t>(bytes, 36);
  if (name_offset <= header_bytes && name_bytes <= header_bytes - name_offset) {
    entry.name.assign(reinterpret_cast<const char*>(bytes.data()) + name_offset, name_bytes);
    entry.name.resize(std::strlen(entry.name.c_str()));
  }
  entry.payload =
      bytes.subspan(header_bytes, compressed_bytes != 0 ? compressed_bytes : payload_bytes);
  return entry;
}

}  // namespace

bool is_container(std::span<const std::byte> bytes) {
  return bytes.size() >= kContainerHeaderBytes && read<uint32_t>(bytes, 0) == kContainerMagic;
}

Result<uint64_t> container_bytes(std::span<const std::byte> header) {
  if (!is_container(header)) return damaged("no fat binary where one should be");
  const auto header_bytes = read<uint16_t>(header, 6);
  const auto entries_bytes = read<uint64_t>(header, 8);
  if (header_bytes < kContainerHeaderBytes)
    return damaged("a container's header has an impossible size");
  if (entries_bytes > (uint64_t{1} << 40)) return damaged("a container has an impossible size");
  return header_bytes + entries_bytes;
}

Result<std::vector<FatbinEntry>> read_container(std::span<const std::byte> bytes) {
  auto size = container_bytes(bytes);
  if (!size.ok()) return size.error();
  if (size.value() > bytes.size()) return damaged("a container is cut off");
  auto rest = bytes.first(size.value()).subspan(read<uint16_t>(bytes, 6));
  std::vector<FatbinEntry> entries;
  while (!rest.empty()) {
    auto entry = read_entry(rest);
    if (!entry.ok()) return entry.error();
    entries.push_back(std::move(entry.value()));
    // Both were checked against the container's end by read_entry.
    rest = rest.subspan(read<uint32_t>(rest, 4) + read<uint64_t>(rest, 8));
  }
  return entries;
}

Result<std::vector<std::span<const std::byte>>> containers_of_wrapper(const void* wrapper) {
  struct Wrapper {
    uint32_t magic, version;
    const std::byte* data;
    const std::byte* const* list;
  } read_wrapper;
  std::memcpy(&read_wrapper, wrapper, sizeof read_wrapper);
  if (read_wrapper.magic != kWrapperMagic) return damaged("its wrapper has a wrong magic number");
  if (read_wrapper.version != 1 && read_wrapper.version != 2) {
    return Error{"the program's device code has wrapper version " +
                     std::to_string(read_wrapper.version) +
                     ", which the emulator does not know (it knows 1 and 2); build with CUDA 13.0",
                 ""};
  }
  std::vector<const std::byte*> starts{read_wrapper.data};
  if (read_wrapper.version == 2 && read_wrapper.list != nullptr) {
    for (auto next = read_wrapper.list; *next != nullptr; ++next) starts.push_back(*next);
  }
  std::vector<std::span<const std::byte>> containers;
  for (const std::byte* start : starts) {
    auto size = container_bytes({start, kContainerHeaderBytes});
    if (!size.ok()) return size.error();
    if (size.value() > loaded_bytes(start)) return damaged("a container is cut off");
    containers.emplace_back(start, size.value());
  }
  return containers;
}

Result<std::string> entry_bytes(const FatbinEntry& entry) {
  const uint64_t compression = entry.flags & (kEntryIsLz4 | kEntryIsZstd);
  std::string text;
  if (compression == 0) {
    text.assign(reinterpret_cast<const char*>(entry.payload.data()), entry.payload.size());
  } else {
    if (entry.full_bytes > kLargestModule) return damaged("a module claims an impossible size");
    auto whole = compression == kEntryIsLz4 ? decompress_lz4(entry.payload, entry.full_bytes)
                                            : decompress_zstd(entry.payload, entry.full_bytes);
    if (!whole.ok()) return damaged(whole.error().what);
    text = std::move(whole.value());
  }
  return text;
}

Result<std::string> ptx_text(const FatbinEntry& entry) {
  auto bytes = entry_bytes(entry);
  if (!bytes.ok()) return bytes.error();
  std::string text = std::move(bytes.value());
  text.resize(std::strlen(text.c_str()));  // The payload is padded with zeros.
  if (text.empty()) return damaged("a module's text is empty");
  return text;
}

Result<std::string> best_ptx(const std::vector<FatbinEntry>& entries, uint32_t architecture) {
  const FatbinEntry* best = nullptr;
  std::string too_new, machine_code;
  auto append = [](std::string& list, const std::string& item) {
    if (list.find(item) == std::string::npos) list += (list.empty() ? "" : ", ") + item;
  };
  for (const FatbinEntry& entry : entries) {
    const bool specific = (entry.flags & kEntryIsArchitectureSpecific) != 0;
    if (entry.kind != EntryKind::Ptx) {
      append(machine_code, architecture_name(entry));
      continue;
    }
    // sm_90a runs on 9.0 and on nothing else (PTX ISA, ".target").
    const bool fits =
        specific ? entry.architecture == architecture : entry.architecture <= architecture;
    if (!fits) {
      append(too_new, architecture_name(entry));
      continue;
    }
    if (best == nullptr || entry.architecture > best->architecture ||
        (entry.architecture == best->architecture && specific)) {
      best = &entry;
    }
  }
  if (best != nullptr) return ptx_text(*best);
  const std::string device = "sm_" + std::to_string(architecture);
  if (!too_new.empty()) {
    return Error{"the program embeds PTX for " + too_new + " only, and the emulated device is " +
                     device + "; compile with -arch=" + device,
                 ""};
  }
  if (!machine_code.empty()) {
    return Error{"the program embeds machine code (" + machine_code +
                     ") but no PTX, and the emulator runs PTX; compile with -arch=" + device +
                     " (code=" + machine_code + " alone leaves the PTX out)",
                 ""};
  }
  return Error{"the program embeds no device code; compile its kernels with -arch=" + device, ""};
}

}  // namespace gtl::runtime
