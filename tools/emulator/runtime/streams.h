// Streams and events by their handles. All work is done when the call that asks for it returns, so
// the order that streams and events promise holds by itself.
#pragma once

#include "runtime/context.h"

namespace gtl::runtime {

/// The stream behind a handle: one that was created, or the calling thread's current device's
/// default stream (0 and cudaStreamLegacy, or cudaStreamPerThread). Null when there is none.
Stream* find_stream(Context& context, void* handle);

bool is_legacy(const Stream& stream);

inline Event* find_event(Context& context, void* handle) {
  auto* event = static_cast<Event*>(handle);
  return context.events.contains(event) ? event : nullptr;
}

}  // namespace gtl::runtime
