#include "runtime/capture.h"

#include <algorithm>
#include <utility>

#include "runtime/api_call.h"
#include "runtime/graph.h"
#include "runtime/streams.h"

namespace gtl::runtime {
namespace {

constexpr unsigned int kNonBlocking = 0x01;  // cudaStreamNonBlocking

void leave(Stream& stream) {
  stream.capture = nullptr;
  stream.dependencies.clear();
}

/// Whether the captures forbid calls that might wait for other streams: cudaStreamCaptureMode.
bool forbids_unsafe_calls(const Capture& capture) {
  const CaptureMode mode = thread_capture_mode();
  if (mode == CaptureMode::Relaxed || capture.mode == CaptureMode::Relaxed) return false;
  if (capture.thread == std::this_thread::get_id()) return true;
  return mode == CaptureMode::Global && capture.mode == CaptureMode::Global;
}

template <class Condition>
bool invalidate_those(Context& context, Condition is_meant) {
  bool any = false;
  for (const auto& capture : context.captures) {
    if (!is_meant(*capture)) continue;
    invalidate(*capture);
    any = true;
  }
  return any;
}

void join(Stream& stream, const std::vector<GraphNode*>& nodes) {
  for (GraphNode* node : nodes) {
    if (std::find(stream.dependencies.begin(), stream.dependencies.end(), node) ==
        stream.dependencies.end()) {
      stream.dependencies.push_back(node);
    }
  }
}

bool is_nothing(const Work& work) {
  if (const auto* copy = std::get_if<CopyWork>(&work)) {
    const Extent& extent = copy->copy.extent;
    return extent.width == 0 || extent.height == 0 || extent.depth == 0;
  }
  const auto* fill = std::get_if<FillWork>(&work);
  return fill != nullptr && (fill->fill.width == 0 || fill->fill.height == 0 || fill->depth == 0);
}

/// Whether everything that this stream captured comes before what the capture's origin does next.
bool is_joined(const Capture& capture, const Stream& stream) {
  std::set<const GraphNode*> before;
  std::vector<const GraphNode*> open(capture.origin->dependencies.begin(),
                                     capture.origin->dependencies.end());
  while (!open.empty()) {
    const GraphNode* node = open.back();
    open.pop_back();
    if (!before.insert(node).second) continue;
    open.insert(open.end(), node->dependencies.begin(), node->dependencies.end());
  }
  return std::all_of(stream.dependencies.begin(), stream.dependencies.end(),
                     [&](const GraphNode* node) { return before.contains(node); });
}

bool are_joined(const Capture& capture) {
  return std::all_of(capture.streams.begin(), capture.streams.end(), [&](const Stream* stream) {
    return stream == capture.origin || is_joined(capture, *stream);
  });
}

}  // namespace

CaptureMode& thread_capture_mode() {
  static thread_local CaptureMode mode = CaptureMode::Global;
  return mode;
}

void invalidate(Capture& capture) { capture.is_invalidated = true; }

CudaError check_stream(Context& context, Stream& stream) {
  if (stream.capture != nullptr) {
    return !stream.capture->is_invalidated ? CudaError::Success
                                           : CudaError::StreamCaptureInvalidated;
  }
  return is_legacy(stream) ? check_legacy_call(context) : CudaError::Success;
}

CudaError check_unsafe_call(Context& context) {
  return invalidate_those(context, forbids_unsafe_calls) ? CudaError::StreamCaptureUnsupported
                                                         : CudaError::Success;
}

CudaError check_call_that_waits_for_all(Context& context) {
  return invalidate_those(context, [](const Capture&) { return true; })
             ? CudaError::StreamCaptureUnsupported
             : CudaError::Success;
}

CudaError check_legacy_call(Context& context) {
  const bool any = invalidate_those(context, [](const Capture& capture) {
    return std::any_of(capture.streams.begin(), capture.streams.end(),
                       [](const Stream* stream) { return (stream->flags & kNonBlocking) == 0; });
  });
  return any ? CudaError::StreamCaptureImplicit : CudaError::Success;
}

CudaError capture_work(Context& context, const char* call, Stream& stream, Work work) {
  const CudaError error = check_work(context, call, work);
  if (error != CudaError::Success) return error;
  // A box of several slices becomes a node a slice; what has no bytes becomes none.
  if (is_nothing(work)) return CudaError::Success;
  if (auto* fill = std::get_if<FillWork>(&work); fill != nullptr && fill->depth > 1) {
    for (size_t slice = 0; slice < fill->depth; ++slice) {
      FillWork one{fill->fill};
      one.fill.dst =
          static_cast<std::byte*>(fill->fill.dst) + slice * fill->slice_rows * fill->fill.pitch;
      GraphNode* node = stream.capture->graph->add(one, stream.dependencies);
      stream.dependencies = {node};
    }
    return CudaError::Success;
  }
  GraphNode* node = stream.capture->graph->add(std::move(work), stream.dependencies);
  stream.dependencies = {node};
  return CudaError::Success;
}

CudaError capture_launch(Context& context, Stream& stream, const void* function,
                         const LaunchRequest& request) {
  KernelWork work;
  CudaError error = make_kernel_work(context, function, request, work);
  if (error == CudaError::Success) {
    error = capture_work(context, "cudaLaunchKernel", stream, std::move(work));
  }
  if (error != CudaError::Success) invalidate(*stream.capture);
  return error;
}

CudaError submit(Context& context, const char* call, Stream& stream, Work work) {
  const CudaError error = check_stream(context, stream);
  if (error != CudaError::Success) return error;
  return stream.capture != nullptr ? capture_work(context, call, stream, std::move(work))
                                   : perform(context, call, work);
}

CudaError begin_capture(Context& context, Stream& stream, CaptureMode mode,
                        std::shared_ptr<Graph> into, std::vector<GraphNode*> dependencies) {
  if (mode < CaptureMode::Global || mode > CaptureMode::Relaxed) return CudaError::InvalidValue;
  if (is_legacy(stream)) return CudaError::StreamCaptureUnsupported;
  if (stream.capture != nullptr) return CudaError::IllegalState;
  auto capture = std::make_shared<Capture>();
  capture->id = ++context.last_capture;
  capture->mode = mode;
  capture->thread = std::this_thread::get_id();
  capture->is_into_existing = into != nullptr;
  capture->graph = into != nullptr ? std::move(into) : std::make_shared<Graph>();
  capture->origin = &stream;
  capture->streams.insert(&stream);
  context.captures.insert(capture);
  stream.capture = std::move(capture);
  stream.dependencies = std::move(dependencies);
  return CudaError::Success;
}

CudaError refuse_in_capture(Stream& stream) {
  if (stream.capture == nullptr) return CudaError::Success;
  const CudaError error = stream.capture->is_invalidated ? CudaError::StreamCaptureInvalidated
                                                         : CudaError::StreamCaptureUnsupported;
  invalidate(*stream.capture);
  return error;
}

namespace {

void finish(Context& context, const std::shared_ptr<Capture>& capture) {
  for (Stream* each : capture->streams) leave(*each);
  capture->streams.clear();
  capture->is_over = true;
  context.captures.erase(capture);
}

}  // namespace

void abandon_capture(Context& context, Stream& stream) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (capture->origin == &stream) return finish(context, capture);
  if (!is_joined(*capture, stream)) invalidate(*capture);
  capture->streams.erase(&stream);
}

CudaError end_capture(Context& context, Stream& stream, std::shared_ptr<Graph>& graph) {
  const std::shared_ptr<Capture> capture = stream.capture;
  if (capture == nullptr) return CudaError::IllegalState;
  if (capture->origin != &stream) {
    invalidate(*capture);
    return CudaError::StreamCaptureUnmatched;
  }
  if (capture->mode != CaptureMode::Relaxed && capture->thread != std::this_thread::get_id()) {
    finish(context, capture);
    return CudaError::StreamCaptureWrongThread;
  }
  const CudaError result = capture->is_invalidated ? CudaError::StreamCaptureInvalidated
                           : !are_joined(*capture) ? CudaError::StreamCaptureUnjoined
                                                   : CudaError::Success;
  finish(context, capture);
  if (result == CudaError::Success) graph = capture->graph;
  return result;
}

CudaError capture_event(Event& event, Stream& stream) {
  event.capture = stream.capture;
  event.captured_after = stream.dependencies;
  return CudaError::Success;
}

CudaError capture_wait(Context& context, Stream& stream, Event& event) {
  if (event.capture != nullptr && event.capture->is_over) {
    if (stream.capture != nullptr) invalidate(*stream.capture);
    return CudaError::InvalidValue;
  }
  const bool is_captured = event.capture != nullptr && !event.capture->is_over;
  if (!is_captured) {
    if (stream.capture == nullptr) return CudaError::Success;
    // A capture cannot depend on what is outside of it.
    invalidate(*stream.capture);
    return CudaError::StreamCaptureIsolation;
  }
  if (event.capture->is_invalidated) return CudaError::StreamCaptureInvalidated;
  if (is_legacy(stream)) {
    invalidate(*event.capture);
    return CudaError::StreamCaptureImplicit;
  }
  if (stream.capture == nullptr) {
    stream.capture = event.capture;
    event.capture->streams.insert(&stream);
    stream.dependencies = event.captured_after;
    return CudaError::Success;
  }
  if (stream.capture != event.capture) {
    invalidate(*stream.capture);
    invalidate(*event.capture);
    return CudaError::StreamCaptureMerge;
  }
  join(stream, event.captured_after);
  return check_stream(context, stream);
}

}  // namespace gtl::runtime
