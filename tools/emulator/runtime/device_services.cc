#include "runtime/device_services.h"

#include <algorithm>
#include <cstdio>

#include "runtime/device_printf.h"
#include "runtime/explain.h"

namespace gtl::runtime {

int32_t DeviceServices::print(uint64_t block, const char* format,
                              std::span<const std::byte> arguments) {
  if (format == nullptr) return -1;
  Printed printed = format_printf(format, arguments, memory_);
  std::lock_guard lock(mutex_);
  by_block_[block] += printed.text;
  return printed.arguments;
}

uint64_t DeviceServices::device_malloc(uint64_t bytes) {
  std::lock_guard lock(mutex_);
  return heap_.allocate(bytes);
}

bool DeviceServices::device_free(uint64_t address) {
  std::lock_guard lock(mutex_);
  return heap_.release(address);
}

void DeviceServices::end_launch() {
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
