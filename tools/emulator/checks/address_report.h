// What is to be said about a bad address: where it lies, by how much it misses, and the usual
// reason.
#pragma once

#include <string>
#include <vector>

#include "checks/fault_report.h"

namespace gtl::checks {

struct AddressReport {
  std::vector<std::string> facts;
  std::string advice;  ///< Without a full stop.
};

AddressReport address_report(const FaultReport& report, uint64_t address);

/// The multiple that the address of a faulting access has to be.
uint32_t alignment_of(const exec::Fault& fault);

}  // namespace gtl::checks
