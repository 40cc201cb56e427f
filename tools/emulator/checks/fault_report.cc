#include "checks/fault_report.h"

#include <algorithm>
#include <bit>

#include "base/demangle.h"
#include "checks/address_report.h"
#include "checks/report_text.h"
#include "decode/program.h"

namespace gtl::checks {
namespace {

using exec::FaultKind;

uint32_t first_lane(const exec::Fault& fault) {
  return fault.lanes == 0 ? 0 : static_cast<uint32_t>(std::countr_zero(fault.lanes));
}

const char* verb(exec::AccessKind access) {
  switch (access) {
    case exec::AccessKind::Load:
      return "read";
    case exec::AccessKind::Store:
      return "write";
    case exec::AccessKind::Atomic:
    case exec::AccessKind::Reduction:
      break;
  }
  return "atomic";
}

const char* space_name(memory::Space space) {
  switch (space) {
    case memory::Space::Global:
      return "__global__";
    case memory::Space::Shared:
      return "__shared__";
    case memory::Space::Local:
      return "local";
    case memory::Space::Const:
      return "__constant__";
    case memory::Space::Param:
      break;
  }
  return "parameter";
}

std::string headline(const exec::Fault& fault) {
  const std::string access = std::string(space_name(fault.space)) + " " + verb(fault.access) +
                             " of size " + count(fault.bytes, "byte");
  switch (fault.kind) {
    case FaultKind::OutOfBounds:
      return "Invalid " + access;
    case FaultKind::InvalidText:
      return "Invalid text to print";
    case FaultKind::MissingParameters:
      return "Missing kernel parameters";
    case FaultKind::NotInCluster:
      return "Invalid " + access;
    case FaultKind::Misaligned:
      return "Misaligned " + access;
    case FaultKind::WrongSpace:
      return "Access in the wrong address space: " + access;
    case FaultKind::IllegalInstruction:
      return "Illegal instruction";
    case FaultKind::Trap:
      return "The kernel stopped itself (trap)";
    case FaultKind::Assert:
      return "Assertion failed";
    case FaultKind::BarrierMisuse:
      return "Barrier error";
    case FaultKind::Deadlock:
      return "Deadlock: no thread of the block can go on";
    case FaultKind::StackOverflow:
      return "Stack overflow";
    case FaultKind::NoProgress:
      return "Deadlock: every thread that is left waits for something that none of them will do";
    case FaultKind::Interrupted:
      return "Interrupted: the kernel was still running";
    case FaultKind::InvalidFree:
      return "Invalid free";
    case FaultKind::InvalidImage:
      return "Invalid texture or surface object";
    case FaultKind::SurfaceOutOfBounds:
      return "Surface access out of bounds";
    case FaultKind::MisalignedSurface:
      return "Misaligned surface access";
    case FaultKind::InstructionLimit:
      break;
  }
  return "The kernel ran longer than the limit allows";
}

std::string what_to_do(const FaultReport& report) {
  switch (report.fault.kind) {
    case FaultKind::Misaligned:
      return "an access of " + count(report.fault.bytes, "byte") +
             " needs an address that is a multiple of " +
             std::to_string(alignment_of(report.fault)) +
             "; start vector accesses (float4, int2) at whole vectors from the start of the "
             "allocation";
    case FaultKind::Trap:
      return "look for __trap() or a failed check in the code that this line calls";
    case FaultKind::InvalidFree:
      return "call free once, with the pointer that malloc returned";
    case FaultKind::InvalidText:
      return "copy the text to the device before the launch";
    case FaultKind::MissingParameters:
      return "launch the kernel with the arguments that its PTX declares: host and device code "
             "must be of one compilation";
    case FaultKind::OutOfBounds:
      return report.fault.detail.empty()
                 ? ""
                 : "compare the index with the size that malloc was given, and free memory only "
                   "after its last use";
    case FaultKind::SurfaceOutOfBounds:
      return "compare the coordinates with the extent of the array; x counts bytes, as in "
             "surf2Dread(&value, surface, x * sizeof(value), y)";
    case FaultKind::MisalignedSurface:
      return "x counts bytes: multiply the column by the size of what is accessed";
    case FaultKind::StackOverflow:
      return "reduce the depth of recursion or the size of local arrays";
    case FaultKind::NoProgress:
      return "look for a flag that nobody sets any more, for a block that returns before the "
             "others meet (grid.sync()), or for a grid with more blocks than the device holds at "
             "once. A flag that the host, another host thread or a kernel in another stream sets "
             "after the launch comes too late here: the emulator runs a kernel to its end before "
             "the launch returns, and gives other threads of the host 2 seconds";
    case FaultKind::InstructionLimit:
      return "if the kernel is only long, raise the limit: emulate --limit N, or GTL_LIMIT=N; "
             "otherwise look for a loop that never ends";
    case FaultKind::Interrupted:
      return "look at the lines above if it should have ended by itself";
    case FaultKind::Deadlock:
    case FaultKind::BarrierMisuse:
      if (report.fault.detail.find("mbarrier") != std::string::npos) {
        return "initialise an mbarrier before any thread uses it, for as many arrivals as a phase "
               "has; announce exactly the bytes that its copies bring; and wait for the parity of "
               "the phase that is to end: 0 for the first, 1 for the second, 0 for the third";
      }
      if (report.fault.detail.find("cluster") != std::string::npos) {
        return "let every thread of every block of the cluster reach the same cluster.sync(): each "
               "arrives once and waits once";
      }
      if (report.fault.detail.find("wgmma") != std::string::npos) {
        return "let all four warps of the warpgroup (128 threads) come to the same wgmma "
               "instructions";
      }
      if (report.fault.kind == FaultKind::Deadlock &&
          report.fault.detail.find(" for lanes ") != std::string::npos) {
        return "give __shfl_sync, __ballot_sync, __syncwarp and their like the mask of the lanes "
               "that come to this line, and let all of them come";
      }
      return "every thread of the block must reach the same __syncthreads(); do not put it where "
             "only some "
             "threads come by";
    default:
      return "";
  }
}

/// The calls, innermost first. Of a deep recursion the first ones and the last one.
void tell_calls(ReportText& text, const FaultReport& report) {
  constexpr size_t kMost = 8, kFirst = 4;
  const auto& calls = report.fault.call_stack;
  for (size_t i = 0; i < calls.size(); ++i) {
    if (calls.size() > kMost && i == kFirst) {
      text.indented("… and " + count(calls.size() - kFirst - 1, "more call") + " …");
      i = calls.size() - 1;
    }
    const auto& [function, call] = calls[i];
    text.indented("called from " + place(*report.launch.program, function, call));
    text.inlined(*report.launch.program, function, call);
  }
}

}  // namespace

std::string fault_report(const FaultReport& report) {
  const exec::Fault& fault = report.fault;
  if (fault.kind == FaultKind::Assert) return fault.detail;  // CUDA's own words, a line a thread.

  ReportText text;
  text.line(headline(fault));
  text.indented("at " + place(*report.launch.program, fault.function, fault.instruction));
  text.inlined(*report.launch.program, fault.function, fault.instruction);
  tell_calls(text, report);
  const uint32_t lane = first_lane(fault);
  text.indented("by thread " + parenthesised(thread_index(report.launch, fault.warp * 32 + lane)) +
                " in block " + parenthesised(block_index(report.launch, fault.block)));
  const int more = std::popcount(fault.lanes) - 1;
  if (more > 0) {
    text.indented("and by " + count(static_cast<uint64_t>(more), "more thread") +
                  " of its warp, at the same line");
  }
  for (size_t start = 0, end; start < fault.detail.size(); start = end + 1) {
    end = std::min(fault.detail.find('\n', start), fault.detail.size());
    text.indented(fault.detail.substr(start, end - start));
  }

  std::string advice = what_to_do(report);
  const bool is_of_heap = !fault.detail.empty();  // The heap has told it better.
  if (!is_of_heap && (fault.kind == FaultKind::OutOfBounds || fault.kind == FaultKind::Misaligned ||
                      fault.kind == FaultKind::WrongSpace)) {
    const AddressReport address = address_report(report, fault.address[lane]);
    for (const std::string& line : address.facts) text.indented(line);
    if (advice.empty()) advice = address.advice;
  }
  if (!advice.empty()) text.indented("What to do: " + advice + ".");
  return text.take();
}

Finding fault_finding(const FaultReport& report) {
  const exec::Fault& fault = report.fault;
  const bool is_of_waiting = fault.kind == FaultKind::BarrierMisuse ||
                             fault.kind == FaultKind::Deadlock ||
                             fault.kind == FaultKind::NoProgress;
  return {
      is_of_waiting ? "synccheck" : "memcheck",
      headline(fault) + " at " + place(*report.launch.program, fault.function, fault.instruction),
      fault_report(report),
      {{fault.function, fault.instruction}}};
}

}  // namespace gtl::checks
