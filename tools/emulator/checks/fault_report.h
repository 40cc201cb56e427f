// What a failed kernel tells its reader: in the manner of Compute Sanitizer, and with what to do
// about it.
#pragma once

#include <string>

#include "checks/report_text.h"
#include "exec/launch.h"

namespace gtl::checks {

struct FaultReport {
  const exec::Launch& launch;
  const exec::Fault& fault;
  /// Whether the host process has memory at an address: tells a host pointer from a wild one. May
  /// be null.
  bool (*is_host_memory)(uint64_t address) = nullptr;
};

/// Several lines, each ended. One report for all lanes of the warp instruction.
std::string fault_report(const FaultReport& report);
Finding fault_finding(const FaultReport& report);

}  // namespace gtl::checks
