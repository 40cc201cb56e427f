// Runs random kernels: on a GPU to record digests of their results, on the emulator to compare with
// them.
//
//   run_random record FILE FIRST COUNT     write the digests of this device
//   run_random compare FILE [FIRST COUNT]  compare this device with recorded ones, all or some
//   run_random show SEED                   a kernel's PTX
//   run_random write-ptx FOLDER FIRST COUNT  modules of 50 kernels, FIRST.ptx …, for ptxas
//
// With --cubins FOLDER before the command, modules that `ptxas` made of those are loaded instead of
// PTX.
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <map>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "kernel.h"

using namespace random_kernels;

namespace {

constexpr uint64_t kPerModule = 50;
std::string cubin_folder;  // Empty: load PTX, kernel by kernel.

uint64_t hashed(uint64_t hash, uint64_t value) {
  hash = (hash ^ value) * 0x9E3779B97F4A7C15;
  return hash ^ (hash >> 29);
}

/// Four hexadecimal digits for each of the kernel's results, over all threads, for the scratch
/// memory and for the cells.
std::string digests(const std::vector<uint64_t>& memory) {
  std::vector<uint64_t> parts(kResults + 2, 1);
  for (uint32_t thread = 0; thread < kThreads; ++thread) {
    for (uint32_t k = 0; k < kResults; ++k)
      parts[k] = hashed(parts[k], memory[thread * kResults + k]);
  }
  for (uint64_t i = kScratchOffset / 8; i < kCellOffset / 8; ++i)
    parts[kResults] = hashed(parts[kResults], memory[i]);
  for (uint64_t i = kCellOffset / 8; i < kMemoryBytes / 8; ++i)
    parts[kResults + 1] = hashed(parts[kResults + 1], memory[i]);
  std::string text;
  for (uint64_t part : parts) {
    char digits[5];
    std::snprintf(digits, sizeof digits, "%04x", unsigned(part >> 48));
    text += digits;
  }
  return text;
}

class Device {
 public:
  Device() {
    check(cudaMalloc(&inputs_, kThreads * kInputWords * 8));
    check(cudaMalloc(&memory_, kMemoryBytes));
  }
  ~Device() {
    cudaFree(inputs_);
    cudaFree(memory_);
  }

  /// The kernel's digests, or an error's name in brackets.
  std::string run(uint64_t seed) {
    if (!load(seed)) return error_;
    cudaKernel_t kernel;
    if (failed(cudaLibraryGetKernel(&kernel, library_, ("random_" + std::to_string(seed)).c_str())))
      return error_;
    std::vector<uint64_t> memory = initial_memory();
    const std::vector<uint64_t> inputs = inputs_of(seed);
    check(cudaMemcpy(inputs_, inputs.data(), inputs.size() * 8, cudaMemcpyHostToDevice));
    check(cudaMemcpy(memory_, memory.data(), kMemoryBytes, cudaMemcpyHostToDevice));
    void* arguments[] = {&inputs_, &memory_};
    if (failed(cudaLaunchKernel(reinterpret_cast<const void*>(kernel), kBlocks, kThreadsPerBlock,
                                arguments, 0, nullptr)) ||
        failed(cudaDeviceSynchronize()) ||
        failed(cudaMemcpy(memory.data(), memory_, kMemoryBytes, cudaMemcpyDeviceToHost))) {
      return error_;
    }
    return digests(memory);
  }

 private:
  static void check(cudaError_t status) {
    if (status == cudaSuccess) return;
    std::fprintf(stderr, "%s\n", cudaGetErrorString(status));
    std::exit(2);
  }

  bool failed(cudaError_t status) {
    if (status == cudaSuccess) return false;
    (void)cudaGetLastError();
    error_ = std::string("[") + cudaGetErrorName(status) + "]";
    return true;
  }

  bool load(uint64_t seed) {
    const uint64_t module = cubin_folder.empty() ? seed : seed / kPerModule * kPerModule;
    if (library_ != nullptr && module == loaded_) return true;
    if (library_ != nullptr) cudaLibraryUnload(library_);
    library_ = nullptr;
    loaded_ = module;
    std::string image;
    if (cubin_folder.empty()) {
      image = module_text(seed, 1);
    } else {
      std::ifstream file(cubin_folder + "/" + std::to_string(module) + ".cubin", std::ios::binary);
      std::stringstream bytes;
      bytes << file.rdbuf();
      image = bytes.str();
      if (image.empty()) {
        error_ = "[no cubin]";
        return false;
      }
    }
    return !failed(
        cudaLibraryLoadData(&library_, image.data(), nullptr, nullptr, 0, nullptr, nullptr, 0));
  }

  cudaLibrary_t library_ = nullptr;
  uint64_t loaded_ = 0;
  void* inputs_ = nullptr;
  void* memory_ = nullptr;
  std::string error_;
};

int record(const std::string& path, uint64_t first, uint64_t count) {
  cudaDeviceProp properties;
  if (cudaGetDeviceProperties(&properties, 0) != cudaSuccess) return 2;
  std::ofstream file(path);
  file << "# Digests of random kernels on " << properties.name
       << ", by seed. Written by record.sh, never by hand.\n";
  size_t failures = 0;
  auto device = std::make_unique<Device>();
  for (uint64_t seed = first; seed < first + count; ++seed) {
    const std::string line = device->run(seed);
    if (line[0] == '[') {
      ++failures;
      std::fprintf(stderr, "%llu %s\n", (unsigned long long)seed, line.c_str());
      cudaDeviceReset();  // A fault ends the context.
      device = std::make_unique<Device>();
      continue;
    }
    file << seed << ' ' << line << '\n';
  }
  std::printf("%llu kernels recorded, %zu failed\n", (unsigned long long)(count - failures),
              failures);
  return file.flush() && failures == 0 ? 0 : 1;
}

std::map<uint64_t, std::string> read_records(const std::string& path) {
  std::map<uint64_t, std::string> records;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    const size_t blank = line.find(' ');
    if (line[0] != '#' && line[0] != '?' && blank != std::string::npos)
      records[std::stoull(line.substr(0, blank))] = line.substr(blank + 1);
  }
  return records;
}

/// Lines marked with `?`: kernels on which the emulator is known to differ. They are not compared.
size_t count_marked(const std::string& path) {
  size_t marked = 0;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) marked += line.rfind("? ", 0) == 0;
  return marked;
}

/// Which results differ, for a reader who then looks for their `acc` in the kernel.
std::string difference(const std::string& expected, const std::string& got) {
  if (got[0] == '[') return got;
  std::string text;
  for (size_t k = 0; k < kResults + 2; ++k) {
    if (expected.substr(4 * k, 4) == got.substr(4 * k, 4)) continue;
    text += k < kResults ? " acc" + std::to_string(k) : k == kResults ? " scratch" : " cells";
  }
  return "differs from the GPU in" + text;
}

int compare(const std::string& path, uint64_t first, uint64_t count) {
  const auto records = read_records(path);
  Device device;
  size_t compared = 0, different = 0;
  for (const auto& [seed, expected] : records) {
    if (seed < first || seed - first >= count) continue;
    ++compared;
    const std::string got = device.run(seed);
    if (got == expected) continue;
    ++different;
    std::printf("random kernel %llu: %s (run_random show %llu)\n", (unsigned long long)seed,
                difference(expected, got).c_str(), (unsigned long long)seed);
  }
  std::printf("%zu of %zu random kernels agree with the GPU\n", compared - different, compared);
  std::printf("%zu more are marked as different in the record\n", count_marked(path));
  return compared != 0 && different == 0 ? 0 : 1;
}

int write_ptx(const std::string& folder, uint64_t first, uint64_t count) {
  for (uint64_t module = first / kPerModule * kPerModule; module < first + count;
       module += kPerModule) {
    std::ofstream file(folder + "/" + std::to_string(module) + ".ptx");
    file << module_text(module, kPerModule);
    if (!file.flush()) return 2;
  }
  return 0;
}

}  // namespace

int main(int count, char** arguments) {
  std::vector<std::string> words(arguments + 1, arguments + count);
  if (words.size() > 2 && words[0] == "--cubins") {
    cubin_folder = words[1];
    words.erase(words.begin(), words.begin() + 2);
  }
  const auto number = [&](size_t i) { return std::stoull(words[i]); };
  if (words.size() == 4 && words[0] == "record") return record(words[1], number(2), number(3));
  if (words.size() == 2 && words[0] == "compare") return compare(words[1], 0, ~0ull);
  if (words.size() == 4 && words[0] == "compare") return compare(words[1], number(2), number(3));
  if (words.size() == 4 && words[0] == "write-ptx")
    return write_ptx(words[1], number(2), number(3));
  if (words.size() == 2 && words[0] == "show") {
    std::fputs(module_text(number(1), 1).c_str(), stdout);
    return 0;
  }
  std::fprintf(stderr, "usage: run_random [--cubins FOLDER] record|compare|show|write-ptx …\n");
  return 2;
}
