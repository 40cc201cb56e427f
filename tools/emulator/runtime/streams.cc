#include "runtime/streams.h"

namespace gtl::runtime {

Stream* find_stream(Context& context, void* handle) {
  constexpr uintptr_t kLegacy = 1, kPerThread = 2;
  Device& device = context.device();
  const auto number = reinterpret_cast<uintptr_t>(handle);
  if (number <= kLegacy) return &device.legacy;
  if (number == kPerThread) {
    Stream& stream = device.per_thread[std::this_thread::get_id()];
    stream.device = device.index;
    stream.id = kPerThread;
    return &stream;
  }
  auto* stream = static_cast<Stream*>(handle);
  return context.streams.contains(stream) ? stream : nullptr;
}

bool is_legacy(const Stream& stream) { return stream.id == 1; }

}  // namespace gtl::runtime
