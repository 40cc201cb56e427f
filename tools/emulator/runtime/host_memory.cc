#include "runtime/host_memory.h"

#include <signal.h>
#include <unistd.h>

#include <cinttypes>
#include <cstdio>
#include <cstring>

#include "memory/memory.h"

namespace gtl::runtime {

bool is_host_memory(uint64_t address) {
  std::FILE* maps = std::fopen("/proc/self/maps", "r");
  if (maps == nullptr) return false;
  bool found = false;
  char line[512];
  while (!found && std::fgets(line, sizeof line, maps) != nullptr) {
    uint64_t start = 0, end = 0;
    found = std::sscanf(line, "%" SCNx64 "-%" SCNx64, &start, &end) == 2 && address >= start &&
            address < end;
  }
  std::fclose(maps);
  return found;
}

uint64_t available_host_bytes() {
  // sysconf knows only the free pages, not those that the page cache would give back.
  uint64_t kilobytes = 0;
  if (std::FILE* info = std::fopen("/proc/meminfo", "r")) {
    char line[256];
    while (kilobytes == 0 && std::fgets(line, sizeof line, info) != nullptr) {
      if (std::sscanf(line, "MemAvailable: %" SCNu64, &kilobytes) != 1) kilobytes = 0;
    }
    std::fclose(info);
  }
  if (kilobytes != 0) return kilobytes * 1024;
  return static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) *
         static_cast<uint64_t>(sysconf(_SC_PAGESIZE)) / 2;
}

namespace {

thread_local const char* copying_call = nullptr;

/// What a signal handler may do.
void say(const char* text) {
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, std::strlen(text));
}

void say_hexadecimal(uint64_t number) {
  char text[19] = "0x";
  char* end = text + 2;
  for (int shift = 60; shift >= 0; shift -= 4) {
    const uint64_t rest = number >> shift;
    if (rest != 0 || shift == 0) *end++ = "0123456789abcdef"[rest & 15];
  }
  *end = '\0';
  say(text);
}

void on_segmentation_fault(int, siginfo_t* info, void*) {
  const auto address = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(info->si_addr));
  if (memory::is_device_address(address)) {
    say("emulator: the host used a pointer to device memory (from cudaMalloc): only kernels can "
        "read and write it. "
        "Copy the data with cudaMemcpy, or allocate with cudaMallocManaged.\n");
  } else if (copying_call != nullptr) {
    say("emulator: ");
    say(copying_call);
    say(": the program has no memory at ");
    say_hexadecimal(address);
    say(" that this copy could read or write; is the host's pointer valid, and is the size that of "
        "its array, in bytes?\n");
  }
  // Back in the program the access faults again, and the default action ends it.
  signal(SIGSEGV, SIG_DFL);
}

}  // namespace

HostCopy::HostCopy(const char* call) { copying_call = call; }
HostCopy::~HostCopy() { copying_call = nullptr; }

void explain_host_faults() {
  struct sigaction current {};
  if (sigaction(SIGSEGV, nullptr, &current) != 0 || current.sa_handler != SIG_DFL) return;
  struct sigaction ours {};
  ours.sa_sigaction = on_segmentation_fault;
  ours.sa_flags = SA_SIGINFO;
  sigaction(SIGSEGV, &ours, nullptr);
}

}  // namespace gtl::runtime
