// As api_call.h, for calls that name a stream or wait for streams.
#pragma once

#include "runtime/api_call.h"
#include "runtime/capture.h"
#include "runtime/streams.h"

namespace gtl::runtime {

/// Runs the body with the stream behind the handle. Work in a stream is work of its device.
template <class Body>
CudaError stream_call(void* handle, Body body) {
  return api_call([&](Context& context) {
    Stream* stream = find_stream(context, handle);
    if (stream == nullptr) return CudaError::InvalidResourceHandle;
    const DeviceScope scope(stream->device);
    return body(context, *stream);
  });
}

/// For work in a stream: done now, or captured.
inline CudaError submit_call(const char* call, void* handle, Work work) {
  return stream_call(handle, [&](Context& context, Stream& stream) {
    return submit(context, call, stream, std::move(work));
  });
}

/// For calls that do their work in the legacy stream and wait for it: not while a stream that waits
/// for that one captures.
template <class Body>
CudaError legacy_call(Body body) {
  return synchronizing_call([&](Context& context) {
    const CudaError error = check_legacy_call(context);
    return error != CudaError::Success ? error : body(context);
  });
}

/// For calls that a capture may forbid, because they might wait for other streams.
template <class Body>
CudaError unsafe_call(Body body) {
  return api_call([&](Context& context) {
    const CudaError error = check_unsafe_call(context);
    return error != CudaError::Success ? error : body(context);
  });
}

/// The same for calls that do wait, as those that free memory.
template <class Body>
CudaError unsafe_synchronizing_call(Body body) {
  return synchronizing_call([&](Context&) { return unsafe_call(body); });
}

}  // namespace gtl::runtime
