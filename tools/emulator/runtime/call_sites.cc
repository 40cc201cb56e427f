#include "runtime/call_sites.h"

#if __has_include(<execinfo.h>)

#include <dlfcn.h>
#include <elf.h>
#include <execinfo.h>
#include <unistd.h>

#include <cstdio>
#include <cstring>
#include <fstream>

#include "base/demangle.h"

namespace gtl::runtime {
namespace {

constexpr int kMostFrames = 16;

template <class T>
bool read_at(std::ifstream& file, uint64_t offset, T& value) {
  file.seekg(static_cast<std::streamoff>(offset));
  return bool(file.read(reinterpret_cast<char*>(&value), sizeof value));
}

/// The function of an executable's symbol table that holds an offset; dladdr knows only what is
/// exported, and a program exports next to nothing.
std::string symbol_at(const char* path, uint64_t base, uint64_t& offset) {
  std::ifstream file(path, std::ios::binary);
  Elf64_Ehdr header{};
  if (!file || !read_at(file, 0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0)
    return "";
  if (header.e_type == ET_EXEC) offset += base;  // Linked for fixed addresses.
  for (unsigned section = 0; section < header.e_shnum; ++section) {
    Elf64_Shdr table{}, names{};
    if (!read_at(file, header.e_shoff + section * sizeof table, table)) return "";
    if (table.sh_type != SHT_SYMTAB) continue;
    if (!read_at(file, header.e_shoff + table.sh_link * sizeof names, names)) return "";
    for (uint64_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
      Elf64_Sym symbol{};
      if (!read_at(file, table.sh_offset + at, symbol)) return "";
      if (ELF64_ST_TYPE(symbol.st_info) != STT_FUNC || offset - symbol.st_value >= symbol.st_size)
        continue;
      std::string name;
      file.seekg(static_cast<std::streamoff>(names.sh_offset + symbol.st_name));
      std::getline(file, name, '\0');
      return demangle(name);
    }
  }
  return "";
}

/// The toolkit's own templates around the calls, cudaMalloc<T> for one.
bool is_wrapper(const std::string& name) {
  return name.find("cudaMalloc") != std::string::npos ||
         name.find("cudaHostAlloc") != std::string::npos ||
         name.find("cudaEventCreate") != std::string::npos;
}

}  // namespace

CallSites::Frames CallSites::frames_here() {
  void* frames[kMostFrames];
  const int count = backtrace(frames, kMostFrames);
  return Frames(frames, frames + (count < 0 ? 0 : count));
}

void CallSites::note(uint64_t thing) { frames_[thing] = frames_here(); }

std::string CallSites::describe(uint64_t thing) const {
  const auto noted = frames_.find(thing);
  return noted == frames_.end() ? "" : describe_frames(noted->second);
}

std::string CallSites::describe_caller() { return describe_frames(frames_here()); }

std::string CallSites::describe_frames(const Frames& frames) {
  Dl_info self{};
  static const int kHere = 0;
  dladdr(&kHere, &self);
  bool is_past_us = false;  // What stands before us took the backtrace: a sanitizer does.
  for (void* frame : frames) {
    Dl_info info{};
    if (dladdr(frame, &info) == 0) continue;
    const bool is_ours = info.dli_fbase == self.dli_fbase;
    is_past_us = is_past_us || is_ours;
    if (is_ours || !is_past_us) continue;
    // The address after the call; the call itself is what is meant.
    const char* path = info.dli_fname;
    auto offset = static_cast<uint64_t>(static_cast<const char*>(frame) -
                                        static_cast<const char*>(info.dli_fbase)) -
                  1;
    char executable[4096];
    if (std::strchr(path, '/') == nullptr) {
      const ssize_t length = readlink("/proc/self/exe", executable, sizeof executable - 1);
      if (length > 0) {
        executable[length] = '\0';
        path = executable;
      }
    }
    const std::string name = symbol_at(path, reinterpret_cast<uintptr_t>(info.dli_fbase), offset);
    if (is_wrapper(name)) continue;
    char number[32];
    std::snprintf(number, sizeof number, "0x%llx", static_cast<unsigned long long>(offset));
    const char* slash = std::strrchr(path, '/');
    const std::string file = slash == nullptr ? path : slash + 1;
    return (name.empty() ? "" : name + ", ") + file + "+" + number +
           " (compiled with -g, addr2line -e " + file + " " + number + " tells the line)";
  }
  return "";
}

}  // namespace gtl::runtime

#else  // A machine without stacks to walk, WebAssembly for one.

namespace gtl::runtime {

void CallSites::note(uint64_t) {}
std::string CallSites::describe(uint64_t) const { return ""; }
std::string CallSites::describe_caller() { return ""; }

}  // namespace gtl::runtime

#endif
