// Events. The emulator has no time to report: the time between two events is 0.
#include "runtime/api_stream_call.h"

namespace gtl::runtime {
namespace {

constexpr unsigned int kBlockingSync = 0x1, kInterprocess = 0x4, kRecordExternal = 0x1,
                       kWaitExternal = 0x1;

/// Runs `body` with the event behind the handle.
template <class Body>
CudaError with_event(void* handle, Body body) {
  return api_call([&](Context& context) {
    Event* event = find_event(context, handle);
    return event == nullptr ? CudaError::InvalidResourceHandle : body(context, *event);
  });
}

bool is_captured(const Event& event) { return event.capture != nullptr && !event.capture->is_over; }

/// Whether the host may wait for the event: not for one of a capture, whose work is not there yet,
/// and for others as far as captures allow it.
CudaError check_wait(Context& context, Event& event) {
  if (is_captured(event)) {
    invalidate(*event.capture);
    return CudaError::CapturedEvent;
  }
  return event.capture != nullptr ? CudaError::InvalidValue : check_unsafe_call(context);
}

CudaError record(void* event, void* stream, unsigned int flags) {
  return with_event(event, [&](Context& context, Event& known) {
    Stream* in = find_stream(context, stream);
    if (in == nullptr) return CudaError::InvalidResourceHandle;
    if ((flags & ~kRecordExternal) != 0) return CudaError::InvalidValue;
    if (in->device != known.device) return CudaError::InvalidResourceHandle;
    const CudaError error = check_stream(context, *in);
    if (error != CudaError::Success) return error;
    if (in->capture != nullptr) {
      return (flags & kRecordExternal) != 0
                 ? capture_work(context, "cudaEventRecordWithFlags", *in, EventRecordWork{&known})
                 : capture_event(known, *in);
    }
    if ((flags & kRecordExternal) != 0) return CudaError::IllegalState;
    known.capture = nullptr;
    known.is_recorded = true;
    return CudaError::Success;
  });
}

}  // namespace

extern "C" {

CudaError cudaEventCreateWithFlags(void** event, unsigned int flags) {
  constexpr unsigned int kKnownFlags = kBlockingSync | kEventDisableTiming | kInterprocess;
  const bool is_timed_for_others =
      (flags & kInterprocess) != 0 && (flags & kEventDisableTiming) == 0;
  if (event == nullptr || (flags & ~kKnownFlags) != 0 || is_timed_for_others) {
    return remember(CudaError::InvalidValue);
  }
  return api_call([&](Context& context) {
    auto* created = new Event;
    created->flags = flags;
    created->device = current_device();
    context.events.insert(created);
    *event = created;
    if (context.settings.checks.has(checks::Check::Leakcheck))
      context.call_sites.note(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(created)));
    return CudaError::Success;
  });
}

CudaError cudaEventCreate(void** event) { return cudaEventCreateWithFlags(event, 0); }

CudaError cudaEventDestroy(void* event) {
  return with_event(event, [&](Context& context, Event& known) {
    context.events.erase(&known);
    delete &known;
    return CudaError::Success;
  });
}

CudaError cudaEventRecord(void* event, void* stream) { return record(event, stream, 0); }
CudaError cudaEventRecord_ptsz(void*, void*) __attribute__((alias("cudaEventRecord")));

CudaError cudaEventRecordWithFlags(void* event, void* stream, unsigned int flags) {
  return record(event, stream, flags);
}
CudaError cudaEventRecordWithFlags_ptsz(void*, void*, unsigned int)
    __attribute__((alias("cudaEventRecordWithFlags")));

CudaError cudaStreamWaitEvent(void* stream, void* event, unsigned int flags) {
  return with_event(event, [&](Context& context, Event& known) {
    Stream* in = find_stream(context, stream);
    if (in == nullptr) return CudaError::InvalidResourceHandle;
    if ((flags & ~kWaitExternal) != 0) return CudaError::InvalidValue;
    if ((flags & kWaitExternal) != 0) {
      if (in->capture == nullptr) return CudaError::IllegalState;
      return capture_work(context, "cudaStreamWaitEvent", *in, EventWaitWork{&known});
    }
    return capture_wait(context, *in, known);
  });
}
CudaError cudaStreamWaitEvent_ptsz(void*, void*, unsigned int)
    __attribute__((alias("cudaStreamWaitEvent")));

CudaError cudaEventSynchronize(void* event) {
  return synchronizing_call([&](Context& context) {
    Event* known = find_event(context, event);
    return known == nullptr ? CudaError::InvalidResourceHandle : check_wait(context, *known);
  });
}

CudaError cudaEventQuery(void* event) {
  return with_event(event,
                    [](Context& context, Event& known) { return check_wait(context, known); });
}

CudaError cudaEventElapsedTime(float* milliseconds, void* start, void* end) {
  if (milliseconds == nullptr) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    for (void* handle : {start, end}) {
      Event* event = find_event(context, handle);
      if (event == nullptr) return CudaError::InvalidResourceHandle;
      if (is_captured(*event)) return CudaError::CapturedEvent;
      if (!event->is_recorded || (event->flags & kEventDisableTiming) != 0) {
        return refuse("cudaEventElapsedTime", CudaError::InvalidResourceHandle,
                      event->is_recorded
                          ? "an event was created with cudaEventDisableTiming"
                          : "an event was never recorded; call cudaEventRecord first");
      }
    }
    if (find_event(context, start)->device != find_event(context, end)->device) {
      return CudaError::InvalidResourceHandle;
    }
    *milliseconds = 0;
    return CudaError::Success;
  });
}
}

}  // namespace gtl::runtime
