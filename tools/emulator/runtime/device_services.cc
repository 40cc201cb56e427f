#include "runtime/device_services.h"

#include <algorithm>
#include <cstdio>

#include "runtime/device_printf.h"
#include "runtime/explain.h"

namespace gtl::runtime {

int32_t DeviceServices::print(uint64_t block, const char* format,
                              std::span<const std::byte> arguments, const TextAt& text_at) {
  if (format == nullptr) return -1;
  Printed printed = format_printf(format, arguments, text_at);
  std::lock_guard lock(mutex_);
  by_block_[block] += printed.text;
  return printed.has_wild_text ? kUnreadableText : printed.arguments;
}

uint64_t DeviceServices::device_malloc(uint64_t bytes, const HeapCall& call) {
  std::lock_guard lock(mutex_);
  const uint64_t address = heap_.allocate(bytes);
  if (address != 0 && accesses_ != nullptr) accesses_->forget(address, bytes);
  if (address != 0 && launch_ != nullptr) {
    heap_callers_[address] = {
        checks::place(*launch_->program, call.function, call.instruction),
        "thread " + checks::parenthesised(checks::thread_index(*launch_, call.thread)) +
            " in block " + checks::parenthesised(checks::block_index(*launch_, call.block))};
  }
  return address;
}

exec::HostServices::HeapPiece DeviceServices::heap_piece(uint64_t address) {
  std::lock_guard lock(mutex_);
  return heap_.find(address);
}

std::string DeviceServices::describe_heap(uint64_t address) {
  std::lock_guard lock(mutex_);
  return heap_.describe(address);
}

std::vector<checks::Finding> DeviceServices::heap_leaks() const {
  struct Leak {
    uint64_t bytes = 0, pieces = 0;
    std::string thread;
  };
  std::map<std::string, Leak> by_place;
  for (const auto& [address, piece] : heap_.used()) {
    const auto caller = heap_callers_.find(address);
    if (caller == heap_callers_.end()) continue;
    Leak& leak = by_place[caller->second.place];
    leak.bytes += piece.size;
    if (leak.pieces++ == 0) leak.thread = caller->second.thread;
  }
  std::vector<checks::Finding> findings;
  for (const auto& [place, leak] : by_place) {
    checks::ReportText text;
    text.line("Leaked " + checks::count(leak.bytes, "byte") +
              " of the device's heap (malloc), in " + checks::count(leak.pieces, "piece"));
    text.indented("allocated at " + place);
    text.indented((leak.pieces > 1 ? "one by " : "by ") + leak.thread);
    text.indented(
        "What to do: call free(), in this kernel or in one after it: the heap keeps what "
        "a kernel leaves there.");
    findings.push_back({"leakcheck", "Leak at " + place, text.take(), {}});
  }
  return findings;
}

bool DeviceServices::device_free(uint64_t address) {
  std::lock_guard lock(mutex_);
  return heap_.release(address);
}

void DeviceServices::end_launch() {
  launch_ = nullptr;
  accesses_ = nullptr;
  for (auto& [block, text] : by_block_) pending_ += text;
  by_block_.clear();
}

void DeviceServices::flush() {
  if (pending_.empty()) return;
  std::fwrite(pending_.data(), 1, pending_.size(), stdout);
  pending_.clear();
}

void DeviceServices::explain_unshown() {
  if (pending_.empty()) return;
  const auto lines = std::count(pending_.begin(), pending_.end(), '\n');
  explain(
      "a kernel printed " + std::to_string(lines) + (lines == 1 ? " line" : " lines") +
      " that were never shown, as on a GPU: the program ended without waiting for the kernel. Call "
      "cudaDeviceSynchronize() before the end of main().");
}

}  // namespace gtl::runtime
