// The host's own memory: telling it from addresses that mean nothing, and how much there is.
#pragma once

#include <cstdint>

namespace gtl::runtime {

/// Whether the host process has memory at `address`. Linux only; elsewhere the answer is no.
bool is_host_memory(uint64_t address);

/// Bytes that the host can still lend without swapping.
uint64_t available_host_bytes();

/// While one lives, its thread copies from or to memory of the program. Should that memory not be
/// there, the program is told which call was given it before it dies of the segmentation fault.
class HostCopy {
 public:
  explicit HostCopy(const char* call);
  ~HostCopy();
  HostCopy(const HostCopy&) = delete;
  HostCopy& operator=(const HostCopy&) = delete;
};

/// From now on, a host that touches device memory is told so before it dies of the segmentation
/// fault, as it would on a machine with a GPU. Leaves alone a program that handles the signal
/// itself.
void explain_host_faults();

}  // namespace gtl::runtime
