// Streams.
#include <algorithm>
#include <cstring>

#include "runtime/api_stream_call.h"

namespace gtl::runtime {
namespace {

constexpr unsigned int kNonBlocking = 0x01;                // cudaStreamNonBlocking
constexpr int kLeastPriority = 0, kGreatestPriority = -5;  // As an H200 reports.

CudaError create(void** stream, unsigned int flags, int priority) {
  if (stream == nullptr || (flags & ~kNonBlocking) != 0) return remember(CudaError::InvalidValue);
  return api_call([&](Context& context) {
    auto* created = new Stream;
    created->flags = flags;
    created->priority = std::min(std::max(priority, kGreatestPriority), kLeastPriority);
    created->id = context.next_stream_id++;
    created->device = current_device();
    context.streams.insert(created);
    *stream = created;
    if (context.settings.checks.has(checks::Check::Leakcheck))
      context.call_sites.note(static_cast<uint64_t>(reinterpret_cast<uintptr_t>(created)));
    return CudaError::Success;
  });
}

/// Runs `body` with the stream, for a result that is not null.
template <class Value, class Body>
CudaError ask(void* handle, Value* result, Body body) {
  if (result == nullptr) return remember(CudaError::InvalidValue);
  return stream_call(handle, [&](Context&, const Stream& stream) {
    *result = body(stream);
    return CudaError::Success;
  });
}

/// Whether the host may wait for the stream: not for one that captures, whose work is not there
/// yet, and for others as far as captures allow it.
CudaError check_wait(Context& context, Stream& stream) {
  if (stream.capture != nullptr) return refuse_in_capture(stream);
  const CudaError error = is_legacy(stream) ? check_legacy_call(context) : CudaError::Success;
  return error == CudaError::Success ? check_unsafe_call(context) : error;
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
    if (!context.streams.contains(known)) return CudaError::InvalidResourceHandle;
    if (known->capture != nullptr) abandon_capture(context, *known);
    context.streams.erase(known);
    delete known;
    return CudaError::Success;
  });
}

CudaError cudaStreamSynchronize(void* stream) {
  return synchronizing_call([&](Context& context) {
    Stream* known = find_stream(context, stream);
    if (known == nullptr) return CudaError::InvalidResourceHandle;
    return check_wait(context, *known);
  });
}
CudaError cudaStreamSynchronize_ptsz(void*) __attribute__((alias("cudaStreamSynchronize")));

CudaError cudaStreamQuery(void* stream) {
  return stream_call(stream,
                     [](Context& context, Stream& known) { return check_wait(context, known); });
}
CudaError cudaStreamQuery_ptsz(void*) __attribute__((alias("cudaStreamQuery")));

CudaError cudaStreamGetFlags(void* stream, unsigned int* flags) {
  return ask(stream, flags, [](const Stream& known) { return known.flags; });
}
CudaError cudaStreamGetFlags_ptsz(void*, unsigned int*)
    __attribute__((alias("cudaStreamGetFlags")));

CudaError cudaStreamGetPriority(void* stream, int* priority) {
  return ask(stream, priority, [](const Stream& known) { return known.priority; });
}
CudaError cudaStreamGetPriority_ptsz(void*, int*) __attribute__((alias("cudaStreamGetPriority")));

CudaError cudaStreamGetId(void* stream, unsigned long long* id) {
  return ask(stream, id, [](const Stream& known) { return known.id; });
}
CudaError cudaStreamGetId_ptsz(void*, unsigned long long*)
    __attribute__((alias("cudaStreamGetId")));

CudaError cudaStreamGetDevice(void* stream, int* device) {
  return ask(stream, device, [](const Stream& known) { return known.device; });
}
CudaError cudaStreamGetDevice_ptsz(void*, int*) __attribute__((alias("cudaStreamGetDevice")));

CudaError cudaDeviceGetStreamPriorityRange(int* least, int* greatest) {
  if (least != nullptr) *least = kLeastPriority;
  if (greatest != nullptr) *greatest = kGreatestPriority;
  return CudaError::Success;
}

CudaError cudaStreamGetAttribute(void* stream, LaunchAttributeId attribute, void* value) {
  if (value == nullptr) return remember(CudaError::InvalidValue);
  return stream_call(stream, [&](Context&, const Stream& known) {
    switch (attribute) {
      case LaunchAttributeId::AccessPolicyWindow:
        std::memset(value, 0, sizeof(AccessPolicyWindow));
        return CudaError::Success;
      case LaunchAttributeId::SynchronizationPolicy:
        *static_cast<int*>(value) = known.synchronization_policy;
        return CudaError::Success;
      case LaunchAttributeId::Priority:
        *static_cast<int*>(value) = known.attribute_priority;
        return CudaError::Success;
      default:
        return CudaError::InvalidValue;
    }
  });
}
CudaError cudaStreamGetAttribute_ptsz(void*, LaunchAttributeId, void*)
    __attribute__((alias("cudaStreamGetAttribute")));

/// What they change, caches and how the host waits, cannot be seen in the emulator.
CudaError cudaStreamSetAttribute(void* stream, LaunchAttributeId attribute, const void* value) {
  if (value == nullptr) return remember(CudaError::InvalidValue);
  return stream_call(stream, [&](Context&, Stream& known) {
    constexpr int kFirstPolicy = 1, kLastPolicy = 4;
    const int number = *static_cast<const int*>(value);
    switch (attribute) {
      case LaunchAttributeId::AccessPolicyWindow:
        return CudaError::Success;
      case LaunchAttributeId::SynchronizationPolicy:
        if (number < kFirstPolicy || number > kLastPolicy) return CudaError::InvalidValue;
        known.synchronization_policy = number;
        return CudaError::Success;
      case LaunchAttributeId::Priority:
        known.attribute_priority = std::min(std::max(number, kGreatestPriority), kLeastPriority);
        return CudaError::Success;
      default:
        return CudaError::InvalidValue;
    }
  });
}
CudaError cudaStreamSetAttribute_ptsz(void*, LaunchAttributeId, const void*)
    __attribute__((alias("cudaStreamSetAttribute")));

CudaError cudaStreamCopyAttributes(void* destination, void* source) {
  return stream_call(destination, [&](Context& context, Stream& to) {
    const Stream* from = find_stream(context, source);
    if (from == nullptr) return CudaError::InvalidResourceHandle;
    to.synchronization_policy = from->synchronization_policy;
    return CudaError::Success;
  });
}
CudaError cudaStreamCopyAttributes_ptsz(void*, void*)
    __attribute__((alias("cudaStreamCopyAttributes")));
}

}  // namespace gtl::runtime
