// Streams.
#include <algorithm>

#include "runtime/api_call.h"
#include "runtime/streams.h"

namespace gtl::runtime {
namespace {

constexpr unsigned int kNonBlocking = 0x01;                // cudaStreamNonBlocking
constexpr int kLeastPriority = 0, kGreatestPriority = -5;  // As an H200 reports.

CudaError create(void** stream, unsigned int flags, int priority) {
  if (stream == nullptr || (flags & ~kNonBlocking) != 0) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    const int clamped = std::min(std::max(priority, kGreatestPriority), kLeastPriority);
    auto* created = new Stream{flags, clamped, context.next_stream_id++};
    context.streams.insert(created);
    *stream = created;
    return CudaError::Success;
  });
}

/// Runs `body` with the stream, or with the default stream's properties.
template <class Body>
CudaError with_stream(void* handle, Body body) {
  return api_call([&](Context& context) {
    if (!is_stream(context, handle)) return CudaError::InvalidResourceHandle;
    const bool is_created = context.streams.contains(static_cast<const Stream*>(handle));
    const auto number = static_cast<uint64_t>(reinterpret_cast<uintptr_t>(handle));
    return body(is_created ? *static_cast<const Stream*>(handle)
                           : Stream{0, 0, number == 0 ? 1 : number});
  });
}

}  // namespace

extern "C" {

CudaError cudaStreamCreate(void** stream) { return create(stream, 0, 0); }

CudaError cudaStreamCreateWithFlags(void** stream, unsigned int flags) {
  return create(stream, flags, 0);
}

CudaError cudaStreamCreateWithPriority(void** stream, unsigned int flags, int priority) {
  return create(stream, flags, priority);
}

CudaError cudaStreamDestroy(void* stream) {
  return api_call([&](Context& context) {
    auto* known = static_cast<Stream*>(stream);
    if (context.streams.erase(known) == 0) return CudaError::InvalidResourceHandle;
    delete known;
    return CudaError::Success;
  });
}

CudaError cudaStreamSynchronize(void* stream) {
  return synchronizing_call([&](Context& context) {
    return is_stream(context, stream) ? CudaError::Success : CudaError::InvalidResourceHandle;
  });
}
CudaError cudaStreamSynchronize_ptsz(void*) __attribute__((alias("cudaStreamSynchronize")));

CudaError cudaStreamQuery(void* stream) {
  return with_stream(stream, [](const Stream&) { return CudaError::Success; });
}
CudaError cudaStreamQuery_ptsz(void*) __attribute__((alias("cudaStreamQuery")));

CudaError cudaStreamWaitEvent(void* stream, void* event, unsigned int) {
  return api_call([&](Context& context) {
    return is_stream(context, stream) && is_event(context, event)
               ? CudaError::Success
               : CudaError::InvalidResourceHandle;
  });
}
CudaError cudaStreamWaitEvent_ptsz(void*, void*, unsigned int)
    __attribute__((alias("cudaStreamWaitEvent")));

CudaError cudaStreamGetFlags(void* stream, unsigned int* flags) {
  return with_stream(stream, [&](const Stream& known) {
    *flags = known.flags;
    return CudaError::Success;
  });
}
CudaError cudaStreamGetFlags_ptsz(void*, unsigned int*)
    __attribute__((alias("cudaStreamGetFlags")));

CudaError cudaStreamGetPriority(void* stream, int* priority) {
  return with_stream(stream, [&](const Stream& known) {
    *priority = known.priority;
    return CudaError::Success;
  });
}
CudaError cudaStreamGetPriority_ptsz(void*, int*) __attribute__((alias("cudaStreamGetPriority")));

CudaError cudaStreamGetId(void* stream, unsigned long long* id) {
  return with_stream(stream, [&](const Stream& known) {
    *id = known.id;
    return CudaError::Success;
  });
}
CudaError cudaStreamGetId_ptsz(void*, unsigned long long*)
    __attribute__((alias("cudaStreamGetId")));

CudaError cudaStreamGetDevice(void* stream, int* device) {
  return with_stream(stream, [&](const Stream&) {
    *device = 0;
    return CudaError::Success;
  });
}
CudaError cudaStreamGetDevice_ptsz(void*, int*) __attribute__((alias("cudaStreamGetDevice")));

CudaError cudaStreamIsCapturing(void* stream, int* status) {
  return with_stream(stream, [&](const Stream&) {
    *status = 0;  // cudaStreamCaptureStatusNone: there is no capture yet.
    return CudaError::Success;
  });
}
CudaError cudaStreamIsCapturing_ptsz(void*, int*) __attribute__((alias("cudaStreamIsCapturing")));

CudaError cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = kLeastPriority;
  if (greatest != nullptr) *greatest = kGreatestPriority;
  return CudaError::Success;
}
}

}  // namespace gtl::runtime
