#include "checks/address_report.h"

#include <algorithm>
#include <bit>

#include "checks/report_text.h"

namespace gtl::checks {
namespace {

using memory::Allocation;
using memory::Kind;

AddressReport window_report(const exec::Fault& fault, uint64_t offset) {
  AddressReport report;
  if (fault.space == memory::Space::Shared) {
    report.facts.push_back("Access to offset " + std::to_string(offset) +
                           " of shared memory, of which the block has " +
                           count(fault.space_size, "byte") + " (static and dynamic)");
    report.advice =
        "compare the index with the size of the __shared__ array; for an extern __shared__ array, "
        "pass its "
        "size in bytes as the third launch argument";
    return report;
  }
  if (fault.space == memory::Space::Local) {
    report.facts.push_back("Access to offset " + std::to_string(offset) +
                           " of the thread's local memory, " + count(fault.space_size, "byte"));
    report.advice = "compare the index with the size of the array inside the kernel";
    return report;
  }
  report.facts.push_back("Access to offset " + std::to_string(offset) + " of " +
                         count(fault.space_size, "byte"));
  return report;
}

AddressReport past_end(const Allocation& allocation, uint64_t address, uint32_t bytes) {
  const uint64_t end = allocation.address + allocation.size;
  AddressReport report;
  if (address < end) {
    report.facts = {"Access to " + hex(address) + " is out of bounds",
                    "it begins inside " + described(allocation),
                    "and ends " + count(address + bytes - end, "byte") + " past its end"};
  } else {
    // As Compute Sanitizer counts: the first byte after the allocation is 1 byte after it.
    report.facts = {"Access to " + hex(address) + " is out of bounds",
                    "and is " + count(address - end + 1, "byte") + " after the nearest allocation:",
                    described(allocation)};
  }
  report.advice =
      "compare the index with the number of elements before the access, as in if (i < n), and "
      "check "
      "the size given to the allocation: it is in bytes";
  return report;
}

AddressReport before_start(const Allocation& allocation, uint64_t address) {
  return {
      {"Access to " + hex(address) + " is out of bounds",
       "and is " + count(allocation.address - address, "byte") + " before the nearest allocation:",
       described(allocation)},
      "look for an index below zero, such as data[i - 1] in the first thread"};
}

}  // namespace

uint32_t alignment_of(const exec::Fault& fault) { return std::bit_ceil(std::max(fault.bytes, 1u)); }

AddressReport address_report(const FaultReport& report, uint64_t address) {
  const exec::Fault& fault = report.fault;
  if (fault.space != memory::Space::Global && fault.space != memory::Space::Const) {
    return window_report(fault, address);
  }
  if (fault.kind == exec::FaultKind::Misaligned) {
    return {{"Address " + hex(address) + " is " + std::to_string(address % alignment_of(fault)) +
             " bytes past a multiple of " + std::to_string(alignment_of(fault))},
            ""};
  }
  constexpr uint64_t kNullPage = 4096;
  if (address < kNullPage) {
    return {{"Access to " + hex(address) + ": the pointer is null"},
            "check that the pointer was set, and that the cudaMalloc behind it succeeded"};
  }
  for (const auto& [window, name] :
       {std::pair{memory::kSharedWindow, "shared"}, std::pair{memory::kLocalWindow, "local"}}) {
    if (address - window >= memory::kWindowSize) continue;
    return {{"Access to " + hex(address) + ": this is an address of " + name + " memory"},
            std::string("pass on no pointer to ") + name + " memory: it ends with its " +
                (window == memory::kSharedWindow ? "block" : "thread")};
  }
  const memory::Memory& memory = *report.launch.memory;
  const memory::Nearby near = memory.nearby(address);
  if (near.freed != nullptr) {
    return {
        {"Access to " + hex(address) + " lies in memory that was freed:", described(*near.freed)},
        "free memory only after the last kernel that uses it"};
  }
  if (const Allocation* inside = memory.find(address)) {
    if (inside->address + inside->size - address < fault.bytes)
      return past_end(*inside, address, fault.bytes);
    return {{"Access to " + hex(address) + " inside " + described(*inside)}, ""};
  }
  const uint64_t below =
      near.before == nullptr ? ~uint64_t{0} : address - (near.before->address + near.before->size);
  const uint64_t above = near.after == nullptr ? ~uint64_t{0} : near.after->address - address;
  // Within a red zone the neighbour is meant, also when it lies at a host address.
  const bool is_beside = std::min(below, above) <= memory::kRedZone;
  if (!is_beside && report.is_host_memory != nullptr && report.is_host_memory(address)) {
    return {{"Access to " + hex(address) + ": this address belongs to the host"},
            "the kernel was given a host pointer; allocate with cudaMalloc and copy with "
            "cudaMemcpy, or allocate "
            "with cudaMallocManaged"};
  }
  if (near.before != nullptr && below <= above) return past_end(*near.before, address, fault.bytes);
  if (near.after != nullptr) return before_start(*near.after, address);
  return {{"Access to " + hex(address) + ": the device has no allocation at all"},
          "allocate memory with cudaMalloc before the launch"};
}

}  // namespace gtl::checks
