// Streams and events by their handles. All work is done when the call that asks for it returns, so
// the order that streams and events promise holds by itself.
#pragma once

#include "runtime/context.h"

namespace gtl::runtime {

/// Whether `handle` is a default stream (0, cudaStreamLegacy, cudaStreamPerThread) or one that was
/// created.
inline bool is_stream(const Context& context, const void* handle) {
  constexpr uintptr_t kLastDefaultStream = 2;
  return reinterpret_cast<uintptr_t>(handle) <= kLastDefaultStream ||
         context.streams.contains(static_cast<const Stream*>(handle));
}

inline bool is_event(const Context& context, const void* handle) {
  return context.events.contains(static_cast<const Event*>(handle));
}

}  // namespace gtl::runtime
