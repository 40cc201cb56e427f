#include "cli/find_program.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <iterator>
#include <string_view>

#include "cli/elf_file.h"

namespace gtl::cli {
namespace {

namespace fs = std::filesystem;

constexpr const char* kHowToBuild =
    "nvcc -arch=sm_90 -lineinfo -cudart shared -o PROGRAM SOURCE.cu";

bool is_executable_file(const std::string& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::string search_path(const std::string& name) {
  const char* variable = std::getenv("PATH");
  std::string_view path = variable == nullptr ? "" : variable;
  while (!path.empty()) {
    const size_t end = std::min(path.find(':'), path.size());
    const std::string candidate = std::string(end == 0 ? "." : path.substr(0, end)) + "/" + name;
    if (is_executable_file(candidate)) return candidate;
    path.remove_prefix(std::min(end + 1, path.size()));
  }
  return "";
}

/// Why the emulator cannot stand in for the CUDA runtime in this program; empty when it can.
std::string runtime_problem(const std::string& path, const ElfFile& file) {
  if (file.is_cut_off)
    return path + " is cut off: it ends before what its headers speak of; copy or build it again";
  const auto is_cudart = [](const std::string& library) {
    return library.starts_with("libcudart.so.");
  };
  const auto cudart = std::find_if(file.needed.begin(), file.needed.end(), is_cudart);
  if (cudart != file.needed.end()) {
    if (*cudart == "libcudart.so.13") return "";
    return path + " was built with another CUDA (" + *cudart +
           "), and the emulator takes the place of libcudart.so.13; build it with CUDA 13";
  }
  if (!file.has_device_code)
    return "";  // It may load a CUDA library later, or start another program.
  return path +
         " has the CUDA runtime linked in (nvcc's default), so the emulator cannot take its place. "
         "Link it with the "
         "shared one: " +
         kHowToBuild + " (CMake: set(CMAKE_CUDA_RUNTIME_LIBRARY Shared))";
}

/// NVIDIA's driver, and libraries whose kernels it runs: they pass the emulator by.
std::string driver_warning(const std::string& path, const ElfFile& file) {
  constexpr std::string_view kNames[] = {
      "libcuda.so",  "libnvrtc.",    "libcublas",    "libcudnn", "libcufft", "libcurand.",
      "libcusolver", "libcusparse.", "libnvJitLink", "libnpp",   "libnccl."};
  std::string names;
  for (const std::string& library : file.needed) {
    const bool is_meant =
        std::any_of(std::begin(kNames), std::end(kNames),
                    [&](std::string_view name) { return library.starts_with(name); });
    if (is_meant) names += (names.empty() ? "" : ", ") + library;
  }
  if (names.empty()) return "";
  return path + " is linked with " + names +
         ", and the emulator takes the place of libcudart.so.13 alone: what the program calls "
         "there needs NVIDIA's library, driver and GPU. Kernels of the program's own, launched "
         "with <<<>>>, run here";
}

}  // namespace

Program find_program(const std::string& name, ProgramError& error) {
  const bool has_folder = name.find('/') != std::string::npos;
  const std::string path = has_folder ? name : search_path(name);
  std::error_code ignored;
  if (path.empty() || !fs::exists(path, ignored)) {
    error = {127, (name.empty() ? "the program" : name) + " was not found" +
                      (name.empty() ? " (an empty name)"
                       : !has_folder && fs::is_regular_file(name, ignored)
                           ? "; for the file in this folder, write ./" + name
                       : !has_folder ? " in PATH"
                                     : "")};
    return {};
  }
  if (!is_executable_file(path)) {
    const bool is_source = fs::path(path).extension() == ".cu";
    error = {126, fs::is_directory(path, ignored) ? path + " is a folder, not a program"
                  : is_source
                      ? path + " is source code; compile it first: " + kHowToBuild
                      : path + " is not executable (chmod +x makes it so, if it is a program)"};
    return {};
  }
  const ElfFile file = read_elf_file(path);
  const std::string problem = runtime_problem(path, file);
  if (!problem.empty()) error = {126, problem};
  return {path, file.has_rpath, driver_warning(path, file)};
}

}  // namespace gtl::cli
