#include "runtime/leak_report.h"

#include "runtime/context.h"

namespace gtl::runtime {
namespace {

using memory::Kind;

struct Leaked {
  std::string what, place, advice;
};

uint64_t key_of(const void* handle) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(handle));
}

void add(std::vector<checks::Finding>& findings, const Leaked& leaked) {
  checks::ReportText text;
  text.line("Leaked " + leaked.what);
  if (!leaked.place.empty()) text.indented("made by " + leaked.place);
  text.indented("What to do: call " + leaked.advice + " before the program ends.");
  findings.push_back(
      {"leakcheck", "Leaked " + leaked.what + " by " + leaked.place, text.take(), {}});
}

}  // namespace

std::vector<checks::Finding> leaks(const Context& context) {
  if (context.fault() != CudaError::Success) return {};  // Since then nothing could be freed.
  std::vector<checks::Finding> findings = context.services.heap_leaks();
  for (const memory::Allocation* allocation : context.memory.live()) {
    const bool is_program_s = allocation->kind == Kind::ModuleVariable ||
                              allocation->kind == Kind::ModuleConstant ||
                              allocation->kind == Kind::DeviceHeap || *allocation->label != '\0';
    if (is_program_s) continue;
    const std::string bytes = checks::count(allocation->size, "byte") + " of ";
    const std::string number = ", allocation #" + std::to_string(allocation->id);
    const std::string place = context.call_sites.describe(allocation->address);
    if (allocation->kind == Kind::Managed) {
      add(findings, {bytes + "managed memory (cudaMallocManaged)" + number, place, "cudaFree"});
    } else if (allocation->kind == Kind::PinnedHost) {
      const char* call = allocation->owns_data ? "cudaFreeHost" : "cudaHostUnregister";
      add(findings, {bytes + "pinned host memory" + number, place, call});
    } else {
      add(findings, {bytes + "device memory (cudaMalloc)" + number, place, "cudaFree"});
    }
  }
  for (const Stream* stream : context.streams)
    add(findings, {"1 stream", context.call_sites.describe(key_of(stream)), "cudaStreamDestroy"});
  for (const Event* event : context.events)
    add(findings, {"1 event", context.call_sites.describe(key_of(event)), "cudaEventDestroy"});
  return findings;
}

}  // namespace gtl::runtime
