// cudaLaunchHostFunc and cudaStreamAddCallback.
#include <chrono>

#include "runtime/api_stream_call.h"
#include "runtime/explain.h"
#include "runtime/host_function.h"

namespace gtl::runtime {
namespace {

using Callback = void (*)(void*, CudaError, void*);

/// Whether the stream captures; its work is then added, and there is nothing to call now.
CudaError capture_or_wait(void* stream, HostNodeParams call, bool& is_captured) {
  return stream_call(stream, [&](Context& context, Stream& known) {
    const CudaError error = check_stream(context, known);
    if (error != CudaError::Success) return error;
    is_captured = known.capture != nullptr;
    return is_captured ? capture_work(context, "cudaLaunchHostFunc", known, HostWork{call})
                       : CudaError::Success;
  });
}

}  // namespace

bool& is_in_host_function() {
  static thread_local bool is_inside = false;
  return is_inside;
}

HostFunctionWatch::HostFunctionWatch()
    : thread_([this] {
        constexpr std::chrono::seconds kPatience{2};
        std::unique_lock lock(mutex_);
        if (returned_.wait_for(lock, kPatience, [this] { return has_returned_; })) return;
        explain(
            "a host function of a stream or graph (cudaLaunchHostFunc, cudaStreamAddCallback) has "
            "been running for 2 seconds, and the program waits for it: the emulator does the work "
            "of a stream when it is asked for, before the call returns. If the function waits for "
            "what the calling thread does later, neither goes on, although a GPU would: do that "
            "before the call, or in another thread.");
      }) {}

HostFunctionWatch::~HostFunctionWatch() {
  {
    const std::lock_guard lock(mutex_);
    has_returned_ = true;
  }
  returned_.notify_one();
  thread_.join();
}

extern "C" {

CudaError cudaLaunchHostFunc(void* stream, HostFunction function, void* data) {
  if (function == nullptr) return remember(CudaError::InvalidValue);
  bool is_captured = false;
  const CudaError error = capture_or_wait(stream, {function, data}, is_captured);
  // Outside the lock: all earlier work of the stream is done.
  if (error == CudaError::Success && !is_captured) run_host_function([&] { function(data); });
  return error;
}
CudaError cudaLaunchHostFunc_ptsz(void*, HostFunction, void*)
    __attribute__((alias("cudaLaunchHostFunc")));

CudaError cudaStreamAddCallback(void* stream, Callback callback, void* data, unsigned int flags) {
  if (callback == nullptr || flags != 0) return remember(CudaError::InvalidValue);
  const CudaError error = stream_call(stream, [](Context& context, Stream& known) {
    const CudaError problem = check_stream(context, known);
    return problem != CudaError::Success ? problem : refuse_in_capture(known);
  });
  if (error == CudaError::Success) {
    run_host_function([&] { callback(stream, CudaError::Success, data); });
  }
  return error;
}
CudaError cudaStreamAddCallback_ptsz(void*, Callback, void*, unsigned int)
    __attribute__((alias("cudaStreamAddCallback")));
}

}  // namespace gtl::runtime
