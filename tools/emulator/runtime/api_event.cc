// Events. The emulator has no time to report: the time between two events is 0.
#include "runtime/api_call.h"
#include "runtime/streams.h"

namespace gtl::runtime {
namespace {

CudaError record(void* event, void* stream) {
  return api_call([&](Context& context) {
    if (!is_event(context, event) || !is_stream(context, stream))
      return CudaError::InvalidResourceHandle;
    static_cast<Event*>(event)->is_recorded = true;
    return CudaError::Success;
  });
}

}  // namespace

extern "C" {

CudaError cudaEventCreateWithFlags(void** event, unsigned int flags) {
  constexpr unsigned int kKnownFlags = 0x7;  // blocking, without timing, for other processes
  if (event == nullptr || (flags & ~kKnownFlags) != 0) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    auto* created = new Event{flags, false};
    context.events.insert(created);
    *event = created;
    return CudaError::Success;
  });
}

CudaError cudaEventCreate(void** event) { return cudaEventCreateWithFlags(event, 0); }

CudaError cudaEventDestroy(void* event) {
  return api_call([&](Context& context) {
    auto* known = static_cast<Event*>(event);
    if (context.events.erase(known) == 0) return CudaError::InvalidResourceHandle;
    delete known;
    return CudaError::Success;
  });
}

CudaError cudaEventRecord(void* event, void* stream) { return record(event, stream); }
CudaError cudaEventRecord_ptsz(void*, void*) __attribute__((alias("cudaEventRecord")));

CudaError cudaEventRecordWithFlags(void* event, void* stream, unsigned int) {
  return record(event, stream);
}
CudaError cudaEventRecordWithFlags_ptsz(void*, void*, unsigned int)
    __attribute__((alias("cudaEventRecordWithFlags")));

CudaError cudaEventSynchronize(void* event) {
  return synchronizing_call([&](Context& context) {
    return is_event(context, event) ? CudaError::Success : CudaError::InvalidResourceHandle;
  });
}

CudaError cudaEventQuery(void* event) {
  return api_call([&](Context& context) {
    return is_event(context, event) ? CudaError::Success : CudaError::InvalidResourceHandle;
  });
}

CudaError cudaEventElapsedTime(float* milliseconds, void* start, void* end) {
  if (milliseconds == nullptr) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    for (void* event : {start, end}) {
      if (!is_event(context, event)) return CudaError::InvalidResourceHandle;
      const auto* known = static_cast<const Event*>(event);
      if (!known->is_recorded || (known->flags & kEventDisableTiming) != 0) {
        return refuse("cudaEventElapsedTime", CudaError::InvalidResourceHandle,
                      known->is_recorded
                          ? "an event was created with cudaEventDisableTiming"
                          : "an event was never recorded; call cudaEventRecord first");
      }
    }
    *milliseconds = 0;
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
