#include "checks/address_report.h"

#include <algorithm>
#include <bit>
#include <string_view>

#include "checks/report_text.h"

namespace gtl::checks {
namespace {

using memory::Allocation;
using memory::Kind;

constexpr const char* kBelowZero =
    "look for an index below zero, such as data[i - 1] in the first thread";

/// An offset as the program meant it: an index below zero comes around at 32 bits, or at 64.
int64_t signed_offset(uint64_t offset) {
  return offset >> 32 == 0 ? int64_t{static_cast<int32_t>(offset)} : static_cast<int64_t>(offset);
}

AddressReport window_report(const exec::Fault& fault, uint64_t address) {
  AddressReport report;
  const int64_t offset = signed_offset(address);
  if (fault.space == memory::Space::Shared) {
    report.facts.push_back("Access to offset " + std::to_string(offset) +
                           " of shared memory, of which the block has " +
                           count(fault.space_size, "byte") + " (static and dynamic)");
    report.advice =
        "compare the index with the size of the __shared__ array; for an extern __shared__ array, "
        "pass its "
        "size in bytes as the third launch argument";
    if (offset < 0) report.advice = kBelowZero;
    return report;
  }
  if (fault.space == memory::Space::Local) {
    report.facts.push_back("Access to offset " + std::to_string(offset) +
                           " of the thread's local memory, " + count(fault.space_size, "byte"));
    report.advice = "compare the index with the size of the array inside the kernel";
    if (offset < 0) report.advice = kBelowZero;
    return report;
  }
  report.facts.push_back("Access to offset " + std::to_string(offset) + " of " +
                         count(fault.space_size, "byte"));
  return report;
}

/// What the compiler keeps for itself, such as the text of a printf: $str, __unnamed_1.
bool is_literal(const Allocation& allocation) {
  const std::string_view label = allocation.label == nullptr ? "" : allocation.label;
  return label.starts_with("$") || label.starts_with("__unnamed_");
}

/// The neighbours that a program knows of.
memory::Nearby neighbours(const memory::Memory& memory, uint64_t address) {
  memory::Nearby result = memory.nearby(address);
  const auto is_known = [](const Allocation* near) {
    return near == nullptr || !is_literal(*near);
  };
  if (is_known(result.before) && is_known(result.after)) return result;
  result.before = result.after = nullptr;
  for (const Allocation* allocation : memory.live()) {  // By address.
    if (is_literal(*allocation)) continue;
    if (allocation->address <= address) result.before = allocation;
    if (allocation->address > address && result.after == nullptr) result.after = allocation;
  }
  return result;
}

/// Where an address that lies `below` bytes behind one allocation and `above` bytes before the next
/// belongs: an index runs past the end more often, and farther, than below zero.
bool is_past_end(uint64_t below, uint64_t above) {
  constexpr uint64_t kFarNearer = 8;
  return above >= ~uint64_t{0} / kFarNearer || below <= kFarNearer * above;
}

AddressReport past_end(const Allocation& allocation, uint64_t address, uint32_t bytes,
                       bool is_nearest = true) {
  const uint64_t end = allocation.address + allocation.size;
  AddressReport report;
  if (address < end) {
    report.facts = {"Access to " + hex(address) + " is out of bounds",
                    "it begins inside " + described(allocation),
                    "and ends " + count(address + bytes - end, "byte") + " past its end"};
  } else {
    // As Compute Sanitizer counts: the first byte after the allocation is 1 byte after it.
    report.facts = {
        "Access to " + hex(address) + " is out of bounds",
        "and is " + count(address - end + 1, "byte") +
            (is_nearest ? " after the nearest allocation:" : " after the allocation before it:"),
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
      kBelowZero};
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
  const memory::Nearby near = neighbours(memory, address);
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
  if (near.before != nullptr && is_past_end(below, above))
    return past_end(*near.before, address, fault.bytes, below <= above);
  if (near.after != nullptr) return before_start(*near.after, address);
  return {{"Access to " + hex(address) + ": the device has no allocation at all"},
          "allocate memory with cudaMalloc before the launch"};
}

}  // namespace gtl::checks
