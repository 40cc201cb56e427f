// A device in a few lines, for tests: memory, a module from PTX text, launches.
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "decode/program.h"
#include "exec/launch.h"
#include "memory/memory.h"

namespace gtl::test {

/// The usual head of a module.
inline const std::string kHead = ".version 9.0\n.target sm_90\n.address_size 64\n";

class Device {
 public:
  explicit Device(const std::string& text);

  const std::string& decode_error() const { return decode_error_; }
  decode::Program& program() { return *program_; }
  memory::Memory& memory() { return memory_; }

  uint64_t allocate(uint64_t bytes);
  template <class T>
  uint64_t upload(const std::vector<T>& values) {
    const uint64_t address = allocate(values.size() * sizeof(T));
    std::copy(values.begin(), values.end(), host<T>(address, values.size()));
    return address;
  }
  template <class T>
  std::vector<T> download(uint64_t address, size_t count) {
    const T* values = host<T>(address, count);
    return {values, values + count};
  }

  struct Options {
    exec::Dim3 grid{}, block{}, cluster{};
    uint32_t dynamic_shared = 0;
    exec::Observer* observer = nullptr;
    exec::HostServices* host = nullptr;
    uint64_t seed = 0;
  };
  /// Runs all blocks, in turns of `budget` warp instructions. Arguments are packed as 8-byte values
  /// unless they are 4 bytes wide.
  template <class... Arguments>
  exec::RunState launch(const std::string& kernel, const Options& options, Arguments... arguments) {
    std::vector<std::byte> parameters;
    (append(parameters, &arguments, sizeof arguments), ...);
    return run(kernel, options, std::move(parameters));
  }
  exec::RunState run(const std::string& kernel, const Options& options,
                     std::vector<std::byte> parameters);

  /// Packs one more argument.
  static void append(std::vector<std::byte>& parameters, const void* value, size_t bytes);

  const exec::Fault& fault() const { return fault_; }
  uint64_t executed() const { return executed_; }  ///< Warp instructions of the last launch.
  uint64_t lanes() const { return lanes_; }        ///< Thread instructions.
  /// "kernel.cu:7" of the fault, or the PTX line when there is no .loc.
  std::string fault_line() const;

 private:
  template <class T>
  T* host(uint64_t address, size_t count) {
    return reinterpret_cast<T*>(memory_.host_bytes(address, count * sizeof(T)));
  }
  memory::Memory memory_;
  std::unique_ptr<decode::Program> program_;
  std::string decode_error_;
  exec::Fault fault_;
  uint64_t executed_ = 0, lanes_ = 0;
};

}  // namespace gtl::test
