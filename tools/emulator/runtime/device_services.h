// What kernels ask of the host while they run: printf, and memory from the device's own heap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "checks/global_shadow.h"
#include "checks/report_text.h"
#include "exec/launch.h"
#include "memory/memory.h"
#include "runtime/device_heap.h"

namespace gtl::runtime {

/// Collects what kernels print and shows it when the host waits, as the device does. Within a
/// launch the text comes in the order of the blocks, whichever worker ran them.
class DeviceServices : public exec::HostServices {
 public:
  int32_t print(uint64_t block, const char* format, std::span<const std::byte> arguments,
                const TextAt& text_at) override;
  uint64_t device_malloc(uint64_t bytes, const HeapCall& call) override;
  bool device_free(uint64_t address) override;
  HeapPiece heap_piece(uint64_t address) override;
  std::string describe_heap(uint64_t address) override;

  bool has_heap() const { return heap_.is_attached(); }
  void attach_heap(uint64_t address, uint64_t bytes) { heap_.attach(address, bytes); }

  /// From here on, malloc is called by `launch`, which `heap_leaks` wants to know, and racecheck's
  /// `accesses` learns of it; either may be null.
  void begin_launch(const exec::Launch* launch, checks::GlobalShadow* accesses) {
    launch_ = launch;
    accesses_ = accesses;
  }
  /// What malloc returned and nobody freed, each place in the program once.
  std::vector<checks::Finding> heap_leaks() const;

  /// The launch is over: its text joins what is to be shown.
  void end_launch();
  /// Shows everything on stdout.
  void flush();
  /// At the end of the program: says what printf wrote that was never shown, and why.
  void explain_unshown();

 private:
  std::mutex mutex_;
  std::map<uint64_t, std::string> by_block_;
  std::string pending_;
  DeviceHeap heap_;

  struct HeapCaller {
    std::string place, thread;
  };
  const exec::Launch* launch_ = nullptr;
  checks::GlobalShadow* accesses_ = nullptr;
  std::map<uint64_t, HeapCaller> heap_callers_;  ///< By address, for leakcheck.
};

}  // namespace gtl::runtime
